/** Text views of two runs for a terminal: `hagstone compare --view …`. */
import type { ComparedRuns } from '../../../shared/compare/compared_runs.ts'
import { COST_NAMES } from '../../../shared/names/cost_names.ts'
import type {
  ComparedFlatRow,
  ComparedObject,
  ComparedPair,
  ComparedPercentile,
  ComparedReuse,
  ComparedTotals,
  ComparisonReport,
  PairStatus,
} from '../../../shared/comparison.ts'
import type { ComparedNumber, ComparedRatio } from '../../../shared/compare/compared_number.ts'
import { counted } from '../../../shared/names/counted.ts'
import { partText } from '../../../shared/outcome.ts'
import { commandText } from '../../../shared/names/visible.ts'
import { baseName } from '../../../shared/profile/frames.ts'
import type { Profile } from '../../../shared/profile/profile.ts'
import type { DistanceHistogram } from '../../../shared/report.ts'
import type { RunDescription, Tool, Unit } from '../../../shared/run.ts'
import { compareMissRatios } from '../../../shared/compare/compared_distances.ts'
import { filePlace } from '../../../shared/names/short_paths.ts'
import { sizeText } from '../../../shared/names/size_text.ts'
import { amountText, changeText, costText, fit, joinedLines, percentText, relativeText, tableLines, wrap, wrapParts } from '../format.ts'
import { CERTAINTY } from './certainty.ts'
import { comparedFindingLines } from './comparison_findings_text.ts'
import { comparedTreeLines } from './comparison_tree_text.ts'
import { significant } from '../../../shared/significant.ts'

export const COMPARISON_VIEWS = ['findings', 'pairs', 'flat', 'tree', 'objects', 'histogram', 'values'] as const
export type ComparisonView = (typeof COMPARISON_VIEWS)[number]

export interface ComparisonTextOptions {
  view: Exclude<ComparisonView, 'values'>
  top: number
  width: number
}

const NO_WASTE = 'Reuses are neither waste nor use: see --view histogram and --view pairs.'

/** Ends with a newline. @param profile the new run's */
export function comparisonText(report: ComparisonReport, runs: ComparedRuns, profile: Profile, { view, top, width }: ComparisonTextOptions): string {
  const sections = {
    findings: () => [],
    pairs: (tool: Tool) => pairLines(report, tool, width),
    flat: (tool: Tool) => (tool === 'reuse-distance' ? [NO_WASTE] : flatLines(report, runs, tool, width)),
    tree: (tool: Tool) =>
      tool === 'reuse-distance' ? [NO_WASTE] : comparedTreeLines(runs, profile, tool, report.normalisation, top).map((line) => fit(line, width)),
    objects: (tool: Tool) => (tool === 'reuse-distance' ? [NO_WASTE] : objectLines(report, tool, width)),
    histogram: (tool: Tool) => (tool === 'reuse-distance' ? reuseLines(report.reuse, report.new.run.caches, width) : []),
  }
  const tools = report.tools.filter((tool) => tool !== 'values')
  const body = tools.flatMap((tool) => {
    const lines = sections[view](tool)
    return lines.length === 0 ? [] : [...(tools.length > 1 ? [`== ${tool} ==`, ''] : []), ...lines, '']
  })
  return joinedLines([
    ...wrap(report.findings.verdict, width, ''),
    '',
    ...headLines(report, width),
    '',
    ...(view === 'findings' ? [...comparedFindingLines(report.findings, top, width), ''] : []),
    ...(view === 'histogram' && body.length === 0 ? ['There are no reuse distances in both runs; record both with --tool reuse-distance.', ''] : body),
    ...report.notes.flatMap((note) => wrap(`- ${note}`, width, '  ')),
    '',
  ])
}

/** Both runs, their costs, and the totals of each tool. */
function headLines({ old, new: recent, cost, spent, totals, unit, normalisation, onlyOld, onlyNew }: ComparisonReport, width: number): string[] {
  const seconds = ({ old: a, new: b }: ComparedRatio): string => `${secondsText(a)} → ${secondsText(b)}`
  const energy = cost.energy.old === null && cost.energy.new === null ? 'not recorded' : `${joulesText(cost.energy.old)} → ${joulesText(cost.energy.new)}`
  const parts = partLines(totals, width)
  const alone = [...onlyOld.map((tool) => `${tool} (old run alone)`), ...onlyNew.map((tool) => `${tool} (new run alone)`)]
  return [
    ...wrap(`old  ${old.path}: ${commandText(old.run.command)}`, width, '     '),
    ...wrap(`new  ${recent.path}: ${commandText(recent.run.command)}`, width, '     '),
    ...wrapParts(
      [
        `run time ${seconds(cost.wallSeconds)}`,
        `CPU time ${seconds(cost.cpuSeconds)}`,
        `energy ${energy}`,
        ...(normalisation === 'run' ? [] : [`the new run’s amounts ${NORMALISED[normalisation]}`]),
      ],
      width,
      '  ',
    ),
    ...(spent === null ? [] : [spentText(spent)]),
    ...(spent?.waiting === undefined
      ? []
      : [
          `waiting for other threads: ${costText(spent.waiting.old, spent.measure)} → ${costText(spent.waiting.new, spent.measure)} (${CERTAINTY[spent.waiting.significance]})`,
        ]),
    ...(alone.length > 0 ? wrap(`not compared: ${alone.join(', ')}`, width, '  ') : []),
    '',
    ...totalLines(totals, unit),
    ...(parts.length === 0 ? [] : ['', ...parts]),
  ]
}

/**
 * "28 % less CPU time by the samples: 5.10 s → 3.70 s (beyond the noise)": the clock of the whole run varies by chance.
 */
function spentText({ measure, old, new: recent, relative, significance }: NonNullable<ComparisonReport['spent']>): string {
  const name = `${COST_NAMES[measure].title}${measure === 'cpu-time' ? ' by the samples' : ''}`
  const change =
    relative === null || relative === 0
      ? `As ${measure === 'cpu-time' ? 'much' : 'many'} ${name}`
      : `${percentText(Math.abs(relative))} ${relative > 0 ? 'more' : measure === 'cpu-time' ? 'less' : 'fewer'} ${name}`
  return `${change}: ${costText(old, measure)} → ${costText(recent, measure)} (${CERTAINTY[significance]})`
}

const NORMALISED = { accesses: 'for as many accesses as the old run’s', time: 'for as much CPU time as the old run’s' } as const

function totalLines(totals: Partial<Record<Tool, ComparedTotals>>, unit: Unit): string[] {
  const all = Object.entries(totals) as Array<[Tool, ComparedTotals]>
  const areReuses = all.every(([tool]) => tool === 'reuse-distance')
  const rows = all.map(([tool, { waste, fraction, pairs, reused }]) => {
    const shown = tool === 'reuse-distance' ? reused : waste
    return [
      tool === 'reuse-distance' && !areReuses ? `${tool} (reused)` : tool,
      amountText(shown.old, unit),
      amountText(shown.new, unit),
      changeText(shown.change, unit),
      relativeText(shown),
      CERTAINTY[shown.significance],
      `${percentText(fraction.old)} → ${percentText(fraction.new)}`,
      statusCounts(pairs),
    ]
  })
  const right = (title: string) => ({ title, align: 'right' as const })
  const left = (title: string) => ({ title, align: 'left' as const })
  return tableLines(
    [left(areReuses ? 'reused' : 'waste'), right('old'), right('new'), right('change'), right('%'), left('certainty'), left('fraction'), left('pairs')],
    rows,
  )
}

/** The whole of a run's shares, if it is not the entire run: once if several tools share it. */
function partLines(totals: Partial<Record<Tool, ComparedTotals>>, width: number): string[] {
  const all = Object.entries(totals)
  return (['old', 'new'] as const).flatMap((side) => {
    const told = all.flatMap(([tool, { measured = {} }]) => (measured[side] === undefined ? [] : [{ tool, text: partText(measured[side]) }]))
    return [...Map.groupBy(told, ({ text }) => text)].flatMap(([text, tools]) =>
      wrap(`${tools.length === all.length ? '' : `${tools.map(({ tool }) => tool).join(', ')}, `}${side} run: ${text}`, width, '  '),
    )
  })
}

function statusCounts(pairs: Record<PairStatus | 'moved', number>): string {
  return (['new', 'gone', 'changed', 'unchanged', 'moved'] as const)
    .filter((status) => pairs[status] > 0)
    .map((status) => `${pairs[status]} ${status}`)
    .join(', ')
}

function pairLines({ pairs, unit, totals }: ComparisonReport, tool: Tool, width: number): string[] {
  const own = pairs.filter((pair) => pair.tool === tool)
  const counts = totals[tool]?.pairs
  const total = counts ? counts.new + counts.gone + counts.changed + counts.unchanged : own.length
  if (own.length === 0) return ['No such pairs in either run.']
  const lines = table(
    ['status', ...NUMBER_TITLES, 'earlier access → later access'],
    own.map((pair) => [statusText(pair), ...numberCells(amountOf(pair), unit), `${placesText(pair)}${pair.object === null ? '' : `  (${pair.object})`}`]),
    width,
  )
  return total > own.length ? [...lines, `${counted(total - own.length, 'more pair')} (--top ${total} shows all)`] : lines
}

/** Returns the amount that counts for the pair's relation. */
export function amountOf({ relation, waste, use, reused }: ComparedPair): ComparedNumber {
  return relation === 'REUSED_BY' ? reused : relation === 'USED_BY' || relation === 'CHANGED_BY' ? use : waste
}

const MOVES = { lines: 'other lines', path: 'other callers', text: 'same text' } as const

export function statusText({ status, moved }: Pick<ComparedPair, 'status' | 'moved'>): string {
  return moved === null ? status : `${status}, moved (${MOVES[moved]})`
}

export function placesText({ source, target }: ComparedPair): string {
  return `${placeChange(source)} → ${placeChange(target)}`
}

function placeChange({ text, oldLine, newLine }: ComparedPair['source']): string {
  return oldLine !== null && newLine !== null && oldLine !== newLine ? `${text} (was :${oldLine})` : text
}

function flatLines({ flat, unit, spent }: ComparisonReport, { profiles }: Pick<ComparedRuns, 'profiles'>, tool: Tool, width: number): string[] {
  const rows = flat.tools[tool] ?? []
  if (rows.length === 0) return [`No ${flat.by} of either run has an access that the tool looked at.`]
  const place = ({ places, module }: ComparedFlatRow): string => {
    const side = (['new', 'old'] as const).find((each) => typeof places[each]?.line === 'number') ?? (places.new === null ? 'old' : 'new')
    const at = places[side]
    return at === null ? baseName(module) : filePlace(profiles[side].files, at.file, at.line)
  }
  const spentOf = ({ runCost }: ComparedFlatRow): string[] =>
    spent === null ? [] : [runCost === undefined ? '' : `${costText(runCost.exclusive.old, spent.measure)} → ${costText(runCost.exclusive.new, spent.measure)}`]
  return table(
    [...NUMBER_TITLES, 'inclusive', ...(spent === null ? [] : [COST_NAMES[spent.measure].ownTitle]), `${flat.by} (own waste)`],
    rows.map((row) => [
      ...numberCells(row.wasteExclusive, unit),
      changeText(row.wasteInclusive.change, unit),
      ...spentOf(row),
      `${row.name}  ${flat.by === 'line' || flat.by === 'loop' ? '' : place(row)}${row.only === null ? '' : `  (${row.only} run alone)`}`.trimEnd(),
    ]),
    width,
  )
}

function objectLines({ objects, unit }: ComparisonReport, tool: Tool, width: number): string[] {
  const own = objects.filter((object: ComparedObject) => object.tool === tool)
  if (own.length === 0) return ['The tool does not tell which data its pairs are about.']
  return table(
    [...NUMBER_TITLES, 'object'],
    own.map(({ waste, name }) => [...numberCells(waste, unit), name]),
    width,
  )
}

const LONGEST_BAR = 24
const NEGLIGIBLE = 1e-5

function reuseLines(reuse: ComparedReuse | null, caches: RunDescription['caches'], width: number): string[] {
  if (!reuse) return []
  const { similarity } = reuse
  const words = (value: number | null): string => (value === null ? '' : `, similarity ${value.toFixed(3)}`)
  return [
    `Time distance${words(similarity.time)}`,
    ...overlaid(reuse.old.time, reuse.new.time, width),
    ...percentileLines(reuse.percentiles.time, reuse.old.time.unit),
    ...(reuse.old.stack && reuse.new.stack
      ? [
          '',
          `Stack distance${words(similarity.stack)}`,
          ...overlaid(reuse.old.stack, reuse.new.stack, width),
          ...percentileLines(reuse.percentiles.stack, reuse.old.stack.unit),
        ]
      : []),
    ...missRatioLines(reuse, caches),
  ]
}

function percentileLines(percentiles: ComparedPercentile[], unit: DistanceHistogram['unit']): string[] {
  if (percentiles.length === 0) return []
  const axis = (distance: number | null): string => (distance === null ? 'beyond' : unit === 'bytes' ? sizeText(distance) : amountText(distance, 'ns'))
  return [
    '',
    ...tableLines(
      [
        { title: 'share of reuses', align: 'right' },
        { title: 'old below', align: 'right' },
        { title: 'new below', align: 'right' },
        { title: 'certainty', align: 'left' },
      ],
      percentiles.map(({ share, old, new: recent, significance }) => [percentText(share), axis(old), axis(recent), CERTAINTY[significance]]),
    ),
  ]
}

/** At the caches of the new run's machine. */
function missRatioLines(reuse: ComparedReuse, caches: RunDescription['caches']): string[] {
  if (reuse.missRatio.length === 0 || caches.length === 0) return []
  const rows = caches.map(({ level, bytes }) => ({ level, bytes, ...compareMissRatios(reuse.old, reuse.new, bytes) }))
  return [
    '',
    'Miss ratio of a cache that evicts the least recently used',
    ...tableLines(
      [
        { title: 'cache', align: 'left' },
        { title: 'old', align: 'right' },
        { title: 'new', align: 'right' },
        { title: 'change', align: 'right' },
        { title: 'certainty', align: 'left' },
      ],
      rows.map(({ level, bytes, old, new: recent, change, significance }) => [
        `L${level} ${sizeText(bytes)}`,
        percentText(old),
        percentText(recent),
        change === null ? '' : pointsText(change),
        CERTAINTY[significance],
      ]),
    ),
  ]
}

function pointsText(change: number): string {
  return `${change < 0 ? '-' : '+'}${(Math.abs(change) * 100).toFixed(1)} points`
}

/** Both histograms bin by bin; with the longer one's bins if only their axes differ. */
function overlaid(old: DistanceHistogram, recent: DistanceHistogram, width: number): string[] {
  if (old.unit !== recent.unit) return ['The runs measured these distances in different units.']
  const axis = (distance: number): string => (old.unit === 'bytes' ? sizeText(distance) : amountText(distance, 'ns'))
  const last = Math.max(...[old, recent].map(({ bins }) => bins.findLastIndex(({ share }) => share > NEGLIGIBLE)))
  const most = Math.max(...[old, recent].flatMap(({ bins }) => bins.map(({ share }) => share)))
  const bar = (share: number): string => '█'.repeat(Math.round((share / most) * Math.min(LONGEST_BAR, Math.max(1, Math.floor((width - 50) / 2)))))
  return tableLines(
    [
      { title: 'distance', align: 'right' },
      { title: 'old', align: 'right' },
      { title: 'new', align: 'right' },
      { title: 'change', align: 'right' },
      { title: 'old', align: 'left' },
      { title: 'new', align: 'left' },
    ],
    old.bins.slice(0, last + 1).map(({ from, to, share }, i) => {
      const other = recent.bins[i]?.share ?? 0
      return [
        to === null ? `${axis(from)} and more` : `below ${axis(to)}`,
        percentText(share),
        percentText(other),
        pointsText(other - share),
        bar(share),
        bar(other),
      ]
    }),
  )
}

const NUMBER_TITLES = ['old', 'new', 'change', '%', 'certainty']

function numberCells(number: ComparedNumber, unit: Unit): string[] {
  return [amountText(number.old, unit), amountText(number.new, unit), changeText(number.change, unit), relativeText(number), CERTAINTY[number.significance]]
}

const LEFT_TITLES = new Set(['status', 'certainty'])

/** The minimum width of names, which are in the last column. */
const NARROWEST_NAMES = 40

/** A narrow terminal shortens names, not numbers. */
function table(titles: string[], rows: string[][], width: number): string[] {
  const columns = titles.map((title, i) => ({ title, align: i === titles.length - 1 || LEFT_TITLES.has(title) ? ('left' as const) : ('right' as const) }))
  const numbers = tableLines(
    columns.slice(0, -1),
    rows.map((row) => row.slice(0, -1)),
  )
  const room = Math.max(NARROWEST_NAMES, width - Math.max(...numbers.map((line) => line.length)) - 2)
  return tableLines(
    columns,
    rows.map((row) => [...row.slice(0, -1), fit(row.at(-1)!, room)]),
  )
}

function secondsText(seconds: number | null): string {
  return seconds === null ? '—' : amountText(seconds * 1e9, 'ns')
}

function joulesText(joules: number | null): string {
  return joules === null ? '—' : `${significant(joules, 3)} J`
}
