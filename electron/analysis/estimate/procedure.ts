/** Basic blocks of one procedure, with its instructions' effects on registers. */
import { NEXT_INSTRUCTION, type RegisterFlow } from '../../symbols/symbols_addon.ts'

export interface BasicBlock {
  /** Rows of the flow: first, and one past the last. */
  first: number
  end: number
  predecessors: number[]
  /** Headers of the natural loops that the block is in. */
  loops: number[]
}

export interface Procedure {
  low: number
  flow: RegisterFlow
  /** In order of address. */
  blocks: BasicBlock[]
  /** By row of a call, or of a jump out of the procedure: its target, known or observed. */
  targets: Map<number, Target[]>
  /**
   * In an order such that, loops aside, each block follows its predecessors. Blocks without known predecessors come
   * last.
   */
  order: number[]
}

export const JUMP = NEXT_INSTRUCTION.indexOf('jump')
const BRANCH = NEXT_INSTRUCTION.indexOf('branch')
export const LEAVES = NEXT_INSTRUCTION.indexOf('leaves')
export const CALL = NEXT_INSTRUCTION.indexOf('call')

/** Target of a call or jump, and how often. */
export interface Target {
  address: number
  count: number
}
/** Observed targets of computed calls and jumps, by address of the instruction. */
export type ObservedTargets = ReadonlyMap<number, Target[]>

/** Jumps through tables lead to their observed targets. A jump out of the procedure leaves it. */
export function procedureOf(low: number, flow: RegisterFlow, observed: ObservedTargets = new Map()): Procedure {
  const rowOf = new Map(Array.from(flow.address, (address, row) => [address, row]))
  const starts = new Set([0])
  const targets = new Map<number, Target[]>()
  flow.next.forEach((next, row) => {
    const own = targetsOf(flow, row, observed)
    const beyond = next === CALL ? own : next === JUMP ? own.filter(({ address }) => !rowOf.has(address)) : []
    if (beyond.length > 0) targets.set(row, beyond)
    if (next !== JUMP && next !== BRANCH && next !== LEAVES) return
    for (const { address } of own) {
      const target = rowOf.get(address)
      if (target !== undefined) starts.add(target)
    }
    if (row + 1 < flow.next.length) starts.add(row + 1)
  })
  const firsts = flow.next.length === 0 ? [] : [...starts].sort((a, b) => a - b)
  const blocks = firsts.map((first, block): BasicBlock => ({ first, end: firsts[block + 1] ?? flow.next.length, predecessors: [], loops: [] }))
  const blockOf = new Map(firsts.map((first, block) => [first, block]))
  const successors: number[][] = blocks.map(() => [])
  blocks.forEach(({ end }, block) => {
    const last = end - 1
    const next = flow.next[last]!
    for (const { address } of next === JUMP || next === BRANCH ? targetsOf(flow, last, observed) : []) {
      const target = blockOf.get(rowOf.get(address) ?? -1)
      if (target !== undefined && !successors[block]!.includes(target)) successors[block]!.push(target)
    }
    if (next !== JUMP && next !== LEAVES && block + 1 < blocks.length) successors[block]!.push(block + 1)
  })
  successors.forEach((targets, block) => {
    for (const target of targets) blocks[target]!.predecessors.push(block)
  })
  const { order, backEdges } = walkDepthFirst(successors)
  for (const { header, from } of backEdges) markLoop(blocks, header, from)
  return { low, flow, blocks, targets, order }
}

function targetsOf(flow: RegisterFlow, row: number, observed: ObservedTargets): Target[] {
  const address = flow.target[row]!
  return address === 0 ? (observed.get(flow.address[row]!) ?? []) : [{ address, count: 1 }]
}

interface BackEdge {
  header: number
  from: number
}

/** Reverse postorder from the first block, then from those that it does not reach, and the edges that close cycles. */
function walkDepthFirst(successors: number[][]): { order: number[]; backEdges: BackEdge[] } {
  const state = new Uint8Array(successors.length)
  const backEdges: BackEdge[] = []
  const order: number[] = []
  for (let root = 0; root < successors.length; root++) {
    if (state[root] !== 0) continue
    const postorder: number[] = []
    const path = [{ block: root, next: 0 }]
    state[root] = ON_PATH
    while (path.length > 0) {
      const top = path.at(-1)!
      const target = successors[top.block]![top.next++]
      if (target === undefined) {
        state[top.block] = DONE
        postorder.push(top.block)
        path.pop()
      } else if (state[target] === ON_PATH) {
        backEdges.push({ header: target, from: top.block })
      } else if (state[target] === 0) {
        state[target] = ON_PATH
        path.push({ block: target, next: 0 })
      }
    }
    for (const block of postorder.reverse()) order.push(block)
  }
  return { order, backEdges }
}

const ON_PATH = 1
const DONE = 2

/** The loop is every block that reaches the edge's source without passing the header. */
function markLoop(blocks: BasicBlock[], header: number, from: number): void {
  const waiting = [header, from]
  const inside = new Set<number>()
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (inside.has(block)) continue
    inside.add(block)
    if (block === header) continue
    for (const predecessor of blocks[block]!.predecessors) waiting.push(predecessor)
  }
  for (const block of inside) if (!blocks[block]!.loops.includes(header)) blocks[block]!.loops.push(header)
}
