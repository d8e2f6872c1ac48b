/** Marked arrays, registers and regions for a terminal. */
import { counted, groupedDigits } from '../../../shared/names/counted.ts'
import { placeText } from '../../../shared/profile/frames.ts'
import type { Report, SpatialValuesReport } from '../../../shared/report.ts'
import { leafOf, type FrameChain } from '../../../shared/profile/frame.ts'
import type { Tool, Totals } from '../../../shared/run.ts'
import { amountText, fit, percentText, tableLines, wrapParts, wrapWords, type TableColumn } from '../format.ts'

const GROUPS = { array: 'memory that is no known object', general: 'general registers', x87: 'x87 registers', simd: 'SSE and AVX registers' }
/** Values of the strip that a terminal shows. */
const SHOWN_OF_STRIP = 16

/** Equal values at the marks of the program, with the commonest values and some of the elements in order. @param files of the profile */
export function spatialValueLines({ spatialValues }: Report, top: number, width: number, files: readonly string[]): string[] {
  if (spatialValues.length === 0) return []
  const shown = spatialValues.slice(0, top)
  const lines = ['Equal values at marks (hagstone.h):', ...shown.flatMap((values) => ['', ...inspectedLines(values, width, files)])]
  return spatialValues.length > top ? [...lines, '', `${counted(spatialValues.length - top, 'more mark')} (--top ${spatialValues.length} shows all)`] : lines
}

function inspectedLines(values: SpatialValuesReport, width: number, files: readonly string[]): string[] {
  const { at, object, group, share, comparison, inspections, above, elements, unique, latest, type, elementBytes } = values
  const place = at === null ? 'at ends of windows' : `at ${markText(at, files)}`
  const name = group === 'array' && object !== null ? object : GROUPS[group]
  if (latest === null) return wrapParts([`${name}, ${place}`, `${counted(inspections, 'inspection')}, none above the threshold`], width, '    ')
  return [
    ...wrapParts(
      [
        `${percentText(share)} not unique: ${name}, ${place}`,
        `${number(elements - unique)} of ${counted(elements, 'element')} (${type}, ${counted(elementBytes, 'byte')})`,
        ...(comparison === 'approximate' ? ['within the tolerance'] : []),
        `${number(above)} of ${counted(inspections, 'inspection')} above the threshold`,
      ],
      width,
      '    ',
    ),
    ...listed(
      'commonest',
      latest.values.map(({ value, share: part }, i) => `${value} (${percentText(part)})${i < latest.values.length - 1 ? ',' : ''}`),
      width,
    ),
    ...listed('in order', [...latest.strip.slice(0, SHOWN_OF_STRIP), ...(latest.strip.length > SHOWN_OF_STRIP ? ['…'] : [])], width),
  ]
}

function listed(what: string, values: string[], width: number): string[] {
  const before = `    ${what.padEnd(15)}`
  const [first = '', ...others] = wrapWords(values, width, ' '.repeat(before.length))
  return [`${before}${first}`, ...others]
}

function number(count: number): string {
  return groupedDigits(count)
}

function markText(chain: FrameChain, files: readonly string[]): string {
  const mark = leafOf(chain)
  return placeText(mark.function, mark.file, mark.line, files)
}

/** One row per region and tool. */
export function regionLines({ regions, run }: Report, width: number): string[] {
  if (regions.length === 0) return ['No regions: the program names none (docs/markers.md says how).']
  const right = (title: string): TableColumn => ({ title, align: 'right' })
  const left = (title: string): TableColumn => ({ title, align: 'left' })
  const rows = regions.flatMap(({ name, totals }) =>
    (Object.entries(totals) as Array<[Tool, Totals]>).map(([tool, { waste, use, fraction, traps }]) => [
      percentText(fraction),
      amountText(waste, run.unit),
      amountText(use, run.unit),
      String(traps),
      tool,
      name,
    ]),
  )
  return tableLines(
    [right('fraction'), right('waste'), right('use'), right(run.engine === 'exhaustive' ? 'instances' : 'observations'), left('tool'), left('region')],
    rows,
  ).map((line) => fit(line, width))
}
