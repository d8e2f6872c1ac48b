/** `record --runs N`: the result of each run, and intervals that include the variation between runs. */
import { betweenRuns, widenByRuns } from '../../shared/metrics/statistics/run_noise.ts'
import { isUse, isWasteful, RELATIONS, TOOLS, type ToolInterval } from '../../shared/profile/profile.ts'
import type { PairTable } from '../../shared/profile/tables.ts'
import type { RunOfSeveral } from '../../shared/run.ts'
import { STATISTIC_INDEX } from '../raw/raw_layout.ts'
import type { RawProcess } from '../raw/raw_process.ts'
import { dealtSamples } from './merge/dealing.ts'
import type { MergedPairs } from './merge/merge_pairs.ts'
import type { RecordingDirectory } from './recording_directory.ts'

const NANOSECONDS_PER_MILLISECOND = 1e6
const NANOSECONDS_PER_SECOND = 1e9

/** By process: position of the run that it belongs to; null where the command was run once. */
function runOfProcesses({ description, processes }: Pick<RecordingDirectory, 'description' | 'processes'>): Int32Array | null {
  const runs = description?.runs ?? []
  if (runs.length < 2) return null
  const begins = runs.map(({ startedAt }) => Date.parse(startedAt) * NANOSECONDS_PER_MILLISECOND)
  return Int32Array.from(processes, ({ header }) =>
    Math.max(
      0,
      begins.findLastIndex((begin) => begin <= header.startRealtime),
    ),
  )
}

/** In order; undefined where the command was run once. @param merged pairs with the relations that the profile shows */
export function describeRuns(
  recording: Pick<RecordingDirectory, 'description' | 'processes'>,
  { pairs, pairRows }: Pick<MergedPairs, 'pairs' | 'pairRows'>,
): RunOfSeveral[] | undefined {
  const runOf = runOfProcesses(recording)
  if (runOf === null) return undefined
  const runs = recording.description!.runs!.map(({ startedAt, exit }): RunOfSeveral => ({
    startedAt,
    code: exit?.code ?? null,
    signal: exit?.signal ?? null,
    cpuSeconds: 0,
    tools: {},
  }))
  recording.processes.forEach((process, p) => addProcess(runs[runOf[p]!]!, process, (writer, pair) => pairs.relation[pairRows[p]![writer]![pair]!]))
  return runs
}

/** @param relationOf by writer and its pair; undefined: the pair is left out */
function addProcess(run: RunOfSeveral, { header, writers }: RawProcess, relationOf: (writer: number, pair: number) => number | undefined): void {
  const dealt = dealtSamples(header)
  for (const [writer, { pairs, statistics }] of writers.entries()) {
    run.cpuSeconds += (statistics?.[STATISTIC_INDEX.cpu_time] ?? 0) / NANOSECONDS_PER_SECOND
    for (let pair = 0; pair < pairs.length; pair++) {
      const relation = RELATIONS[relationOf(writer, pair) ?? pairs.relation[pair]!]!
      const tool = (run.tools[TOOLS[pairs.tool[pair]!]!] ??= { waste: 0, use: 0, traps: 0 })
      const amount = pairs.amount[pair]! * dealt[pairs.tool[pair]!]!
      tool.traps += pairs.traps[pair]!
      if (isWasteful(relation)) tool.waste += amount
      else if (isUse(relation)) tool.use += amount
    }
  }
}

/**
 * Widens the intervals of tools and pairs, in place, where runs differ by more than sampling explains. Sharing has no
 * useful amount, so its fraction keeps its interval.
 * @param pairRows rows of the pairs of each process and writer
 */
export function holdChanceBetweenRuns(
  recording: Pick<RecordingDirectory, 'description' | 'processes'>,
  pairs: PairTable,
  pairRows: Int32Array[][],
  intervals: ToolInterval[],
): void {
  const runOf = runOfProcesses(recording)
  const runs = describeRuns(recording, { pairs, pairRows })
  if (runOf === null || runs === undefined) return
  const totals = TOOLS.map((tool) => runs.map(({ tools }) => (tools[tool]?.waste ?? 0) + (tools[tool]?.use ?? 0)))
  for (const interval of intervals) {
    if (interval.tool === 'false-sharing') continue
    const wholes = totals[TOOLS.indexOf(interval.tool)]!
    const parts = runs.map(({ tools }) => tools[interval.tool]?.waste ?? 0)
    const [waste, whole] = [parts, wholes].map((values) => values.reduce((sum, value) => sum + value, 0)) as [number, number]
    ;[interval.low, interval.high] = widenByRuns([interval.low, interval.high], whole > 0 ? waste / whole : 0, betweenRuns(parts, wholes))
  }
  const amounts = runs.map(() => new Float64Array(pairs.length))
  recording.processes.forEach(({ header, writers }, p) => {
    const dealt = dealtSamples(header)
    writers.forEach((writer, w) => {
      for (let pair = 0; pair < writer.pairs.length; pair++) {
        const row = pairRows[p]![w]![pair]!
        if (row >= 0) amounts[runOf[p]!]![row]! += writer.pairs.amount[pair]! * dealt[writer.pairs.tool[pair]!]!
      }
    })
  })
  const reused = TOOLS.indexOf('reuse-distance')
  for (let row = 0; row < pairs.length; row++) {
    if (Number.isNaN(pairs.intervalLow[row]!) || TOOLS[pairs.tool[row]!] === 'false-sharing') continue
    const wholes = pairs.tool[row] === reused ? wholesOf(pairs, amounts, reused) : totals[pairs.tool[row]!]!
    const parts = amounts.map((of) => of[row]!)
    const whole = wholes.reduce((sum, value) => sum + value, 0)
    const share = whole > 0 ? parts.reduce((sum, value) => sum + value, 0) / whole : 0
    ;[pairs.intervalLow[row], pairs.intervalHigh[row]] = widenByRuns([pairs.intervalLow[row]!, pairs.intervalHigh[row]!], share, betweenRuns(parts, wholes))
  }
}

/** The amounts of all pairs of the tool, by run. */
function wholesOf(pairs: PairTable, amounts: Float64Array[], tool: number): number[] {
  return amounts.map((of) => of.reduce((sum, amount, row) => (pairs.tool[row] === tool ? sum + amount : sum), 0))
}
