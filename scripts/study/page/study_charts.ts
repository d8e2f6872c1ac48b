/** The charts of docs/study.md. */
import { chartSvg } from './charts.ts'
import type { ChartSeries, ChartValue } from './charts.ts'
import type { ProgramResults } from '../results.ts'
import { measured, toolNames, toolOf } from './tables.ts'
import { asked } from '../goals.ts'
import type { Estimate } from '../../../shared/validation.ts'

const titles: Record<(typeof toolNames)[number], string> = {
  'dead-stores': 'Dead stores: share of the stored bytes',
  'silent-stores': 'Silent stores: share of the stored bytes',
  'redundant-loads': 'Redundant loads: share of the loaded bytes',
}

export function charts(programs: ProgramResults[]): Array<{ name: string; svg: string }> {
  const accuracy = measured(programs, 'accuracy')
  const reuse = measured(programs, 'reuse')
  const fractions =
    accuracy.length === 0
      ? []
      : toolNames.map((tool) => {
          const tools = accuracy.map(({ result }) => toolOf(result, tool)!)
          const series: ChartSeries[] = [
            { name: 'truth', mark: 'line', values: tools.map(({ truth }) => (truth.fraction === null ? null : { value: truth.fraction })) },
            { name: 'virtual PMU, 4 registers, with its seeds', mark: 'dot', values: tools.map((of) => spread(asked(of))) },
            { name: 'by the clock', mark: 'ring', values: tools.map(({ live }) => withInterval(live?.fraction, live?.ci95)) },
            { name: 'reweighted', mark: 'diamond', values: tools.map(({ live }) => withInterval(live?.reweighted?.fraction, live?.reweighted?.ci95)) },
          ]
          return {
            name: tool,
            svg: chartSvg({
              title: titles[tool],
              categories: accuracy.map(({ name }) => name),
              from: 0,
              to: top(series),
              step: 0.1,
              label: (value) => `${Math.round(value * 100)} %`,
              series,
            }),
          }
        })
  if (reuse.length === 0) return fractions
  const distances = reuse.map(({ result }) => asked(toolOf(result, 'reuse-distance')!)?.reuse ?? null)
  const models = reuse.map(({ result }) => toolOf(result, 'reuse-distance')!.truth.reuse?.modelSimilarity.s)
  return [
    ...fractions,
    {
      name: 'reuse-distance',
      svg: chartSvg({
        title: 'Reuse distances: similarity S to the exact histograms',
        categories: reuse.map(({ name }) => name),
        from: 0,
        to: 1,
        step: 0.2,
        label: (value) => value.toFixed(1),
        series: [
          { name: 'model alone', mark: 'line', values: models.map((s) => (s === undefined ? null : { value: s })) },
          { name: 'time distances', mark: 'dot', values: distances.map((of) => (of === null ? null : { value: of.time.s })) },
          { name: 'stack distances', mark: 'square', values: distances.map((of) => (of === null ? null : { value: of.stack.s })) },
        ],
      }),
    },
  ]
}

/** The end of the axis: the next tenth above everything that is drawn. */
function top(series: ChartSeries[]): number {
  const values = series.flatMap(({ values: all }) => all.flatMap((value) => (value === null ? [] : [value.value, value.high ?? 0])))
  return Math.min(1, Math.max(0.1, Math.ceil(Math.max(0, ...values) * 10) / 10))
}

function spread(estimate: Estimate | null): ChartValue | null {
  const summary = estimate?.summary ?? null
  return summary === null ? null : { value: summary.mean, low: summary.least, high: summary.greatest }
}

function withInterval(value: number | null | undefined, interval: [number, number] | null | undefined): ChartValue | null {
  if (value === null || value === undefined) return null
  return interval === null || interval === undefined ? { value } : { value, low: interval[0], high: interval[1] }
}
