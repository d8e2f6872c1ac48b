/** Whether the kernel may have read the value of a sampled store: sampling sees only the program's accesses. */
import type { PairFacts } from '../../../shared/advice/pair_facts.ts'
import { shortFunctionName } from '../../../shared/findings/wording/short_names.ts'

/** System calls that make the kernel read the program's memory. */
const READ_BY_KERNEL = /^(?:__(?:GI_)?(?:libc_)?)?(?:p?write(?:64)?v?2?|send(?:to|m?msg)?|vmsplice|aio_write|io_submit)(?:@|$)/

export interface KernelReader {
  holder: string
  callee: string
}

/** A call in the function of either access, or in the one that calls the library for it, that makes the kernel read memory; null: none is known. */
export function kernelReader({ source, target }: Pick<PairFacts, 'source' | 'target'>): KernelReader | null {
  for (const { flow, physicalFunction, libraryCall } of [source, target]) {
    // What memcpy() puts into a buffer is read where its caller writes the buffer out.
    const holders = [[flow, physicalFunction] as const, ...(libraryCall === null ? [] : [[libraryCall.flow, libraryCall.place.function] as const])]
    for (const [holder, name] of holders) {
      const call = holder?.instructions.find(({ mnemonic, note }) => mnemonic === 'call' && note !== null && READ_BY_KERNEL.test(note))
      if (call !== undefined) return { holder: shortFunctionName(name), callee: call.note!.replace(/@.*/, '') }
    }
  }
  return null
}
