/**
 * Inlined functions of the program that only compute with values: operators of vectors, wrappers of vector instructions. Nobody looks
 * for waste in them: the line that uses them names the data (docs/metrics.md, Findings). Elements of containers and members that are
 * read by a pointer are no such values.
 */
import type { Profile, ProfileTables } from '../profile/profile.ts'
import { valueAt } from '../profile/columns/lazy_property.ts'
import { INLINED, isCalledRow, isFunctionRow, LINE, LOOP } from '../profile/tables.ts'
import { isOperator } from './own_code.ts'

/** Lines from the name of a function to its end: braces may have lines of their own. */
const MOST_LINES_BELOW_NAME = 3

function isClose(its: ProfileTables['functions'][number], file: number, line: number): boolean {
  return file === its.file && line >= its.line && line <= its.line + MOST_LINES_BELOW_NAME
}

/** A copy, an element, or what a pointer leads to has a name of its own in the function. */
const OF_STRING = /\bbasic_string<.*>::operator\+=|\bstd::string::operator\+=/
const OPERATOR_OF_VALUES = /(?:^|::)operator(?:[-+*/%^&|]=?|<<=?|>>=?|[<>=!]=|[<>])(?:\((?!\))|$)/

/**
 * By row of `functions`: 1 if it is an operator of values, or if all that it does is by instructions that are written as calls; all that
 * was seen of it must be inlined, in lines close to its name, and without a loop or a call that is not inlined.
 */
export function wrapperFunctions({ nodes, functions }: Pick<ProfileTables, 'nodes' | 'functions'>): Uint8Array {
  const { length, parent, kind, functionIndex, file, line } = nodes
  const isMore = Uint8Array.from(functions, ({ line: first }) => (first <= 0 ? 1 : 0))
  for (let row = 1; row < length; row++) {
    const rowKind = kind[row]!
    const index = functionIndex[row]!
    if (rowKind === LOOP && index >= 0) isMore[index] = 1
    if (rowKind !== LINE && !isFunctionRow(rowKind)) continue
    // The line of a function's row is that of the call, in the function above.
    const holder = rowKind === LINE ? index : functionIndex[parent[row]!]!
    if (holder < 0 || line[row]! <= 0) continue
    if (isCalledRow(rowKind) || !isClose(functions[holder]!, file[row]!, line[row]!)) isMore[holder] = 1
  }
  const standsFor = Uint8Array.from(functions, ({ name }) => (isOperator(name) ? 1 : 0))
  const isWrapper = Uint8Array.from(functions, ({ name }, index) => (isMore[index] === 0 && OPERATOR_OF_VALUES.test(name) && !OF_STRING.test(name) ? 1 : 0))
  // Functions that are inlined into a row's function have later rows.
  for (let row = length - 1; row > 0; row--) {
    if (kind[row] !== INLINED || functionIndex[row]! < 0) continue
    const above = functionIndex[parent[row]!]!
    if ((standsFor[functionIndex[row]!] === 1 || isWrapper[functionIndex[row]!] === 1) && above >= 0 && isMore[above] === 0) isWrapper[above] = 1
  }
  return isWrapper
}

/**
 * Whether the function in a row of a path through the tree only stands for one instruction, perhaps by other functions that do.
 * @param path rows from the root to the access
 * @param at position in `path`
 */
export function standsForInstruction({ nodes, functions }: Pick<Profile, 'nodes' | 'functions'>, path: readonly number[], at: number): boolean {
  const inlined = path.slice(at).filter((row) => valueAt(nodes, 'kind', row) !== LINE)
  for (const [position, row] of inlined.entries()) {
    if (valueAt(nodes, 'kind', row) !== INLINED) return false
    const { name } = functions[valueAt(nodes, 'functionIndex', row)]!
    if (isOperator(name)) return true
    const next = inlined[position + 1]
    // The line of a function's row is that of the call, in the function above.
    if (next === undefined || !isClose(functions[valueAt(nodes, 'functionIndex', row)]!, valueAt(nodes, 'file', next), valueAt(nodes, 'line', next)))
      return false
  }
  return false
}
