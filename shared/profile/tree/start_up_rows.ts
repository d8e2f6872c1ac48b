/** The frames between the root of the calling-context tree, or the creation of a thread, and the program's main function, or the thread's function. */
import { CALLED_BY_ENTRY, ENTRY } from '../../names/runtimes/start_up_functions.ts'
import { creationRows } from '../created_threads.ts'
import type { ProfileTables } from '../profile.ts'
import { valueAt } from '../columns/lazy_property.ts'
import { isFunctionRow } from '../tables.ts'
import type { ChildrenOf } from './subtrees.ts'

type Tree = Pick<ProfileTables, 'nodes' | 'functions' | 'files'>

const RUST_START_UP =
  /(?:^|::)(?:lang_start(?:_internal)?|__rust_begin_short_backtrace|__rust_try)(?:::|<|$)|^<?std::sys::.*\bthread_start$|^std::thread::.*\bspawn_unchecked_?::\{/
/** Stands between the functions of RUST_START_UP, and between them and main. */
const RUST_BETWEEN = /^std::panic(?:king)?::(?:r#)?(?:try|catch_unwind)(?:::|<|$)|\bcore::ops::function::.*\bcall_(?:once|mut)\b/

/** Functions of libstdc++ between the start of a std::thread and the function it was given. */
const CPP_START_UP = /^execute_native_thread_routine$|(?:^|\s)std::(?:thread::_(?:State_impl|Invoker)|__invoke(?:_impl)?)</
/** Its first function has no name in libraries without a symbol table. */
const CPP_LIBRARY = /^libstdc\+\+\.so/

/** GNU Fortran makes a main, which calls the program that was written. */
const FORTRAN = /\.(?:f|for|ftn|fpp|f\d\d)$/i

/** Rows of start-up functions that only such rows are above. A function that has nothing below it is none: its cost needs a row. */
export function startUpRows(tree: Tree, childrenOf: ChildrenOf): ReadonlySet<number> {
  return startUpRowsBelow(tree, [0, ...creationRows(tree)], childrenOf)
}

/** The same of rows below these alone. */
export function startUpRowsBelow(tree: Tree, from: readonly number[], childrenOf: ChildrenOf): ReadonlySet<number> {
  const rows = new Set<number>()
  const open = [...from]
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    for (const child of childrenOf(row)) {
      if (!isStartUp(tree, child, childrenOf)) continue
      rows.add(child)
      open.push(child)
    }
  }
  return rows
}

/** Children of a row with those of start-up rows instead of these, in table order. */
export function childrenBelowStartUp(startUp: ReadonlySet<number>, row: number, childrenOf: ChildrenOf): Int32Array {
  const direct = childrenOf(row)
  if (startUp.size === 0 || !direct.some((child) => startUp.has(child))) return direct
  const children: number[] = []
  const open = Array.from(direct).reverse()
  for (let child = open.pop(); child !== undefined; child = open.pop()) {
    if (startUp.has(child)) open.push(...Array.from(childrenOf(child)).reverse())
    else children.push(child)
  }
  return Int32Array.from(children)
}

function isStartUp(tree: Tree, row: number, childrenOf: ChildrenOf): boolean {
  const name = functionName(tree, row)
  if (name === null) return false
  if (name === 'main' && isMadeByFortran(tree, row)) return childrenOf(row).length > 0
  // Rust's main in C calls lang_start, which calls the program's.
  if (name === 'main') return childrenOf(row).some((child) => RUST_START_UP.test(functionName(tree, child) ?? ''))
  if (childrenOf(row).some((child) => CALLED_BY_ENTRY.test(functionName(tree, child) ?? ''))) return true
  if (CPP_LIBRARY.test(name)) return childrenOf(row).some((child) => CPP_START_UP.test(functionName(tree, child) ?? ''))
  return (ENTRY.test(name) || CPP_START_UP.test(name) || RUST_START_UP.test(name) || RUST_BETWEEN.test(name)) && childrenOf(row).length > 0
}

/** A program may be named main, too: it is below the one that was made. */
function isMadeByFortran(tree: Tree, row: number): boolean {
  const { nodes, functions, files } = tree
  const file = functions[valueAt(nodes, 'functionIndex', row)]!.file
  return file >= 0 && FORTRAN.test(files[file]!) && functionName(tree, valueAt(nodes, 'parent', row)) !== 'main'
}

function functionName({ nodes, functions }: Tree, row: number): string | null {
  return isFunctionRow(valueAt(nodes, 'kind', row)) ? (functions[valueAt(nodes, 'functionIndex', row)]?.name ?? null) : null
}
