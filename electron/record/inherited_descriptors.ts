import type { IOType } from 'node:child_process'

/** Set by the launcher script: numbers of the open descriptors for the recorded program, beyond 0, 1, 2. */
const variable = 'HAGSTONE_INHERITED_DESCRIPTORS'
/** The kernel's limit on descriptors of a process is higher, but no shell passes more. */
const highestDescriptor = 1023

/**
 * The target's descriptors as spawn() wants them: the first three and those that the launcher was started with, each
 * under its own number. Removes the launcher's variable from `environment`.
 */
export function takeInheritedDescriptors(environment: Record<string, string>): Array<IOType | number> {
  const numbers = (environment[variable] ?? '')
    .split(' ')
    .filter((word) => /^\d+$/.test(word))
    .map(Number)
  delete environment[variable]
  const descriptors: Array<IOType | number> = ['inherit', 'inherit', 'inherit']
  for (const number of numbers) {
    if (number < 3 || number > highestDescriptor) continue
    // Descriptors between them stay closed: spawn() closes 'ignore' from 3 up.
    while (descriptors.length < number) descriptors.push('ignore')
    descriptors[number] = number
  }
  return descriptors
}
