/** The processors of this machine. */
import { cpus } from 'node:os'
import type { MachineProcessors } from '../../../shared/machine.ts'

/** Empty where the kernel lists none (/proc may be hidden in a sandbox), or no model. */
export function machineProcessors(listed: Array<{ model: string }> = cpus()): { processors?: MachineProcessors } {
  const model = listed[0]?.model.trim().replaceAll(/\s+/g, ' ') ?? ''
  return model === '' || model === 'unknown' ? {} : { processors: { model, count: listed.length } }
}
