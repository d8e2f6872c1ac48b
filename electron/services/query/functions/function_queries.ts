/** Functions on their own: which cost the most, and the callers and callees of one. */
import { RpcError } from '../../../../shared/rpc/contract.ts'
import type { CallGraph, FunctionAmounts, FunctionEdge, HotFunction } from '../../../../shared/rpc/functions.ts'
import type { NodeSums } from '../../../../shared/metrics/node_sums.ts'
import type { Profile } from '../../../../shared/profile/profile.ts'
import { INSTRUCTION, isFunctionRow, UNKNOWN } from '../../../../shared/profile/tables.ts'
import { hasRunCost, withTool, type LoadedProfile } from '../loaded_profile.ts'

type Sums = { cost: number; waste: number; use: number; traps: number }
const nothing = (): Sums => ({ cost: 0, waste: 0, use: 0, traps: 0 })

/** @param loaded as a tool sees the profile @returns by own cost or, if no cost was measured, by waste and use */
export function hotFunctions(loaded: LoadedProfile, count: number): HotFunction[] {
  const { profile } = loaded
  const sums = new Map<number, Sums>()
  const at = (node: number): Sums => {
    const index = profile.nodes.functionIndex[node]!
    let known = sums.get(index)
    if (known === undefined) sums.set(index, (known = nothing()))
    return known
  }
  const cost = costOf(loaded)
  // A function's row has the amounts of its lines and instructions; traps are known for instructions.
  const isFrame = (node: number): boolean => isFunctionRow(profile.nodes.kind[node]!)
  cost?.eachExclusive((node, _, own) => isFrame(node) && (at(node).cost += own))
  loaded.metrics.eachExclusive((node, waste, use) => {
    const sum = at(node)
    if (isFrame(node)) {
      sum.waste += waste
      sum.use += use
    } else sum.traps += profile.nodes.kind[node] === INSTRUCTION ? loaded.metrics.value(node, 'traps') : 0
  })
  const byName = new Map<string, { index: number; sum: Sums }>()
  for (const [index, sum] of sums) {
    const name = profile.functions[index]?.name
    if (name === undefined) continue
    const known = byName.get(name)
    if (known === undefined) byName.set(name, { index, sum })
    else add(known.sum, sum)
  }
  const weight = ({ sum }: { sum: Sums }): number => (cost === null ? sum.waste + sum.use : sum.cost)
  return [...byName]
    .filter(([, each]) => weight(each) > 0)
    .sort(([, a], [, b]) => weight(b) - weight(a))
    .slice(0, count)
    .map(([name, { index, sum }]) => ({ name, ...placeOf(profile, index), ...amounts(sum, cost) }))
}

/**
 * @param loaded as a tool sees the profile @param most callers and callees each @throws RpcError not-found: nothing
 * with this name ran
 */
export function callGraph(loaded: LoadedProfile, name: string, most: number): CallGraph {
  const { profile, subtrees } = loaded
  const { nodes, functions, files } = profile
  const isIt = Uint8Array.from(functions, (described) => (described.name === name ? 1 : 0))
  const index = isIt.indexOf(1)
  if (index < 0) throw new RpcError('not-found', `Nothing named ${name} ran in this profile`)
  const cost = costOf(loaded)
  const startUp = loaded.startUpRows()
  const included = (row: number): Sums => sumsOf(loaded.metrics, cost, row)
  /** [row]: the function row at or above it; 0: none. */
  const frame = new Int32Array(nodes.length)
  const [callers, callees] = [new Map<string | null, Edge>(), new Map<string | null, Edge>()]
  const [total, own] = [nothing(), nothing()]
  let covered = 0
  const coveredCallee = new Map<string, number>()
  for (let row = 1; row < nodes.length; row++) {
    const above = frame[nodes.parent[row]!]!
    const isFrame = isFunctionRow(nodes.kind[row]!)
    frame[row] = isFrame ? row : above
    const isOwnRow = isFrame && isIt[nodes.functionIndex[row]!] === 1
    if (!isFrame) {
      if (nodes.kind[row] === INSTRUCTION && above > 0 && isIt[nodes.functionIndex[above]!] === 1) own.traps += loaded.metrics.value(row, 'traps')
      continue
    }
    if (isOwnRow) add(own, ownOf(loaded.metrics, cost, row))
    // Rows are in depth-first order: everything below the last outermost frame is counted with it.
    if (isOwnRow && row >= covered) {
      covered = subtrees.endOf(row)
      const sums = included(row)
      add(total, sums)
      edge(callers, above === 0 || startUp.has(above) ? null : functions[nodes.functionIndex[above]!]!.name, row, sums)
    }
    if (above > 0 && isIt[nodes.functionIndex[above]!] === 1) {
      const callee = functions[nodes.functionIndex[row]!]!.name
      if (row < (coveredCallee.get(callee) ?? 0)) continue
      coveredCallee.set(callee, subtrees.endOf(row))
      edge(callees, callee, row, included(row))
    }
  }
  if (total.cost + total.waste + total.use === 0 && covered === 0) throw new RpcError('not-found', `Nothing named ${name} ran in this profile`)
  const edges = (found: Map<string | null, Edge>): FunctionEdge[] =>
    [...found]
      .sort(([, a], [, b]) => b.sums.cost - a.sums.cost || b.sums.waste - a.sums.waste || b.sums.use - a.sums.use)
      .slice(0, most)
      .map(([other, { sums, row }]) => {
        const [file, line] = [files[nodes.file[row]!], nodes.line[row]!]
        return {
          name: other,
          callSite: file === undefined || line <= 0 || nodes.kind[nodes.parent[row]!] === UNKNOWN ? null : { file, line },
          ...amounts(sums, cost),
        }
      })
  return { name, ...placeOf(profile, index), ...amounts(total, cost), own: amounts(own, cost), callers: edges(callers), callees: edges(callees) }
}

interface Edge {
  sums: Sums
  /** The most expensive call. */ row: number
  most: number
}

function edge(edges: Map<string | null, Edge>, name: string | null, row: number, sums: Sums): void {
  const known = edges.get(name)
  const weight = sums.cost + sums.waste + sums.use
  if (known === undefined) edges.set(name, { sums: { ...sums }, row, most: weight })
  else {
    add(known.sums, sums)
    if (weight > known.most) Object.assign(known, { row, most: weight })
  }
}

/** The cost replaces use and, within the waste, its waiting part. */
function costOf(loaded: LoadedProfile): NodeSums | null {
  return hasRunCost(loaded) ? withTool(loaded, 'run-cost').metrics : null
}

function sumsOf(metrics: NodeSums, cost: NodeSums | null, row: number): Sums {
  return {
    cost: cost === null ? 0 : cost.value(row, 'useInclusive'),
    waste: metrics.value(row, 'wasteInclusive'),
    use: metrics.value(row, 'useInclusive'),
    traps: metrics.value(row, 'traps'),
  }
}

/** Sums of a function's row without its callees, except for its traps. */
function ownOf(metrics: NodeSums, cost: NodeSums | null, row: number): Sums {
  return {
    cost: cost === null ? 0 : cost.value(row, 'useExclusive'),
    waste: metrics.value(row, 'wasteExclusive'),
    use: metrics.value(row, 'useExclusive'),
    traps: 0,
  }
}

function add(sum: Sums, more: Sums): void {
  sum.cost += more.cost
  sum.waste += more.waste
  sum.use += more.use
  sum.traps += more.traps
}

function amounts({ cost, waste, use, traps }: Sums, measured: NodeSums | null): FunctionAmounts {
  return { cost: measured === null ? null : cost, waste, use, traps }
}

function placeOf({ functions, files }: Profile, index: number): { file: string | null; line: number | null } {
  const { file, line } = functions[index]!
  return { file: files[file] ?? null, line: line > 0 ? line : null }
}
