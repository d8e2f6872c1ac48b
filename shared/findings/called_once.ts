/** Rows whose code runs once in a process: their functions are called once, and no loop is around them. */
import { entersProgram } from '../names/runtimes/start_up_functions.ts'
import { isParallelName } from '../names/runtimes/parallel_code.ts'
import type { ProfileTables } from '../profile/profile.ts'
import { isCalledRow, isFunctionRow, LOOP, UNKNOWN } from '../profile/tables.ts'
import { OWN } from './own_code.ts'

/**
 * @param owners by row of `functions` @returns by row of the tree 1 where that is known: below the program's entry, in functions of
 * its own that do not call themselves. None in a profile without loops, which may not know them.
 */
export function rowsRunOnce({ nodes, functions }: Pick<ProfileTables, 'nodes' | 'functions'>, owners: Uint8Array): Uint8Array {
  const { length, parent, kind, functionIndex } = nodes
  const once = new Uint8Array(length)
  if (!kind.includes(LOOP)) return once
  const entersMain = Uint8Array.from(functions, ({ name }) => (entersProgram(name) ? 1 : 0))
  const isOwn = Uint8Array.from(functions, ({ name }, index) => (owners[index] === OWN && !isParallelName(name) ? 1 : 0))
  const isWithinItself = (row: number): boolean => {
    for (let at = parent[row]!; at > 0; at = parent[at]!) if (isFunctionRow(kind[at]!) && functionIndex[at] === functionIndex[row]) return true
    return false
  }
  once[0] = 1
  for (let row = 1; row < length; row++) {
    if (once[parent[row]!] === 0 || kind[row] === LOOP || kind[row] === UNKNOWN) continue
    const called = functionIndex[row]!
    const isCalled = isCalledRow(kind[row]!)
    if (!isCalled || entersMain[called] === 1 || (isOwn[called] === 1 && parent[row] !== 0 && !isWithinItself(row))) once[row] = 1
  }
  return once
}
