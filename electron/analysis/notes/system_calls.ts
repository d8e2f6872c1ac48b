/** Names of the system calls that represent the kernel in a recording. */
import { isKernel } from '../merge/merge_contexts.ts'
import type { Merged } from '../merged.ts'
import { SYSTEM_CALLS } from './system_call_names.ts'

/** By location: "read(2)", or "system call 999" of one that is not known. */
export function nameSystemCalls({ locations }: Pick<Merged, 'locations'>): Map<number, string> {
  const names = new Map<number, string>()
  for (let location = 0; location < locations.length; location++) {
    if (!isKernel(locations, location)) continue
    const number = locations.offset[location]!
    const name = SYSTEM_CALLS[number]
    names.set(location, name ? `${name}(2)` : `system call ${number}`)
  }
  return names
}
