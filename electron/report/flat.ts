/** Functions of a profile with each tool's waste in their own lines and in everything below them. */
import type { NodeMetricName } from '../../shared/metrics/node_sums.ts'
import type { TotalsByTool } from '../../shared/metrics/totals.ts'
import { treeOf, treeSums } from '../../shared/metrics/tree_sums.ts'
import { filePlace } from '../../shared/names/short_paths.ts'
import { outermostSums } from '../../shared/profile/tree/call_tree.ts'
import { baseName } from '../../shared/profile/frames.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { isFunctionRow } from '../../shared/profile/tables.ts'
import type { Tool } from '../../shared/run.ts'

export interface FlatRow extends FlatNumbers {
  functionIndex: number
  name: string
  file: string | null
  line: number | null
  module: string
}

interface FlatNumbers {
  wasteExclusive: number
  useExclusive: number
  /** Recursive functions count once per path. */
  wasteInclusive: number
  useInclusive: number
  /** Accesses where every one was counted. */
  traps: number
}

/** A function with each tool's numbers. */
export type FunctionRow = Pick<FlatRow, 'functionIndex' | 'name' | 'file' | 'line' | 'module'> & { tools: Partial<Record<Tool, FlatNumbers>> }

/** Rows of functions in the tree, for sums of several tools. */
interface RowsOfFunctions {
  rows: Int32Array
  /** By position in `rows`: its function. */
  group: Int32Array
}

/** Each column is looked up once: a profile checks on each access whether it was read. */
export function rowsOfFunctions({ nodes }: ProfileTables): RowsOfFunctions {
  const { kind, functionIndex } = nodes
  const rows = new Int32Array(kind.length)
  let count = 0
  for (let row = 0; row < kind.length; row++) if (isFunctionRow(kind[row]!)) rows[count++] = row
  const found = rows.slice(0, count)
  return { rows: found, group: found.map((row) => functionIndex[row]!) }
}

/** Functions with any metric, those with the largest own waste first. */
export function flatRows(profile: ProfileTables, tool: Tool, { rows, group } = rowsOfFunctions(profile), tree = treeOf(profile)): FlatRow[] {
  const { functions } = profile
  const sums = treeSums(profile, tree, tool)
  let column: Float64Array | undefined
  const outermost = (name: NodeMetricName): Float64Array => {
    column = sums.column(name, column)
    return outermostSums(rows, group, functions.length, tree.end, column)
  }
  const wasteInclusive = outermost('wasteInclusive')
  const useInclusive = outermost('useInclusive')
  const traps = outermost('traps')
  const wasteExclusive = new Float64Array(functions.length)
  const useExclusive = new Float64Array(functions.length)
  const { kind, functionIndex: functionOf } = profile.nodes
  sums.eachExclusive((row, waste, use) => {
    if (!isFunctionRow(kind[row]!)) return
    wasteExclusive[functionOf[row]!]! += waste
    useExclusive[functionOf[row]!]! += use
  })
  return functions
    .map((_, functionIndex) => ({
      functionIndex,
      ...placeOfFunction(profile, functionIndex),
      wasteExclusive: wasteExclusive[functionIndex]!,
      useExclusive: useExclusive[functionIndex]!,
      wasteInclusive: wasteInclusive[functionIndex]!,
      useInclusive: useInclusive[functionIndex]!,
      traps: traps[functionIndex]!,
    }))
    .filter((row) => row.traps > 0)
    .sort(
      (a, b) =>
        b.wasteExclusive - a.wasteExclusive ||
        b.wasteInclusive - a.wasteInclusive ||
        b.useExclusive - a.useExclusive ||
        b.traps - a.traps ||
        a.functionIndex - b.functionIndex,
    )
}

/** Those with the largest share of any tool's own waste first. */
export function functionsSideBySide(profile: ProfileTables, tools: readonly Tool[], totals: TotalsByTool): FunctionRow[] {
  const rows = new Map<number, { row: FunctionRow; share: number }>()
  const inTree = rowsOfFunctions(profile)
  const tree = treeOf(profile)
  for (const tool of tools) {
    const own = flatRows(profile, tool, inTree, tree)
    const total = (totals[tool]?.waste ?? 0) + (totals[tool]?.use ?? 0)
    for (const { functionIndex, name, file, line, module, ...numbers } of own) {
      const known = rows.get(functionIndex) ?? { row: { functionIndex, name, file, line, module, tools: {} }, share: 0 }
      known.row.tools[tool] = numbers
      known.share = Math.max(known.share, total > 0 ? numbers.wasteExclusive / total : 0)
      rows.set(functionIndex, known)
    }
  }
  return [...rows.values()].sort((a, b) => b.share - a.share || a.row.functionIndex - b.row.functionIndex).map(({ row }) => row)
}

/** The place of a function, as flat tables show it. */
export function placeOfFunction({ functions, files, modules }: ProfileTables, functionIndex: number): Pick<FlatRow, 'name' | 'file' | 'line' | 'module'> {
  const { name, file, line, module } = functions[functionIndex]!
  return { name, file: files[file] ?? null, line: line > 0 ? line : null, module: modules[module]?.path ?? '' }
}

/** "file:line", or the module where no file is known. @param files of the profile: see shortPath */
export function functionPlace({ file, line, module }: Pick<FlatRow, 'file' | 'line' | 'module'>, files: readonly string[]): string {
  return file === null ? baseName(module) : filePlace(files, file, line)
}
