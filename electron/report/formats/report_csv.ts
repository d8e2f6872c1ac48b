/** Tables of a profile as CSV (RFC 4180): amounts in the run's unit, shares 0..1, empty where unknown. */
import type { FindingPlace, Findings } from '../../../shared/findings/finding.ts'
import { costInterval, runCostTotal } from '../../../shared/metrics/run_cost.ts'
import { threadTimes } from '../../../shared/metrics/waiting.ts'
import { fraction } from '../../../shared/metrics/totals.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import type { DistanceHistogram, PairReport, ReuseReport } from '../../../shared/report.ts'
import { leafOf, type Frame } from '../../../shared/profile/frame.ts'
import { csvLine, csvText, type Cell } from '../../../shared/tables/table_text.ts'
import { pairFindingText } from '../advice/advice_text.ts'
import { findingsWithPairs, type FindingOptions, type FindingsWithPairs } from '../findings/findings.ts'
import { functionCosts, ownInterrupts } from '../run_cost.ts'
import { flatRows, placeOfFunction } from '../flat.ts'
import { regionReports } from '../spatial_values.ts'
import { rankReports } from '../ranks.ts'
import { objectReports } from '../objects.ts'
import { largestPairs, reportsOfPairs, wholeProgram, writtenReport, type ReportOptions } from '../report.ts'
import { hasReuse, readReuse } from '../reuse_observations.ts'
import { reusedObjectReports } from '../reused_objects.ts'
import { valuesReport } from '../values/values_report.ts'

/** Largest first, unless some are chosen. */
export interface CsvPairs {
  /** At most this many of each tool; absent: all. */
  top?: number
  /** Only these, in this order; null or absent: all. */
  chosen?: Int32Array | null
  /** The finding of each; absent: findings are gathered. */
  ofPair?: FindingsWithPairs['ofPair']
  /** How findings are gathered. */
  findings?: FindingOptions
  /** See ReportOptions. */
  kept?: ReportOptions['kept']
}

/** `pairsCsvLines` as one text. */
export function pairsCsv(profile: ProfileTables, pairs: CsvPairs = {}): string {
  return [...pairsCsvLines(profile, pairs)].join('')
}

/** Generated on demand: those of a long run do not fit into one text. Advice is that of the pair's finding. */
export function* pairsCsvLines(profile: ProfileTables, { top = Infinity, chosen = null, findings = {}, kept, ofPair }: CsvPairs): Generator<string> {
  const { unit, distanceUnit } = profile.run
  const distance = distanceUnit === 'cpu-time' ? 'ns' : 'accesses'
  const sizes = profile.run.caches
  yield csvLine([
    'tool',
    'relation',
    `waste (${unit})`,
    `use (${unit})`,
    'share of waste',
    'share of total',
    '95 % low',
    '95 % high',
    'traps',
    'source function',
    'source file',
    'source line',
    'source instruction',
    'target function',
    'target file',
    'target line',
    'target instruction',
    'source context',
    'target context',
    'comparison',
    'sharing',
    'reuse of',
    'object',
    'common ancestor',
    `distance p50 (${distance})`,
    `distance p90 (${distance})`,
    ...sizes.map(({ bytes }) => `share beyond ${bytes} bytes`),
    'latency (cycles)',
    'cache-miss share',
    'scope',
    'scope kind',
    'interleaved instances',
    'interleaved bytes',
    'advice',
    'sure',
    'remedy',
    'evidence',
    'cause',
    'finding',
  ])
  const reports =
    kept === undefined
      ? reportsOfPairs(profile, chosen ?? Int32Array.from(largestPairs(profile, top)), ofPair ?? findingsWithPairs(profile, findings).ofPair)
      : writtenReport(profile, { top, kept }).pairs
  for (const pair of reports)
    yield csvLine(
      pairCells(
        pair,
        sizes.map(({ bytes }) => bytes),
      ),
    )
}

/** Places by role: if both are one, the later ones are empty. */
export function findingsCsv({ findings }: Findings): string {
  const header = [
    'id',
    'title',
    'class',
    'tools',
    'relation',
    'share of run',
    '95 % low',
    '95 % high',
    'share',
    'sure',
    'observations',
    'few observations',
    'pairs',
    'threads',
    'contexts',
    'data',
    'earlier function',
    'earlier file',
    'earlier line',
    'later function',
    'later file',
    'later line',
    'cause',
    'remedy',
    'bound',
    'evidence',
  ]
  return csv(
    header,
    findings.map((finding) => {
      const place = (wanted: FindingPlace['role']): Cell[] => {
        const found = finding.places.find(({ role }) => role === wanted)
        return [found?.function ?? null, found?.file ?? null, found?.line ?? null]
      }
      return [
        finding.id,
        finding.title,
        finding.class,
        finding.tools.join(' '),
        finding.relation,
        finding.shareOfRun,
        finding.interval?.[0] ?? null,
        finding.interval?.[1] ?? null,
        finding.share,
        finding.sureness,
        finding.observations,
        finding.fewObservations ? 'yes' : 'no',
        finding.pairs,
        finding.threads,
        finding.contextCount,
        finding.data,
        ...place('earlier'),
        ...place('later'),
        finding.cause,
        finding.remedy,
        finding.bound?.text ?? null,
        finding.evidence.join(' '),
      ]
    }),
  )
}

/** Functions by the run's own cost in them; empty if it was not measured. */
export function runCostCsv(profile: ProfileTables, top = Infinity): string {
  const total = runCostTotal(profile)
  const place = ['function', 'file', 'line', 'module']
  const header =
    total?.measure === 'instructions'
      ? [...place, 'own executed instructions', 'inclusive executed instructions', 'share of executed instructions', 'inclusive share', 'waiting']
      : [
          ...place,
          'own CPU time (ns)',
          'inclusive CPU time (ns)',
          'share of CPU time',
          '95 % low',
          '95 % high',
          'inclusive share',
          'interrupts',
          'waiting (ns)',
        ]
  const rows = [...functionCosts(profile)]
  return csv(
    header,
    total === null
      ? []
      : rows.slice(0, top).map(([index, { exclusive, inclusive, waiting, observations }]) => {
          const { name, file, line, module } = placeOfFunction(profile, index)
          const interval = costInterval(exclusive, ownInterrupts({ exclusive, inclusive, waiting, observations }), total)
          return [
            name,
            file,
            line,
            module,
            exclusive,
            inclusive,
            exclusive / total.amount,
            ...(interval ?? []),
            inclusive / total.amount,
            ...(interval === null ? [] : [observations]),
            total.waiting === undefined ? null : waiting,
          ]
        }),
  )
}

/** Has the rows of every recorded tool. */
export function flatCsv(profile: ProfileTables, top = Infinity): string {
  const { unit, tools } = profile.run
  const header = [
    'tool',
    'function',
    'file',
    'line',
    'module',
    `own waste (${unit})`,
    `own use (${unit})`,
    `inclusive waste (${unit})`,
    `inclusive use (${unit})`,
    'traps',
    'own fraction',
    'inclusive fraction',
  ]
  return csv(
    header,
    tools.flatMap((tool) =>
      flatRows(profile, tool)
        .slice(0, top)
        .map((row) => [
          tool,
          row.name,
          row.file,
          row.line,
          row.module,
          row.wasteExclusive,
          row.useExclusive,
          row.wasteInclusive,
          row.useInclusive,
          row.traps,
          fraction(row.wasteExclusive, row.useExclusive),
          fraction(row.wasteInclusive, row.useInclusive),
        ]),
    ),
  )
}

export function statisticsCsv(profile: ProfileTables): string {
  return csv(
    ['counter', 'value', 'meaning'],
    profile.counters.map((counter) => [counter.name, counter.value, counter.description]),
  )
}

/** One row per thread and tool that trapped in it. */
export function threadsCsv(profile: ProfileTables): string {
  const { unit } = profile.run
  const times = threadTimes(profile)
  return csv(
    ['rank', 'process', 'thread', 'name', 'cpu time (ns)', 'coverage', 'samples', 'tool', 'traps', `waste (${unit})`, `use (${unit})`, 'waiting'],
    profile.threads.flatMap((thread, row) => {
      const { all, waiting } = times?.[row] ?? { all: 0, waiting: 0 }
      const waits = all > 0 ? waiting / all : null
      const start = [thread.rank, thread.process, thread.thread, thread.name, thread.cpuTime < 0 ? null : thread.cpuTime, thread.coverage, thread.samples]
      const tools = Object.entries(thread.tools).map(([tool, { traps, waste, use }]) => [...start, tool, traps, waste, use, waits])
      return tools.length > 0 ? tools : [[...start, null, 0, 0, 0, waits]]
    }),
  )
}

/** One row per rank and tool that trapped in it. */
export function ranksCsv(profile: ProfileTables): string {
  const { unit } = profile.run
  return csv(
    ['rank', 'processes', 'threads', 'cpu time (s)', 'samples', 'tool', 'traps', `waste (${unit})`, `use (${unit})`, 'fraction', 'waiting'],
    rankReports(profile).flatMap(({ tools, ...rank }) => {
      const start = [rank.rank, rank.processes, rank.threads, rank.cpuSeconds, rank.samples]
      const rows = Object.entries(tools).map(([tool, { traps, waste, use, fraction }]) => [
        ...start,
        tool,
        traps,
        waste,
        use,
        fraction,
        rank.waitingShare ?? null,
      ])
      return rows.length > 0 ? rows : [[...start, null, 0, 0, 0, null, rank.waitingShare ?? null]]
    }),
  )
}

export function objectsCsv(profile: ProfileTables, top = Infinity): string {
  const { unit } = profile.run
  const header = [
    'object',
    'module',
    'tool',
    `waste (${unit})`,
    `use (${unit})`,
    'traps',
    'pairs',
    'kind',
    'size (bytes)',
    'allocated by',
    'loads',
    'loaded bytes',
    'precise loads',
    'precise bytes',
    'approximate loads',
    'approximate bytes',
    'fraction of its loads',
  ]
  return csv(
    header,
    objectReports(profile)
      .slice(0, top)
      .map(({ name, module, tool, waste, use, traps, pairs, kind, bytes, allocation, loads }) => [
        name,
        module,
        tool,
        waste,
        use,
        traps,
        pairs,
        kind ?? null,
        bytes ?? null,
        allocation ? chain(allocation) : null,
        loads?.instances ?? null,
        loads?.bytes ?? null,
        loads?.precise.instances ?? null,
        loads?.precise.bytes ?? null,
        loads?.approximate.instances ?? null,
        loads?.approximate.bytes ?? null,
        loads?.fraction ?? null,
      ]),
  )
}

/**
 * One row per value table, without full profiles beside convergent ones. Values as "value count", the most frequent
 * first.
 */
export function valuesCsv(profile: ProfileTables, top = Infinity): string {
  const header = [
    'role',
    'type',
    'operation',
    'subject',
    'variable',
    'function',
    'file',
    'line',
    'module',
    'address',
    'instruction',
    'bytes',
    'executions',
    'profiled',
    'share of instructions',
    'Inv-1',
    'Inv-5',
    'MRV-1',
    'zero',
    'estimated Inv-1',
    'values',
  ]
  return csv(
    header,
    (valuesReport(profile, top)?.sites ?? []).map((site) => [
      site.role,
      site.instructionClass,
      site.operation,
      site.subject,
      site.name,
      site.function,
      site.file,
      site.line,
      site.module,
      site.address,
      site.instruction,
      site.bytes,
      site.executions,
      site.profiled,
      site.executedShare,
      site.inv1,
      site.inv5,
      site.mrv1,
      site.zero,
      site.estimated,
      site.values.map(({ text, count }) => `${text} ${count}`).join('; '),
    ]),
  )
}

/** One row per region and tool. */
export function regionsCsv(profile: ProfileTables): string {
  const { unit } = profile.run
  const header = ['region', 'tool', `waste (${unit})`, `use (${unit})`, 'fraction', 'traps']
  return csv(
    header,
    regionReports(profile).flatMap(({ name, totals }) =>
      Object.entries(totals).map(([tool, { waste, use, fraction, traps }]) => [name, tool, waste, use, fraction, traps]),
    ),
  )
}

/**
 * Both histograms and the miss-ratio curve in one table: what, from, to, share, and the data object (empty: the whole
 * program). Empty if no reuse was recorded.
 */
export function reuseCsv(profile: ProfileTables, shown: ReportOptions['reuse'] = {}, top = Infinity): string {
  const header = ['table', 'unit', 'from', 'to', 'share', 'object']
  if (!hasReuse(profile)) return csv(header, [])
  const question = wholeProgram(profile, shown)
  const objects = reusedObjectReports(profile, question, top)
  return csv(header, [
    ...cellsOfGranularities(readReuse(profile, question), null),
    ...objects.flatMap(({ name, reuse: own }) => cellsOfGranularities(own, name)),
  ])
}

/** @param object null: of the whole program */
function cellsOfGranularities(reuse: ReuseReport, object: string | null): Cell[][] {
  const others = (reuse.exact?.otherGranularities ?? []).flatMap((other) => reuseCells(other, `${other.granularity} `))
  return [...reuseCells(reuse, ''), ...others].map((cells) => [...cells, object])
}

/** @param prefix of the table column: granularities other than the run's */
function reuseCells({ time, stack, missRatio, exact }: ReuseReport, prefix: string): Cell[][] {
  const bins = (name: string, histogram: DistanceHistogram): Cell[][] => [
    ...histogram.bins.map(({ from, to, share }) => [`${prefix}${name}`, histogram.unit, from, to, share]),
    ...histogram.percentiles.map(({ share, distance }) => [`${prefix}${name} percentile`, histogram.unit, null, distance, share]),
  ]
  return [
    ...bins('time distance', time),
    ...(stack ? bins('stack distance', stack) : []),
    ...(exact ? bins('stack distance from time', exact.stackFromTime) : []),
    ...missRatio.map(({ bytes, ratio }) => [`${prefix}miss ratio`, 'bytes', bytes, null, ratio]),
  ]
}

function pairCells(pair: PairReport, sizes: number[]): Cell[] {
  const source = leafOf(pair.source)
  const target = leafOf(pair.target)
  const { distance, latency } = pair
  return [
    pair.tool,
    pair.relation,
    pair.waste,
    pair.use,
    pair.shareOfWaste,
    pair.shareOfTotal,
    pair.ci95?.[0] ?? null,
    pair.ci95?.[1] ?? null,
    pair.traps,
    source.function,
    source.file,
    source.line,
    source.instruction,
    target.function,
    target.file,
    target.line,
    target.instruction,
    chain(pair.source),
    chain(pair.target),
    pair.comparison,
    pair.sharing,
    pair.reuseOf,
    pair.object,
    pair.commonAncestor,
    distance?.p50 ?? null,
    distance?.p90 ?? null,
    ...sizes.map((bytes) => distance?.beyond.find((size) => size.bytes === bytes)?.share ?? null),
    latency?.cycles ?? null,
    latency?.missShare ?? null,
    pair.scope,
    pair.scopeKind ?? null,
    pair.interleaved?.instances ?? null,
    pair.interleaved?.bytes ?? null,
    ...adviceCells(pair),
  ]
}

/** The text of reports: the pair's finding, else why it has none, else the pair's own advice. */
function adviceCells({ advice, finding }: PairReport): Cell[] {
  if (finding?.kind === 'left-out') return [pairFindingText(finding), null, null, null, null, null]
  if (finding != null) {
    const { title, sureness, remedy, evidence, cause } = finding.finding
    return [title, sureness, remedy, evidence.join(' '), cause, finding.rank]
  }
  return [advice?.title ?? null, advice?.sureness ?? null, advice?.remedy ?? null, advice?.evidence.join(' ') ?? null, advice?.cause ?? null, null]
}

function chain(frames: Frame[]): string {
  return frames.map((frame) => frame.function).join(' > ')
}

export function csv(header: string[], rows: Cell[][]): string {
  return csvText([header, ...rows])
}
