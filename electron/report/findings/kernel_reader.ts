/** Whether the kernel may have read the value of a sampled store: sampling sees only the program's accesses. */
import type { PairFacts } from '../../../shared/advice/pair_facts.ts'
import { shortFunctionName } from '../../../shared/findings/wording/short_names.ts'

/** System calls that make the kernel read the program's memory. */
const READ_BY_KERNEL = /^(?:__(?:GI_)?(?:libc_)?)?(?:p?write(?:64)?v?2?|send(?:to|m?msg)?|vmsplice|aio_write|io_submit)(?:@|$)/

export interface KernelReader {
  holder: string
  callee: string
}

/** A call in the function of either access that makes the kernel read memory; null: none is known. */
export function kernelReader({ source, target }: Pick<PairFacts, 'source' | 'target'>): KernelReader | null {
  for (const { flow, physicalFunction } of [source, target]) {
    const call = flow?.instructions.find(({ mnemonic, note }) => mnemonic === 'call' && note !== null && READ_BY_KERNEL.test(note))
    if (call !== undefined) return { holder: shortFunctionName(physicalFunction), callee: call.note!.replace(/@.*/, '') }
  }
  return null
}
