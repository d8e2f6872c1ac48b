/**
 * `record --calibrate`: a clock-driven profile, weighted by the accesses that a counting run of the exhaustive engine
 * counted.
 */
import { reweigh } from '../../../shared/metrics/reweighting.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import type { RunDescription } from '../../../shared/run.ts'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { countInstructions } from '../symbols/instruction_counts.ts'
import { computeIntervals } from './intervals.ts'
import type { TrapLog } from '../merge/merge_pairs.ts'
import type { WatchEnds } from '../merge/merge_watches.ts'
import { TIME_WEIGHTED } from '../notes/notes.ts'
import { percent } from '../notes/percent.ts'
import { readRecordingDirectory } from '../recording_directory.ts'
import { groupedDigits } from '../../../shared/names/counted.ts'

export interface CountingRecording {
  /** Recording of the counting run (--measure=count). */
  directory: string
  /** The command of the counting run. */
  command: string[]
  /** It had the sampled run's input; false: another input, declared by the user. */
  sameInput: boolean
  /** CPU time of the counted program without the engine, s; null: that of the sampled run, if the input is the same. */
  cpuSeconds: number | null
}

/**
 * @param traps the profile's trap log, from which the intervals are recomputed
 * @param ends of its watchpoints, for the same
 * @throws RpcError bad-file (the counting run left nothing readable), unable (accesses drove the profile already, or
 * nothing was counted)
 */
export function reweighByCounting(
  profile: ProfileTables,
  traps: TrapLog,
  ends: WatchEnds,
  { directory, command, sameInput, cpuSeconds }: CountingRecording,
): ProfileTables {
  if (profile.run.driver !== 'cpu-time')
    throw new RpcError('unable', `Only profiles sampled by the clock can be reweighted; this one is driven by ${profile.run.driver}`)
  const counts = countInstructions(profile, readRecordingDirectory(directory).processes)
  if (counts.total.loads.instances + counts.total.stores.instances === 0)
    throw new RpcError('unable', `${directory} contains no counted accesses; repeat the counting run`)
  const seconds = cpuSeconds ?? (sameInput ? profile.run.targetCpuSeconds : null)
  const reweighted = reweigh(profile, { counts, command, sameInput, cpuSeconds: seconds })
  const intervals = computeIntervals(reweighted, traps, ends, reweighted.contextTotals)
  return { ...reweighted, intervals, notes: [...reweightingNotes(reweighted.run), ...profile.notes.filter((note) => note !== TIME_WEIGHTED)] }
}

/** Caveats of a reweighted profile. */
export function reweightingNotes({ reweighted, distanceUnit }: RunDescription): string[] {
  const { covered, counted, sameInput, command, accessRate } = reweighted!
  return [
    `Reweighted by a counting run${sameInput ? '' : ` of another input (${command.join(' ')})`}: a sample represents the accesses of its instruction, divided by its samples. Shares are of accessed bytes.`,
    ...(covered < 1 ? [`${percent(1 - covered)} of the counted bytes were accessed by instructions that were never sampled. No number includes them.`] : []),
    ...(counted < 1
      ? [
          `${percent(1 - counted)} of the samples are at instructions that the counting run did not execute. They have no weight. Such code depends on processor features or on another path through the program.`,
        ]
      : []),
    ...(distanceUnit === undefined
      ? []
      : [
          accessRate === null
            ? "Reuse distances are times, because the counting run's time without the engine is unknown."
            : `Reuse distances are CPU times, converted to accesses by the mean rate of ${groupedDigits(Number(accessRate.toPrecision(3)))} per second.`,
        ]),
  ]
}
