/**
 * Distributes accesses that the exhaustive engine summed by calling context among the instructions there. Each
 * instruction gets what ended in it, which it must have accessed. The rest is divided in proportion to the
 * instructions' useful amounts over all contexts. Any remainder goes to the instruction that the recording names. Sums
 * by context stay exact.
 */
import type { RawExact } from '../raw/raw_exact.ts'
import type { RawContexts } from '../raw/raw_process.ts'

/** Accesses of one instruction in one calling context. */
export interface SharedAccesses {
  /** Row of the writer's contexts. */
  context: number
  kind: number
  instances: number
  bytes: number
}

export interface SharedOut {
  contexts: RawContexts
  exact: Pick<RawExact, 'contextCounts' | 'pairs' | 'withoutPairs'>
  /** Tools (positions in TOOLS) that begin pairs at accesses of the kind. */
  toolsOf(kind: number): number[]
  /** Bytes counted of a context elsewhere. */
  counted(context: number, kind: number): number
  /** Number of the instruction of a context, and the bytes it accessed in calling contexts that have sums. */
  location(context: number): number
  accessedAt(location: number, kind: number): number
}

/** Calls `add` for each instruction in each context that has a sum. */
export function shareOut(source: SharedOut, add: (shared: SharedAccesses) => void): void {
  const { context, kind, instances, bytes } = source.exact.contextCounts
  for (const each of new Set(kind)) {
    const missing = missingBytes(source, each)
    const siblings = new Siblings(source.contexts, missing)
    const ratios = accessedPerEnded(source, missing, each)
    for (let row = 0; row < context.length; row++) {
      if (kind[row] !== each || bytes[row] === 0) continue
      const size = instances[row]! / bytes[row]!
      const here = siblings.of(context[row]!)
      const certain = here.reduce((sum, leaf) => sum + missing[leaf]!, 0)
      const likely = here.reduce((sum, leaf) => sum + missing[leaf]! * (ratios.get(source.location(leaf))! - 1), 0)
      const scale = likely === 0 ? 0 : Math.min(1, Math.max(0, bytes[row]! - certain) / likely)
      let left = bytes[row]!
      for (const leaf of here) {
        const share = Math.min(left, missing[leaf]! + Math.floor(missing[leaf]! * scale * (ratios.get(source.location(leaf))! - 1)))
        add({ context: leaf, kind: each, instances: share * size, bytes: share })
        left -= share
      }
      add({ context: context[row]!, kind: each, instances: left * size, bytes: left })
    }
  }
}

/** By context: bytes that ended there beyond the counted ones, for the tool with the most. */
function missingBytes({ contexts, exact, toolsOf, counted }: SharedOut, kind: number): Float64Array {
  const most = new Float64Array(contexts.length)
  for (const tool of toolsOf(kind)) {
    const ended = new Float64Array(contexts.length)
    const { pairs, withoutPairs } = exact
    for (let row = 0; row < pairs.length; row++) if (pairs.tool[row] === tool) ended[pairs.watch[row]!]! += pairs.bytes[row]! + pairs.interleavedBytes[row]!
    for (let row = 0; row < withoutPairs.length; row++) {
      if (withoutPairs.tool[row] === tool)
        ended[withoutPairs.context[row]!]! += withoutPairs.unfinished[row]! + withoutPairs.freed[row]! + withoutPairs.interleaved[row]!
    }
    ended.forEach((value, row) => {
      if (value > most[row]!) most[row] = value
    })
  }
  most.forEach((value, row) => {
    if (value > 0) most[row] = Math.max(0, value - counted(row, kind))
  })
  return most
}

/** By location: bytes accessed for each byte that ended there, at least 1. */
function accessedPerEnded({ location, accessedAt }: SharedOut, missing: Float64Array, kind: number): Map<number, number> {
  const ended = new Map<number, number>()
  missing.forEach((value, row) => {
    if (value > 0) ended.set(location(row), (ended.get(location(row)) ?? 0) + value)
  })
  return new Map([...ended].map(([place, value]) => [place, Math.max(1, accessedAt(place, kind) / value)]))
}

/** Contexts with missing bytes, by their calling context. */
class Siblings {
  readonly #parent: Int32Array
  readonly #first: Int32Array
  readonly #next: Int32Array

  constructor({ length, parent }: RawContexts, missing: Float64Array) {
    this.#parent = parent
    this.#first = new Int32Array(length).fill(-1)
    this.#next = new Int32Array(length).fill(-1)
    for (let row = length - 1; row >= 0; row--) {
      if (missing[row] === 0 || parent[row]! < 0) continue
      this.#next[row] = this.#first[parent[row]!]!
      this.#first[parent[row]!] = row
    }
  }

  of(context: number): number[] {
    const rows: number[] = []
    for (let row = this.#parent[context]! < 0 ? -1 : this.#first[this.#parent[context]!]!; row >= 0; row = this.#next[row]!) rows.push(row)
    return rows
  }
}
