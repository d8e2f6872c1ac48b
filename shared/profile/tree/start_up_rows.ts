/** The frames between the root of the calling-context tree and the program's main function, or what a thread runs. */
import { ENTRY } from '../../names/runtimes/start_up_functions.ts'
import type { ProfileTables } from '../profile.ts'
import { valueAt } from '../columns/lazy_property.ts'
import { isFunctionRow } from '../tables.ts'

type Tree = Pick<ProfileTables, 'nodes' | 'functions'>
type ChildrenOf = (row: number) => Int32Array

const RUST_START_UP = /(?:^|::)(?:lang_start(?:_internal)?|__rust_begin_short_backtrace|__rust_try)(?:::|<|$)/
/** Stands between the functions of RUST_START_UP, and between them and main. */
const RUST_BETWEEN = /^std::panic(?:king)?::(?:r#)?(?:try|catch_unwind)(?:::|<|$)|\bcore::ops::function::.*\bcall_(?:once|mut)\b/

/** Rows of start-up functions that only such rows are above. A function that has nothing below it is none: its cost needs a row. */
export function startUpRows(tree: Tree, childrenOf: ChildrenOf): ReadonlySet<number> {
  const rows = new Set<number>()
  const open = [0]
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    for (const child of childrenOf(row)) {
      if (!isStartUp(tree, child, childrenOf)) continue
      rows.add(child)
      open.push(child)
    }
  }
  return rows
}

/** Children of the root with those of start-up rows in the place of these, in table order. */
export function childrenBelowStartUp(startUp: ReadonlySet<number>, childrenOf: ChildrenOf): Int32Array {
  const children: number[] = []
  const open = Array.from(childrenOf(0)).reverse()
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    if (startUp.has(row)) open.push(...Array.from(childrenOf(row)).reverse())
    else children.push(row)
  }
  return Int32Array.from(children)
}

function isStartUp(tree: Tree, row: number, childrenOf: ChildrenOf): boolean {
  const name = functionName(tree, row)
  if (name === null) return false
  // Rust's main in C calls lang_start, which calls the program's.
  if (name === 'main') return childrenOf(row).some((child) => RUST_START_UP.test(functionName(tree, child) ?? ''))
  return (ENTRY.test(name) || RUST_START_UP.test(name) || RUST_BETWEEN.test(name)) && childrenOf(row).length > 0
}

function functionName({ nodes, functions }: Tree, row: number): string | null {
  return isFunctionRow(valueAt(nodes, 'kind', row)) ? (functions[valueAt(nodes, 'functionIndex', row)]?.name ?? null) : null
}
