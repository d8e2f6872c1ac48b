/** Plain sentences about the gaps of a run that counted every access. */
import { counterValue } from '../../../shared/profile/counters.ts'
import { counted } from '../../../shared/names/counted.ts'
import type { Counter } from '../../../shared/profile/profile.ts'
import type { RunDescription } from '../../../shared/run.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import type { StatisticName } from '../../raw/raw_layout.ts'
import type { CountedAccesses } from '../merged.ts'
import { isExecutedKnown } from '../merge/merge_executed.ts'
import { percent } from './percent.ts'
import { secondsHeldBack } from '../run_description.ts'

/** Share of loads above which those in no object get a note. */
const NOTABLE = 0.1

export interface ExhaustiveRun {
  run: RunDescription
  recording: { processes: RawProcess[] }
  counters: Counter[]
  merged: { accesses: CountedAccesses }
  /** Pairs whose measured scope is not a row of the tree. */
  lostScopes: number
  /** Bytes that ended in pairs, but were not counted as accessed. */
  shortfall: number
}

export function exhaustiveNotes({ run, recording, counters, merged, lostScopes, shortfall }: ExhaustiveRun): string[] {
  const count = (name: StatisticName): number => counterValue(counters, name)
  const { total, loads, stores } = merged.accesses
  const notes: string[] = []
  if (run.windows) {
    const { on, off, covered } = run.windows
    notes.push(
      `Bursty: ${millions(on)} instructions measured and ${millions(off)} skipped in turn, ${percent(covered)} of all instructions in ${counted(count('windows'), 'window')}. Numbers are those of the windows, not of the run. Nothing carries over from one window to the next.`,
    )
  }
  if (isMeasuring(run) && total.loads.bytes + total.stores.bytes === 0)
    notes.push('Accesses were not counted by context, so there are no useful amounts and no fraction.')
  if (total.loads.bytes + total.stores.bytes > 0 && loads.bytes.length + stores.bytes.length === 0)
    notes.push('Executions were counted for the whole run only, not by calling context.')
  const kernel = count('kernel_load_bytes') + count('kernel_store_bytes')
  if (kernel > 0) notes.push(`Kernel reads and writes of memory are also counted (${counted(kernel, 'byte')}), in rows that name the system call.`)
  if (recording.processes.some(({ writers }) => writers.some(({ exact }) => (exact?.contextCounts.length ?? 0) > 0))) {
    const executed = isExecutedKnown(recording.processes, merged.accesses) ? '' : ' Executed instructions are not known by calling context.'
    notes.push(
      `The program has too many combinations of code and calling context to count each. Useful amounts are exact per calling context, but divided among its instructions by their share in the whole run.${executed}`,
    )
  }
  if (run.threads > 1) notes.push('Threads ran one at a time, so they interleaved differently than without the engine.')
  const full = count('dropped_pairs_full')
  if (full > 0)
    notes.push(
      `${counted(full, 'access is', 'accesses are')} missing from the pairs, because the table of pairs was full. It has the pairs that came first${run.tools.includes('reuse-distance') ? '; reuse distances of the whole program are complete' : ''}.`,
    )
  const distances = count('dropped_distances_full')
  if (distances > 0) notes.push(`The distances of ${counted(distances, 'reuse')} did not fit into their pairs. Those of the whole program are complete.`)
  const values = count('dropped_values_full')
  if (values > 0) notes.push(`${counted(values, 'table')} of values did not fit into the recording and ${values === 1 ? 'is' : 'are'} missing.`)
  const forms = count('dropped_access_form')
  if (forms > 0) notes.push(`${counted(forms, 'access is', 'accesses are')} missing, because the engine does not support their form.`)
  const nameless = namelessLoads(recording.processes, count('load_bytes') + count('kernel_load_bytes'))
  if (run.tools.includes('spatial-loads') && nameless > NOTABLE)
    notes.push(
      `Spatial loads: ${percent(nameless)} of the loaded bytes are in no named data object (the stack, static data without symbols), so they are not covered.`,
    )
  if (lostScopes > 0) notes.push(`The measured scope of ${counted(lostScopes, 'pair')} is a loop that the symbols on this machine do not contain.`)
  if (shortfall > 0)
    notes.push(`${counted(shortfall, 'byte')} ended in a pair, but were not counted as accessed there. Useful amounts are at least as large as shown.`)
  if (recording.processes.some(({ header }) => header.state === 'running') && run.exit.state === 'killed')
    notes.push(
      `The target was killed from outside. Bytes that were not used or overwritten until then count as useful, and the last ${secondsHeldBack} seconds may be missing.`,
    )
  return notes
}

/** Share of the loaded bytes that are in no data object. */
function namelessLoads(processes: RawProcess[], loadedBytes: number): number {
  const named = processes.reduce(
    (sum, { writers }) =>
      sum + writers.reduce((sum, { exact }) => sum + (exact === null ? 0 : exact.objectCounts.bytes.reduce((sum, bytes) => sum + bytes, 0)), 0),
    0,
  )
  return loadedBytes > 0 ? Math.max(0, 1 - named / loadedBytes) : 0
}

/** Reuse has no useful share, and a counting run measures nothing else. */
function isMeasuring({ tools }: RunDescription): boolean {
  return tools.some((tool) => tool !== 'reuse-distance' && tool !== 'spatial-loads')
}

function millions(instructions: number): string {
  return instructions % 1e6 === 0 ? `${instructions / 1e6} million` : String(instructions)
}
