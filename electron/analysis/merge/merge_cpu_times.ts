/** Where the CPU time went: interrupts of the sampling clock by instruction, summed over all writers. */
import type { CpuTimeTable } from '../../../shared/profile/tables.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import type { Merged } from '../merged.ts'
import { eachWriter } from './merge_pairs.ts'

/** @param instructionNode node of each merged context */
export function mergeCpuTimes(processes: RawProcess[], merged: Merged, instructionNode: Int32Array): Omit<CpuTimeTable, 'waits'> {
  const sums = new Map<number, { interrupts: number; time: number }>()
  eachWriter(processes, merged, ({ interrupts }, rows, process) => {
    const { period } = processes[process]!.header
    for (let row = 0; row < interrupts.length; row++) {
      const context = rows[interrupts.context[row]!]!
      if (context < 0) continue
      const node = instructionNode[context]!
      const sum = sums.get(node) ?? { interrupts: 0, time: 0 }
      sums.set(node, {
        interrupts: sum.interrupts + interrupts.interrupts[row]!,
        time: sum.time + (interrupts.time[row]! || interrupts.periods[row]! * period),
      })
    }
  })
  const node = Int32Array.from(sums.keys()).sort()
  return {
    length: node.length,
    node,
    interrupts: Float64Array.from(node, (row) => sums.get(row)!.interrupts),
    time: Float64Array.from(node, (row) => sums.get(row)!.time),
  }
}
