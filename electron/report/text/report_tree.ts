/** The calling-context tree as indented text; insignificant rows are folded and counted. */
import { treeOf, treeSums } from '../../../shared/metrics/tree_sums.ts'
import { fittingName } from '../../../shared/names/fitting_name.ts'
import { shortPath } from '../../../shared/names/short_paths.ts'
import { recursionBelow, type RecursiveFrames } from '../../../shared/profile/recursion.ts'
import { loopText } from '../../../shared/profile/frames.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import type { Subtrees } from '../../../shared/profile/tree/subtrees.ts'
import { INLINED, INSTRUCTION, LINE, LOOP, ROOT, TAIL_CALL } from '../../../shared/profile/tables.ts'
import type { Tool } from '../../../shared/run.ts'
import { belowRecursion, foldedChildren, splitChildren, type Folding } from '../folded_children.ts'
import { fit, percentText, wrap } from '../format.ts'
import { nothingText } from './nothing_text.ts'

/** Deeper rows keep this indentation, so that recursion does not push text out of the terminal. */
const DEEPEST_INDENT = 24
const STEP = '  '
/** The largest part of a line, after the figures, that may be indentation: names need the rest. */
const MOST_INDENTATION = 1 / 2
/** Characters that figures leave to a name, however many they need. */
const SHORTEST_NAME = 12

/** `recursive`: this row is the first of frames that are one row. */
interface Pending {
  row: number
  depth: number
  folded: { count: number; share: number } | null
  recursive?: RecursiveFrames
}

export function treeLines(profile: ProfileTables, tool: Tool, width: number): string[] {
  const tree = treeOf(profile)
  const sums = treeSums(profile, tree, tool)
  const waste = (row: number): number => sums.value(row, 'wasteInclusive')
  const used = (row: number): number => sums.value(row, 'useInclusive')
  const decided = (row: number): number => waste(row) + used(row)
  const isDecided = decided(0) > 0
  // Reuse is neither waste nor use: its traps show where it is.
  const cost = isDecided ? decided : (row: number): number => sums.value(row, 'traps')
  const [total, allWaste] = [cost(0), waste(0)]
  if (total === 0) return wrap(nothingText(profile, tool), width, '')
  const share = (amount: number): string => percentText(isDecided ? amount / total : null)
  const title = countTitle(profile)
  return foldedTree(profile, tree, {
    header: [`  waste    used  own waste  ${title.padStart(6)}  context`],
    share: (row) => cost(row) / total,
    wasteShare: (row) => waste(row) / (allWaste || 1),
    compare: (a, b) => waste(a) - waste(b) || cost(a) - cost(b),
    cells: (row) => {
      const own = sums.value(row, 'wasteExclusive')
      return [
        share(waste(row)).padStart(7),
        share(used(row)).padStart(6),
        (own > 0 ? percentText(own / total) : '').padStart(9),
        String(sums.value(row, 'traps')).padStart(Math.max(6, title.length)),
      ].join('  ')
    },
    width,
  })
}

/** The column title of a row's count. */
export function countTitle({ run }: ProfileTables): string {
  return run.engine === 'exhaustive' ? 'accesses' : 'observations'
}

/** In trees of `compare`, later rows come first. */
export interface FoldedTree extends Folding {
  header: string[]
  /** Figures before the row's name, equally wide in every row. */
  cells(row: number): string
  width: number
}

/** The tree as indented text with figures before each row. */
export function foldedTree(profile: ProfileTables, tree: Subtrees, { header, cells, width, ...folding }: FoldedTree): string[] {
  const { nodes } = profile
  const childrenOf = (row: number): Int32Array => tree.childrenOf(row)
  const lines = [...header]
  const blank = ' '.repeat(cells(0).length + STEP.length)
  const room = Math.max(0, width - blank.length)
  const deepest = Math.min(DEEPEST_INDENT, Math.floor((room * MOST_INDENTATION) / STEP.length))
  const pending: Pending[] = [{ row: 0, depth: 0, folded: null }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { row, depth, folded, recursive } = next
    const indent = STEP.repeat(Math.min(depth, deepest))
    if (folded) {
      lines.push(`${blank}${indent}[${folded.count} more, ${percentText(folded.share)}]`)
      continue
    }
    const text =
      recursive === undefined
        ? treeRowText(profile, row, room - indent.length)
        : `[${recursive.frames} recursive frames of ${fittingName(functionName(profile, row), room - indent.length)}]`
    const figures = `${cells(row)}${STEP}${indent}`
    lines.push(`${figures}${fit(text, Math.max(SHORTEST_NAME, width - figures.length))}`)
    const run = recursive === undefined ? recursionBelow(nodes, row, childrenOf) : null
    const children =
      recursive === undefined ? foldedChildren(profile, childrenOf, row, folding) : splitChildren(nodes, row, belowRecursion(childrenOf, recursive), folding)
    if (children.folded !== null) pending.push({ row, depth: depth + 1, folded: children.folded })
    for (const child of children.large)
      pending.push({ row: child, depth: depth + 1, folded: null, ...(run !== null && child === run.hidden[0] ? { recursive: run } : {}) })
  }
  return lines
}

function functionName({ nodes, functions }: ProfileTables, row: number): string {
  return functions[nodes.functionIndex[row]!]?.name ?? ''
}

/** A row of the tree in one line. @param most characters for a function's name */
export function treeRowText(profile: ProfileTables, row: number, most = Infinity): string {
  const { nodes, functions, files, instructions, run } = profile
  const kind = nodes.kind[row]!
  const base = (file: number): string => shortPath(files, files[file]!)
  const place = nodes.file[row]! >= 0 && nodes.line[row]! > 0 ? `${base(nodes.file[row]!)}:${nodes.line[row]}` : ''
  if (kind === ROOT) return run.command[0] ?? 'program'
  if (kind === LINE) return `:${nodes.line[row]} ${base(nodes.file[row]!)}`
  if (kind === LOOP) return loopText(profile, row)
  if (kind === INSTRUCTION) return instructions[nodes.instruction[row]!]!.text ?? `0x${nodes.address[row]!.toString(16)}`
  const tag = kind === INLINED ? '[inlined] ' : kind === TAIL_CALL ? '[tail call] ' : ''
  const from = place ? `  from ${place}` : ''
  return `${tag}${fittingName(functions[nodes.functionIndex[row]!]!.name, most - tag.length - from.length)}${from}`
}
