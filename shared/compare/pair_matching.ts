/**
 * Which pairs of two runs are the same, in the two levels of design.md (stable keys): by relation, data and both calling
 * contexts in the joint tree; then those left over by both leaf functions and lines, with the longest common end of their
 * paths first; then by the text of their lines alone. Linear in the pairs of both runs.
 */
import type { PairMove } from '../comparison.ts'
import type { Side } from './compared_number.ts'
import { growingFloat64, growingInt32 } from '../profile/columns/growing_column.ts'
import { PairInterner } from '../profile/pair_interner.ts'
import type { ProfileTables } from '../profile/profile.ts'
import { partOf, rowProgress, UNOBSERVED, type Progress } from '../progress.ts'
import { PAIR_APPROXIMATE, PAIR_LOADED, PAIR_OTHER_PART, PAIR_OVERLAP } from '../profile/tables.ts'
import { numberIn } from './aligned_names.ts'
import type { JointTree } from './joint_tree.ts'
import { nameWithoutLine } from './object_name.ts'
import { PathEndings, type FrameCount } from './path_endings.ts'

/** What tells pairs of the same two contexts apart; whether a context was unsure does not. */
const TELLING_FLAGS = PAIR_APPROXIMATE | PAIR_OTHER_PART | PAIR_OVERLAP | PAIR_LOADED

/** Innermost functions of either path that must agree, the most telling first; the leaf's own always does. */
const FRAMES_COMPARED: readonly FrameCount[] = [8, 4, 2, 1]

export interface MatchedPairs {
  length: number
  /** By side: the number of each pair of that profile. */
  numberOf: Record<Side, Int32Array>
  /** Rows of the joint tree: of the new run's pair where it has one. */
  source: Int32Array
  target: Int32Array
  /** By side: rows of the joint tree; −1 where the run does not have the pair. */
  rows: Record<Side, { source: Int32Array; target: Int32Array }>
  moved: Array<PairMove | null>
}

/** Text of the line of a row of the joint tree in one run; null where it is not known, or nothing. */
export type LineText = (side: Side, row: number) => string | null

type Tables = Pick<ProfileTables, 'pairs' | 'objects'>

export function matchPairs(
  profiles: Record<Side, Tables>,
  tree: JointTree,
  placeOfRow: Int32Array,
  lineText: LineText,
  hasMovedLine: (row: number) => boolean,
  progress = UNOBSERVED,
): MatchedPairs {
  return new PairMatcher(tree, placeOfRow).match(profiles, lineText, hasMovedLine, progress)
}

/** A pair of contexts that the runs have, or one of them. */
interface Candidate {
  key: number
  kind: number
  source: number
  target: number
  amount: number
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

  match(profiles: Record<Side, Tables>, lineText: LineText, hasMovedLine: (row: number) => boolean, progress: Progress): MatchedPairs {
    const contexts = new PairInterner()
    const keys = new PairInterner()
    const kindOf = growingInt32()
    const objects = new Map<string, number>()
    const amounts = growingFloat64()
    const present = growingInt32()
    const keysOf = (side: Side, part: Progress): Int32Array => {
      const { pairs } = profiles[side]
      const reached = rowProgress(part, pairs.length)
      const objectOf = Int32Array.from(profiles[side].objects, ({ name }) => numbered(objects, nameWithoutLine(name)))
      return Int32Array.from({ length: pairs.length }, (_, pair) => {
        reached(pair)
        const kind = this.#kinds.intern(
          (pairs.tool[pair]! << 16) | (pairs.relation[pair]! << 8) | (pairs.flags[pair]! & TELLING_FLAGS),
          numberIn(objectOf, pairs.object[pair]!),
        )
        const context = contexts.intern(this.#tree.rowOf[side][pairs.source[pair]!]!, this.#tree.rowOf[side][pairs.target[pair]!]!)
        const key = keys.intern(kind, context)
        if (key === kindOf.length) {
          kindOf.push(kind)
          amounts.push(0)
          present.push(0)
        }
        amounts.set(key, amounts.get(key) + pairs.amount[pair]!)
        present.set(key, present.get(key) | IN[side])
        return key
      })
    }
    const keyOf = { old: keysOf('old', partOf(progress, 0, 0.2)), new: keysOf('new', partOf(progress, 0.2, 0.4)) }
    const candidate = (key: number): Candidate => {
      const context = keys.second(key)
      return { key, kind: kindOf.get(key), source: contexts.first(context), target: contexts.second(context), amount: amounts.get(key) }
    }
    const left: Record<Side, Candidate[]> = { old: [], new: [] }
    for (let key = 0; key < keys.length; key++) {
      if (present.get(key) === IN.old) left.old.push(candidate(key))
      else if (present.get(key) === IN.new) left.new.push(candidate(key))
    }
    const joined = this.#joinLeft(left, lineText, partOf(progress, 0.4, 0.8))
    progress.reached(0.8)
    return this.#number(profiles, keyOf, keys.length, joined, hasMovedLine)
  }

  /** The new key of old ones, and how it was found. */
  #joinLeft(left: Record<Side, Candidate[]>, lineText: LineText, progress: Progress): Map<number, { key: number; moved: PairMove }> {
    const joined = new Map<number, { key: number; moved: PairMove }>()
    if (left.old.length === 0 || left.new.length === 0) return joined
    let { old, new: others } = left
    const join = (moved: PairMove, keyOf: (candidate: Candidate, side: Side) => number | string | null): void => {
      const waiting = grouped(others, (candidate) => keyOf(candidate, 'new'))
      const taken = new Set<number>()
      for (const [key, group] of grouped(old, (candidate) => keyOf(candidate, 'old'))) {
        const same = waiting.get(key)
        if (!same) continue
        // The largest with the largest: calls in loops and from equal places differ in weight.
        for (const candidates of [group, same]) candidates.sort((one, other) => other.amount - one.amount || one.key - other.key)
        for (let i = 0; i < Math.min(group.length, same.length); i++) {
          joined.set(group[i]!.key, { key: same[i]!.key, moved })
          taken.add(same[i]!.key)
        }
      }
      old = old.filter(({ key }) => !joined.has(key))
      others = others.filter(({ key }) => !taken.has(key))
    }
    const endings = new PathEndings(this.#tree.nodes, this.#placeOfRow)
    for (const [round, frames] of FRAMES_COMPARED.entries()) {
      progress.reached(round / FRAMES_COMPARED.length)
      const ending = endings.ofRows(frames)
      // A table of its own for each count: small ones stay in the cache.
      const keys = new PairInterner()
      join('path', ({ kind, source, target }) => keys.intern(kind, keys.intern(ending(source), ending(target))))
    }
    join('text', ({ kind, source, target }, side) => {
      const [a, b] = [lineText(side, source), lineText(side, target)]
      return a === null || b === null ? null : `${kind}\n${a}\n${b}`
    })
    return joined
  }

  #number(
    profiles: Record<Side, Tables>,
    keyOf: Record<Side, Int32Array>,
    keyCount: number,
    joined: Map<number, { key: number; moved: PairMove }>,
    hasMovedLine: (row: number) => boolean,
  ): MatchedPairs {
    const numberOfKey = new Int32Array(keyCount).fill(-1)
    let length = 0
    for (let key = 0; key < keyCount; key++) if (!joined.has(key)) numberOfKey[key] = length++
    for (const [old, { key }] of joined) numberOfKey[old] = numberOfKey[key]!
    const none = (): Int32Array => new Int32Array(length).fill(-1)
    const matched: MatchedPairs = {
      length,
      numberOf: { old: keyOf.old.map((key) => numberOfKey[key]!), new: keyOf.new.map((key) => numberOfKey[key]!) },
      source: none(),
      target: none(),
      rows: { old: { source: none(), target: none() }, new: { source: none(), target: none() } },
      moved: Array.from({ length }, () => null),
    }
    for (const side of ['old', 'new'] as const) {
      const { pairs } = profiles[side]
      for (let pair = 0; pair < pairs.length; pair++) {
        const number = matched.numberOf[side][pair]!
        matched.rows[side].source[number] = matched.source[number] = this.#tree.rowOf[side][pairs.source[pair]!]!
        matched.rows[side].target[number] = matched.target[number] = this.#tree.rowOf[side][pairs.target[pair]!]!
      }
    }
    for (const [old, { moved }] of joined) matched.moved[numberOfKey[old]!] = moved
    for (let number = 0; number < length; number++) {
      if (matched.moved[number] !== null || matched.rows.old.source[number]! < 0 || matched.rows.new.source[number]! < 0) continue
      const [source, target] = [matched.source[number]!, matched.target[number]!]
      if (this.#tree.mixed[source] || this.#tree.mixed[target]) matched.moved[number] = 'path'
      else if (hasMovedLine(source) || hasMovedLine(target)) matched.moved[number] = 'lines'
    }
    return matched
  }
}

function numbered(numbers: Map<string, number>, name: string): number {
  let number = numbers.get(name)
  if (number === undefined) numbers.set(name, (number = numbers.size))
  return number
}

/** Null keys are left out. */
function grouped<T>(rows: readonly T[], keyOf: (row: T) => number | string | null): Map<number | string, T[]> {
  const groups = new Map<number | string, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const known = groups.get(key)
    if (known) known.push(row)
    else groups.set(key, [row])
  }
  return groups
}
