/** Executed instructions by the chain of functions that were called, and how two builds of a program compare in them. */
import { runCost } from '../../shared/metrics/run_cost.ts'
import type { Profile } from '../../shared/profile/profile.ts'
import { isCalledRow, TAIL_CALL, TAIL_CALLS_UNSURE, UNKNOWN } from '../../shared/profile/tables.ts'

interface CallPath {
  /** Names from the program's first function on. */
  functions: string[]
  /** Positions of those that were reached by a jump, as the profile restored it. */
  restored: number[]
  instructions: number
  /** Positions before which several chains of tail calls are possible, which the profile says. */
  gaps: number[]
}

const SEPARATOR = '\n'
/** In a pattern of chains: functions, or none. */
const ANY = '(?:[^\\n]+\\n)*'

/**
 * By the chain of names. Inlined functions are left out, since inlining may differ between two builds. So may
 * how deep a function calls itself: without tail calls, the compiler does not turn recursion into a loop. Functions that
 * call themselves count once.
 */
export function callPaths(profile: Profile): Map<string, CallPath> {
  const { nodes, functions } = profile
  const cost = runCost(profile)
  if (cost === null) throw new Error('the profile has no executed instructions')
  type Chain = Omit<CallPath, 'instructions'>
  const chains = new Map<number, Chain>([[0, { functions: [], restored: [], gaps: [] }]])
  const chainOf = (row: number): Chain => {
    const known = chains.get(row)
    if (known !== undefined) return known
    const caller = chainOf(nodes.parent[row]!)
    const { name } = functions[nodes.functionIndex[row]!] ?? { name: '' }
    let own = caller
    if (nodes.kind[row] === UNKNOWN && name === TAIL_CALLS_UNSURE) own = { ...caller, gaps: [...caller.gaps, caller.functions.length] }
    else if (isCalledRow(nodes.kind[row]!) && !(name === caller.functions.at(-1) && caller.gaps.at(-1) !== caller.functions.length)) {
      const restored = nodes.kind[row] === TAIL_CALL ? [...caller.restored, caller.functions.length] : caller.restored
      own = { ...caller, restored, functions: [...caller.functions, name] }
    }
    chains.set(row, own)
    return own
  }
  const paths = new Map<string, CallPath>()
  cost.node.forEach((row, at) => {
    if (row < 0) return
    const chain = chainOf(row)
    const key = [chain.gaps.join(), ...chain.restored, ...chain.functions].join(SEPARATOR)
    const path = paths.get(key) ?? { ...chain, instructions: 0 }
    path.instructions += cost.own[at]!
    paths.set(key, path)
  })
  return paths
}

/** Shares of the executed instructions of the build with tail calls. */
export interface PathComparison {
  /** In the other build, too, of each function no more than there. */
  equal: number
  /** The chain is one of the other build, but has more of its function than there. */
  more: number
  /** The profile says where several chains are possible; the rest of the chain is one of the other build. */
  unsure: number
  /** Frames are missing, and the profile claims nothing. */
  lost: number
  /** The profile restored a frame, as the only one possible, that no function of the other build calls or is called by there. */
  wrong: number
  /** Chains that are lost or wrong, most instructions first. */
  others: Array<{ path: string; share: number; isWrong: boolean }>
}

/** @param jumps of the build with tail calls @param calls of the one without, which is the ground truth */
export function comparePaths(jumps: Map<string, CallPath>, calls: Map<string, CallPath>): PathComparison {
  const truth = new Map<string, number>()
  const edges = new Set<string>()
  for (const { functions, instructions } of calls.values()) {
    truth.set(functions.join(SEPARATOR), (truth.get(functions.join(SEPARATOR)) ?? 0) + instructions)
    functions.forEach((name, at) => edges.add(`${functions[at - 1]}${SEPARATOR}${name}`))
  }
  const [ofJumps, ofCalls] = [instructionsByFunction(jumps), instructionsByFunction(calls)]
  const total = [...ofJumps.values()].reduce((sum, own) => sum + own, 0)
  const result: PathComparison = { equal: 0, more: 0, unsure: 0, lost: 0, wrong: 0, others: [] }
  const byLeaf = Map.groupBy(truth.keys(), (path) => path.slice(path.lastIndexOf(SEPARATOR) + 1))
  const fits = ({ functions, gaps }: CallPath): boolean => {
    const pattern = functions.map((name, at) => `${gaps.includes(at) ? ANY : ''}${name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}`).join(SEPARATOR)
    const expression = new RegExp(`^${pattern}$`)
    return (byLeaf.get(functions.at(-1) ?? '') ?? []).some((path) => expression.test(path))
  }
  const isEdge = (functions: readonly string[], at: number): boolean => at <= 0 || edges.has(`${functions[at - 1]}${SEPARATOR}${functions[at]}`)
  for (const path of jumps.values()) {
    const { functions, restored, instructions, gaps } = path
    const leaf = functions.at(-1) ?? ''
    const share = instructions / total
    const known = truth.get(functions.join(SEPARATOR))
    const isUnsure = gaps.length > 0
    const isOnly = (at: number): boolean => gaps.includes(at) || isEdge(functions, at)
    const isWrong = restored.some((at) => !isOnly(at) || !isOnly(at - 1))
    if (!isUnsure && known !== undefined && !isWrong) {
      const equal = Math.min(instructions, (known / ofCalls.get(leaf)!) * ofJumps.get(leaf)!) / total
      result.equal += equal
      result.more += share - equal
      continue
    }
    if (!isWrong && isUnsure && fits(path)) {
      result.unsure += share
      continue
    }
    if (isWrong) result.wrong += share
    else result.lost += share
    result.others.push({ path: functions.join(' > '), share, isWrong })
  }
  result.others.sort((a, b) => Number(b.isWrong) - Number(a.isWrong) || b.share - a.share)
  return result
}

/** The code of a function may have other instructions in the other build. */
function instructionsByFunction(paths: Map<string, CallPath>): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { functions, instructions } of paths.values()) sums.set(functions.at(-1) ?? '', (sums.get(functions.at(-1) ?? '') ?? 0) + instructions)
  return sums
}
