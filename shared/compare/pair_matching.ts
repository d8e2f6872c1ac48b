/**
 * Matches the pairs of two runs, in the two levels of design.md (stable keys): by relation, data and both calling contexts
 * in the joint tree; then those left over by both leaf functions and lines, with the longest common end of their paths
 * first; then by the text of their lines alone. Linear in the pairs of both runs.
 */
import type { PairMove } from '../comparison.ts'
import type { Side } from './compared_number.ts'
import { readAlone } from '../profile/columns/lazy_property.ts'
import { freeColumn } from '../profile/columns/free_column.ts'
import { growingFloat64, growingInt32, growingUint8 } from '../profile/columns/growing_column.ts'
import { PairKeys } from './pair_keys.ts'
import { PairInterner } from '../profile/pair_interner.ts'
import type { ProfileTables } from '../profile/profile.ts'
import { partOf, rowProgress, UNOBSERVED, type Progress } from '../progress.ts'
import { PAIR_APPROXIMATE, PAIR_LOADED, PAIR_OTHER_PART, PAIR_OVERLAP } from '../profile/tables.ts'
import { numberIn } from './aligned_names.ts'
import type { JointTree } from './joint_tree.ts'
import { nameWithoutLine } from './object_name.ts'
import { PathEndings, type FrameCount } from './path_endings.ts'

/** Flags that distinguish pairs of the same two contexts. An unsure context does not. */
const TELLING_FLAGS = PAIR_APPROXIMATE | PAIR_OTHER_PART | PAIR_OVERLAP | PAIR_LOADED

/** Innermost functions of either path that must agree, the most telling first; the leaf's own always does. */
const FRAMES_COMPARED: readonly FrameCount[] = [8, 4, 2, 1]

export interface MatchedPairs {
  length: number
  /** By side: the number of each pair of that profile. */
  numberOf: Record<Side, Int32Array>
  /** By side: rows of the joint tree; −1 where the run does not have the pair. */
  rows: Record<Side, { source: Int32Array; target: Int32Array }>
  /** Positions in MOVES. */
  moved: Uint8Array
}

/** Row of the joint tree: of the new run's pair where it has one. */
export function rowOfPair({ rows }: Pick<MatchedPairs, 'rows'>, end: 'source' | 'target', pair: number): number {
  const row = rows.new[end][pair]!
  return row >= 0 ? row : rows.old[end][pair]!
}

/** Text of the line of a row of the joint tree in one run; null where it is not known, or nothing. */
export type LineText = (side: Side, row: number) => string | null

type Tables = Pick<ProfileTables, 'pairs' | 'objects'>

/** @param lineText null: no line is known */
export function matchPairs(
  profiles: Record<Side, Tables>,
  tree: JointTree,
  placeOfRow: Int32Array,
  lineText: LineText | null,
  hasMovedLine: (row: number) => boolean,
  progress = UNOBSERVED,
): MatchedPairs {
  return new PairMatcher(tree, placeOfRow).match(profiles, lineText, hasMovedLine, progress)
}

export const MOVES: ReadonlyArray<PairMove | null> = [null, 'path', 'lines', 'text']
export const NOT_MOVED = 0

/** Pairs of contexts of the joint tree that the runs have, or one of them. */
interface KeyedPairs {
  keys: PairKeys
  /** By key: of both runs. */
  amounts: Float64Array<ArrayBuffer>
}

interface JoinedKeys {
  /** By key: the other run's key; −1: none. */
  keyOf: Int32Array
  /** By key: position in MOVES. */
  moveOf: Uint8Array
}

const IN: Record<Side, number> = { old: 1, new: 2 }

class PairMatcher {
  readonly #tree: JointTree
  readonly #placeOfRow: Int32Array
  readonly #kinds = new PairInterner()

  constructor(tree: JointTree, placeOfRow: Int32Array) {
    this.#tree = tree
    this.#placeOfRow = placeOfRow
  }

  match(profiles: Record<Side, Tables>, lineText: LineText | null, hasMovedLine: (row: number) => boolean, progress: Progress): MatchedPairs {
    const keys = new PairKeys()
    const objects = new Map<string, number>()
    const amounts = growingFloat64()
    const present = growingUint8()
    const keysOf = (side: Side, part: Progress): Int32Array => {
      const { pairs } = profiles[side]
      const { length } = pairs
      const column = <K extends keyof ProfileTables['pairs']>(name: K): ProfileTables['pairs'][K] => readAlone(pairs, name)
      const [tool, relation, flags] = [column('tool'), column('relation'), column('flags')]
      const [source, target, amount] = [column('source'), column('target'), column('amount')]
      const object = profiles[side].objects.length === 0 ? null : column('object')
      const rowOf = this.#tree.rowOf[side]
      const reached = rowProgress(part, length)
      const objectOf = Int32Array.from(profiles[side].objects, ({ name }) => numbered(objects, nameWithoutLine(name)))
      const keyOf = new Int32Array(length)
      // Most pairs are of the same kind as the one before.
      let [what, data, kind] = [-1, -1, -1]
      for (let pair = 0; pair < length; pair++) {
        reached(pair)
        const ownWhat = (tool[pair]! << 16) | (relation[pair]! << 8) | (flags[pair]! & TELLING_FLAGS)
        const ownData = object === null ? -1 : numberIn(objectOf, object[pair]!)
        if (kind < 0 || ownWhat !== what || ownData !== data) [what, data, kind] = [ownWhat, ownData, this.#kinds.intern(ownWhat, ownData)]
        const key = keys.intern(kind, rowOf[source[pair]!]!, rowOf[target[pair]!]!)
        if (key === present.length) {
          amounts.push(0)
          present.push(0)
        }
        amounts.set(key, amounts.get(key) + amount[pair]!)
        present.set(key, present.get(key) | IN[side])
        keyOf[pair] = key
      }
      return keyOf
    }
    const keyOf = { old: keysOf('old', partOf(progress, 0, 0.2)), new: keysOf('new', partOf(progress, 0.2, 0.4)) }
    keys.close()
    const keyed: KeyedPairs = { keys, amounts: amounts.finish() }
    const alone = (side: Side): Int32Array => {
      const left = growingInt32()
      for (let key = 0; key < keys.length; key++) if (present.get(key) === IN[side]) left.push(key)
      return left.finish()
    }
    const joined = this.#joinLeft(keyed, { old: alone('old'), new: alone('new') }, lineText, partOf(progress, 0.4, 0.8))
    freeColumn(keyed.amounts)
    progress.reached(0.8)
    return this.#number(keys, present.finish(), keyOf, joined, hasMovedLine)
  }

  /** By key of the old run alone the key of the new run that it is the same as. @param left keys of one run alone */
  #joinLeft({ keys, amounts }: KeyedPairs, left: Record<Side, Int32Array>, lineText: LineText | null, progress: Progress): JoinedKeys {
    const joined: JoinedKeys = { keyOf: new Int32Array(keys.length).fill(-1), moveOf: new Uint8Array(keys.length) }
    const isTaken = new Uint8Array(keys.length)
    let { old, new: others } = left
    // The largest with the largest: calls in loops and from equal places differ in weight.
    const order = (one: number, other: number): number => amounts[other]! - amounts[one]! || one - other
    const join = (moved: PairMove, groupOf: (key: number, side: Side, number: Numbering) => number): void => {
      // Groups of the side with fewer keys: the other side's keys in no such group are not numbered, so that tables stay small.
      const isOldFirst = old.length <= others.length
      const first = isOldFirst ? grouped(old, (key) => groupOf(key, 'old', INTERN), order) : grouped(others, (key) => groupOf(key, 'new', INTERN), order)
      const second = isOldFirst ? grouped(others, (key) => groupOf(key, 'new', KNOWN), order) : grouped(old, (key) => groupOf(key, 'old', KNOWN), order)
      const [leaving, waiting] = isOldFirst ? [first, second] : [second, first]
      for (let group = 0; group < Math.min(leaving.starts.length, waiting.starts.length) - 1; group++) {
        const [from, other] = [leaving.starts[group]!, waiting.starts[group]!]
        const both = Math.min(leaving.starts[group + 1]! - from, waiting.starts[group + 1]! - other)
        for (let i = 0; i < both; i++) {
          joined.keyOf[leaving.keys[from + i]!] = waiting.keys[other + i]!
          joined.moveOf[leaving.keys[from + i]!] = MOVES.indexOf(moved)
          isTaken[waiting.keys[other + i]!] = 1
        }
      }
      old = old.filter((key) => joined.keyOf[key]! < 0)
      others = others.filter((key) => isTaken[key] === 0)
    }
    if (old.length === 0 || others.length === 0) return joined
    const endings = new PathEndings(this.#tree.nodes, this.#placeOfRow)
    const byEnding = (frames: FrameCount): ((key: number, side: Side, number: Numbering) => number) => {
      const ending = endings.ofRows(frames)
      // Tables of its own for each count: small ones stay in the cache.
      const [ends, groups] = [new PairInterner(), new PairInterner()]
      return (key, _, number) => number(groups, keys.kind(key), number(ends, ending(keys.source(key)), ending(keys.target(key))))
    }
    // Keys that have no counterpart by the shortest ending have none by a longer one.
    const all = { old, new: others }
    ;({ old, new: others } = withCounterparts(all, byEnding(FRAMES_COMPARED.at(-1)!)))
    for (const [round, frames] of FRAMES_COMPARED.entries()) {
      if (old.length === 0 || others.length === 0) break
      progress.reached(round / FRAMES_COMPARED.length)
      join('path', byEnding(frames))
    }
    old = all.old.filter((key) => joined.keyOf[key]! < 0)
    others = all.new.filter((key) => isTaken[key] === 0)
    if (old.length === 0 || others.length === 0 || lineText === null) return joined
    const texts = new Map<string, number>()
    const [lines, groups] = [new PairInterner(), new PairInterner()]
    join('text', (key, side, number) => {
      const [a, b] = [lineText(side, keys.source(key)), lineText(side, keys.target(key))]
      return a === null || b === null ? -1 : number(groups, keys.kind(key), number(lines, numbered(texts, a), numbered(texts, b)))
    })
    return joined
  }

  /** @param present by key: the runs that have it */
  #number(keys: PairKeys, present: Uint8Array, keyOf: Record<Side, Int32Array>, joined: JoinedKeys, hasMovedLine: (row: number) => boolean): MatchedPairs {
    const numberOfKey = new Int32Array(joined.keyOf.length)
    let length = 0
    joined.keyOf.forEach((other, key) => {
      if (other < 0) numberOfKey[key] = length++
    })
    const moved = new Uint8Array(length)
    joined.keyOf.forEach((other, key) => {
      if (other < 0) return
      numberOfKey[key] = numberOfKey[other]!
      moved[numberOfKey[key]!] = joined.moveOf[key]!
    })
    const none = (): Int32Array => new Int32Array(length).fill(-1)
    const matched: MatchedPairs = {
      length,
      numberOf: { old: renumbered(keyOf.old, numberOfKey), new: renumbered(keyOf.new, numberOfKey) },
      rows: { old: { source: none(), target: none() }, new: { source: none(), target: none() } },
      moved,
    }
    // A number has at most one key of each run.
    for (const side of ['old', 'new'] as const) {
      const { source, target } = matched.rows[side]
      for (let key = 0; key < present.length; key++) {
        if ((present[key]! & IN[side]) === 0) continue
        const number = numberOfKey[key]!
        source[number] = keys.source(key)
        target[number] = keys.target(key)
      }
    }
    keys.free()
    for (let number = 0; number < length; number++) {
      if (moved[number] !== NOT_MOVED || matched.rows.old.source[number]! < 0 || matched.rows.new.source[number]! < 0) continue
      const [source, target] = [rowOfPair(matched, 'source', number), rowOfPair(matched, 'target', number)]
      if (this.#tree.mixed[source] || this.#tree.mixed[target]) moved[number] = MOVES.indexOf('path')
      else if (hasMovedLine(source) || hasMovedLine(target)) moved[number] = MOVES.indexOf('lines')
    }
    return matched
  }
}

/** Those of both runs in a group that the other run has keys in, too. */
function withCounterparts(keys: Record<Side, Int32Array>, groupOf: (key: number, side: Side, number: Numbering) => number): Record<Side, Int32Array> {
  const [fewer, more]: Side[] = keys.old.length <= keys.new.length ? ['old', 'new'] : ['new', 'old']
  const groups = keys[fewer!].map((key) => groupOf(key, fewer!, INTERN))
  const isShared = new Uint8Array(groups.reduce((most, group) => Math.max(most, group + 1), 0))
  const ofMore = keys[more!].filter((key) => {
    const group = groupOf(key, more!, KNOWN)
    if (group >= 0) isShared[group] = 1
    return group >= 0
  })
  const ofFewer = keys[fewer!].filter((_, at) => isShared[groups[at]!] === 1)
  return fewer === 'old' ? { old: ofFewer, new: ofMore } : { old: ofMore, new: ofFewer }
}

/** How a pair of numbers gets its own number. */
type Numbering = (table: PairInterner, first: number, second: number) => number

const INTERN: Numbering = (table, first, second) => table.intern(first, second)
/** Negative where it has none; nor has a pair with such a number. */
const KNOWN: Numbering = (table, first, second) => (second < 0 ? -1 : table.known(first, second))

function numbered(numbers: Map<string, number>, name: string): number {
  let number = numbers.get(name)
  if (number === undefined) numbers.set(name, (number = numbers.size))
  return number
}

/** In place: the keys are not needed any more. */
function renumbered(keys: Int32Array, numberOfKey: Int32Array): Int32Array {
  keys.forEach((key, at) => (keys[at] = numberOfKey[key]!))
  return keys
}

/** Keys by group, each group's in order. @param groupOf negative: left out @returns starts: position of the first key of each group, and the end */
function grouped(keys: Int32Array, groupOf: (key: number) => number, order: (a: number, b: number) => number): { keys: Int32Array; starts: Int32Array } {
  const groups = keys.map(groupOf)
  const count = groups.reduce((most, group) => Math.max(most, group + 1), 0)
  const starts = new Int32Array(count + 1)
  for (const group of groups) if (group >= 0) starts[group + 1]!++
  for (let group = 0; group < count; group++) starts[group + 1]! += starts[group]!
  const next = starts.slice(0, count)
  const sorted = new Int32Array(starts[count]!)
  groups.forEach((group, at) => {
    if (group >= 0) sorted[next[group]!++] = keys[at]!
  })
  for (let group = 0; group < count; group++) sortPart(sorted, starts[group]!, starts[group + 1]!, order)
  return { keys: sorted, starts }
}

/** A longer part is sorted by the library, which needs memory for each call. */
const SHORT = 16

/** Sorts the values from `start` to `end`; most parts have a few. */
function sortPart(values: Int32Array, start: number, end: number, order: (a: number, b: number) => number): void {
  if (end - start > SHORT) {
    values.subarray(start, end).sort(order)
    return
  }
  for (let at = start + 1; at < end; at++) {
    const value = values[at]!
    let to = at
    for (; to > start && order(values[to - 1]!, value) > 0; to--) values[to] = values[to - 1]!
    values[to] = value
  }
}
