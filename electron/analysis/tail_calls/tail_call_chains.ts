/**
 * The functions that ran between a call and the function it reached by tail calls: the rule of gdb (gdb/dwarf2/loc.c,
 * call_site_find_chain). A single chain is unique; of several, only the common beginning and end are known.
 */

/** The ways out of a function by tail calls. */
export interface TailExits {
  /** The possible targets of each jump: several if the dynamic linker chooses, none if unknown. */
  targets: ReadonlyArray<readonly number[]>
  /** Whether some targets are unknown. */
  unresolved: boolean
}

export interface TailCallChain {
  /** Functions that left by tail calls, outermost first: `from` and the common continuation of all chains. */
  before: number[]
  /** The common end of all chains, if there are several; the last one jumped to the callee. */
  after: number[]
  /** The possible successors of the last in `before`: the callee alone, or several functions and NOT_KNOWN. */
  onward: number[]
  unique: boolean
}

/** With more functions, exits count as unknown. */
const MOST_FUNCTIONS = 2000
/** Represents any function. */
export const NOT_KNOWN = -1

/**
 * @param from the called function @param to the running function, a different one
 * @returns null: no chain leads there
 */
export function tailCallChain(from: number, to: number, exitsOf: (node: number) => TailExits): TailCallChain | null {
  const graph = reachable(from, to, exitsOf)
  const next = graph.successors
  const useful = leadingTo(to, graph.predecessors)
  if (!useful.has(from)) return null
  const before: number[] = []
  let onward: number[] = []
  for (let node = from; ;) {
    before.push(node)
    onward = [...next.get(node)!].filter((choice) => choice === to || useful.has(choice))
    if (onward.length !== 1 || onward[0] === NOT_KNOWN) break
    if (onward[0] === to) return { before, after: [], onward, unique: true }
    node = onward[0]!
  }
  const after: number[] = []
  for (let node = to; ;) {
    const callers = [...graph.predecessors.get(node)!].filter((caller) => useful.has(caller))
    const only = callers.length === 1 ? callers[0]! : NOT_KNOWN
    if (only === NOT_KNOWN || before.includes(only) || after.includes(only)) break
    after.unshift(only)
    node = only
  }
  return { before, after, onward, unique: false }
}

interface Reachable {
  successors: Map<number, Set<number>>
  predecessors: Map<number, Set<number>>
}

/** Edges of all functions that `from` leads to. NOT_KNOWN leads to the callee. */
function reachable(from: number, to: number, exitsOf: (node: number) => TailExits): Reachable {
  const graph: Reachable = { successors: new Map(), predecessors: new Map([[to, new Set()]]) }
  const add = (node: number, callee: number): void => {
    graph.successors.get(node)!.add(callee)
    const callers = graph.predecessors.get(callee)
    if (callers) callers.add(node)
    else graph.predecessors.set(callee, new Set([node]))
  }
  const open = [from]
  graph.successors.set(from, new Set())
  while (open.length > 0) {
    const node = open.pop()!
    const { targets, unresolved } = exitsOf(node)
    if (unresolved || graph.successors.size > MOST_FUNCTIONS) add(node, NOT_KNOWN)
    if (graph.successors.size > MOST_FUNCTIONS) continue
    for (const choices of targets) {
      for (const callee of choices.includes(to) ? [to] : choices) {
        add(node, callee)
        if (callee === to || graph.successors.has(callee)) continue
        graph.successors.set(callee, new Set())
        open.push(callee)
      }
    }
  }
  if (graph.predecessors.has(NOT_KNOWN)) {
    graph.successors.set(NOT_KNOWN, new Set())
    add(NOT_KNOWN, to)
  }
  return graph
}

function leadingTo(to: number, predecessors: Reachable['predecessors']): Set<number> {
  const found = new Set<number>()
  const open = [to]
  while (open.length > 0) {
    for (const caller of predecessors.get(open.pop()!) ?? []) {
      if (found.has(caller)) continue
      found.add(caller)
      open.push(caller)
    }
  }
  return found
}
