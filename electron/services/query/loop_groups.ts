/** Loops of functions, whatever context they were reached in: loop rows of the tree with the same place in the same nest. */
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import { rowProgress, UNOBSERVED } from '../../../shared/progress.ts'
import { LOOP, type NodeTable } from '../../../shared/profile/tables.ts'

export interface LoopGroups {
  length: number
  /** Loop that the node is, or directly lies in; −1 if neither. */
  ofNode: Int32Array
  /** By loop: the loop around it in the same function, smaller than its own number; −1 if there is none. */
  parent: Int32Array
  /** By loop: its first row in the tree. */
  node: Int32Array
}

export function loopGroups({ length, kind, parent, functionIndex, file, line, address }: NodeTable, progress = UNOBSERVED): LoopGroups {
  const ofNode = new Int32Array(length).fill(-1)
  const holders = new PairInterner()
  const places = new PairInterner()
  const headers = new Map<number, number>()
  const groups = new PairInterner()
  const parents: number[] = []
  const nodes: number[] = []
  const reached = rowProgress(progress, length)
  for (let node = 1; node < length; node++) {
    reached(node)
    const around = kind[parent[node]!] === LOOP ? ofNode[parent[node]!]! : -1
    if (kind[node] !== LOOP) {
      ofNode[node] = around
      continue
    }
    if (!headers.has(address[node]!)) headers.set(address[node]!, headers.size)
    const place = line[node]! > 0 ? places.intern(file[node]!, line[node]!) : places.intern(-1, headers.get(address[node]!)!)
    const group = groups.intern(holders.intern(functionIndex[node]!, around), place)
    parents[group] ??= around
    nodes[group] ??= node
    ofNode[node] = group
  }
  return { length: groups.length, ofNode, parent: Int32Array.from(parents), node: Int32Array.from(nodes) }
}
