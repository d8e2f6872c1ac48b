/** The calls that a change spares as a whole, with all that they do: of a function whose result can be kept, and those in which containers grow. */
import { isGrowth } from '../../../shared/advice/rules/containers.ts'
import type { ChargedPlaces } from '../../../shared/findings/charged_places.ts'
import type { PairGroup } from '../../../shared/findings/group_pairs.ts'
import { libraryFunctionName } from '../../../shared/findings/wording/short_names.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { isCalledRow, isFunctionRow } from '../../../shared/profile/tables.ts'
import type { Cause } from './cause.ts'

interface SparedCalls {
  /** Of the tree. */
  rows: Set<number>
  /** Name of one of the functions. */
  name: string
  /** Calls below them that stay: an allocation for each container. */
  kept: Set<number>
}

const ALLOCATES = /^(?:__libc_)?[mc]alloc$/
const MOVES = /^(?:__libc_)?realloc$/

/** Null: the change spares no calls. */
export function sparedCalls({ class: name, facts, place }: Cause, group: PairGroup, profile: ProfileTables, places: ChargedPlaces): SparedCalls | null {
  if (name === 'growth-copy') return growthCalls(group, profile, places)
  const { callee, calledAt } = facts
  return name !== 'repeated-call' || callee === undefined || calledAt === undefined || place === null
    ? null
    : { rows: callsAt(calledAt, place.function, profile), name: libraryFunctionName(callee), kept: new Set() }
}

/** Calls by one instruction, in all contexts. @param caller the function with the instruction, which others may be inlined into */
function callsAt([from, to]: readonly [number, number], caller: string, { nodes, functions }: ProfileTables): Set<number> {
  const { kind, parent, functionIndex, address: addressOf } = nodes
  const rows = new Set<number>()
  for (let row = 1; row < nodes.length; row++) {
    const address = addressOf[row]!
    if (address < from || address >= to || !isCalledRow(kind[row]!)) continue
    for (let at = parent[row]!; at > 0; at = parent[at]!) {
      if (!isFunctionRow(kind[at]!)) continue
      if (functions[functionIndex[at]!]!.name === caller) rows.add(row)
      if (isCalledRow(kind[at]!)) break
    }
  }
  return rows
}

/** The outermost calls from the program's own code in which a container grows; and the name of one of them. */
function growthCalls({ pairs: rows }: PairGroup, { pairs, nodes, functions }: ProfileTables, places: ChargedPlaces): SparedCalls {
  const found: SparedCalls = { rows: new Set<number>(), name: '', kept: new Set<number>() }
  for (const pair of rows) {
    for (const access of [pairs.source[pair]!, pairs.target[pair]!]) {
      const charge = places.charge[access]!
      let outermost = -1
      for (let at = access; at > 0 && at >= charge; at = nodes.parent[at]!) {
        if (isFunctionRow(nodes.kind[at]!) && isGrowth(functions[nodes.functionIndex[at]!]!.name)) outermost = at
      }
      if (outermost < 0) continue
      found.rows.add(outermost)
      found.name = functions[nodes.functionIndex[outermost]!]!.name
    }
  }
  return { ...found, kept: firstAllocations(found.rows, { nodes, functions }) }
}

/** Where other calls reallocate, a plain allocation is the first one of a container, which remains. */
function firstAllocations(roots: ReadonlySet<number>, { nodes, functions }: Pick<ProfileTables, 'nodes' | 'functions'>): Set<number> {
  const { length, parent, kind, functionIndex } = nodes
  const isBelow = new Uint8Array(length)
  const first = new Set<number>()
  let moves = false
  // Parents come before their children.
  for (let row = 1; row < length; row++) {
    if (roots.has(row) || isBelow[parent[row]!] === 1) isBelow[row] = 1
    if (isBelow[row] === 0 || !isCalledRow(kind[row]!)) continue
    const { name } = functions[functionIndex[row]!]!
    if (ALLOCATES.test(name)) first.add(row)
    else if (MOVES.test(name)) moves = true
  }
  return moves ? first : new Set()
}
