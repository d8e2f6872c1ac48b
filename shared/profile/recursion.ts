/** Frames of a function that calls itself again and again, as one row: the tree of a recursion is as deep as the recursion. */
import { valueAt } from './columns/lazy_property.ts'
import type { ProfileTables } from './profile.ts'
import { INSTRUCTION, isFunctionRow, LINE } from './tables.ts'
import type { ChildrenOf } from './tree/subtrees.ts'

type Nodes = Pick<ProfileTables['nodes'], 'kind' | 'functionIndex'>

/** The frames between the first and the last frame of a recursion. */
export interface RecursiveFrames {
  /** Their rows, each below the one before; loops and functions that they call each other through are among them. */
  hidden: number[]
  /** Functions among them. */
  frames: number
  /** The innermost frame of the recursion, below the hidden ones. */
  last: number
}

/** With fewer, the frames themselves say more. */
export const FEWEST_RECURSIVE = 8
/** Between two frames of one function, for functions that call each other. */
export const MOST_BETWEEN = 4
/** Rows searched for the next frame: a wide tree is no chain. */
const MOST_LOOKED_AT = 64

/** Null where the row is no function's, or its frames do not stand in one chain of at least FEWEST_RECURSIVE + 2. */
export function recursionBelow(nodes: Nodes, row: number, childrenOf: ChildrenOf): RecursiveFrames | null {
  if (!isFunctionRow(valueAt(nodes, 'kind', row))) return null
  const hidden: number[] = []
  for (let way = wayToNext(nodes, row, childrenOf); way !== null; way = wayToNext(nodes, way.at(-1)!, childrenOf)) hidden.push(...way)
  const last = hidden.pop()
  const frames = hidden.filter((each) => isFunctionRow(valueAt(nodes, 'kind', each))).length
  return last === undefined || frames < FEWEST_RECURSIVE ? null : { hidden, frames, last }
}

/** Rows from below this frame to the next one of its function; null where there is none, or more than one. */
function wayToNext(nodes: Nodes, row: number, childrenOf: ChildrenOf): number[] | null {
  const own = valueAt(nodes, 'functionIndex', row)
  let found: number[] | null = null
  let left = MOST_LOOKED_AT
  let open: number[][] = [[row]]
  for (let depth = 0; depth < MOST_BETWEEN && open.length > 0; depth++) {
    const next: number[][] = []
    for (const way of open) {
      const children = childrenOf(way.at(-1)!)
      left -= children.length
      if (left < 0) return found
      for (const child of children) {
        const kind = valueAt(nodes, 'kind', child)
        if (kind === LINE || kind === INSTRUCTION) continue
        const longer = [...way, child]
        if (!isFunctionRow(kind) || valueAt(nodes, 'functionIndex', child) !== own) next.push(longer)
        else if (found === null) found = longer.slice(1)
        else return null
      }
    }
    // Frames of one recursion are equally far from each other; a deeper frame belongs to another one.
    if (found !== null) return found
    open = next
  }
  return found
}
