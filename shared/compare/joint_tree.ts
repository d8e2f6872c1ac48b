/**
 * One calling-context tree of two runs. Rows of both are one row where function and line of the call agree (design.md,
 * stable keys). Where a wrapper or a loop stands between a row and its caller in one run alone, the other run's row is put
 * below it, so that one new wrapper does not make everything below it new; so is a frame that the other run has another one
 * for, between the same caller and the same calls. The leaves are lines: instructions of two builds are not the same. Linear
 * in the rows of both.
 */
import type { Side } from './compared_number.ts'
import { subtreeEnds } from '../profile/tree/call_tree.ts'
import { freeColumn } from '../profile/columns/free_column.ts'
import { growingInt32 } from '../profile/columns/growing_column.ts'
import { defineLazily, readAlone } from '../profile/columns/lazy_property.ts'
import { PairInterner } from '../profile/pair_interner.ts'
import { FUNCTION, INSTRUCTION, isFunctionRow, LINE, LOOP, ROOT, type NodeTable } from '../profile/tables.ts'
import { partOf, rowProgress, UNOBSERVED, type Progress } from '../progress.ts'
import { numberIn, type AlignedNames, type CommonNumbers } from './aligned_names.ts'

export interface JointTree {
  /** Indices are common numbers; places are the new run's where it has the row. No instructions. */
  nodes: NodeTable
  /** By side and row of that run's tree: its row here; of instructions that of the row above them. */
  rowOf: CommonNumbers
  /** By side and row here: a row of that run's tree; −1 where the run does not have it. */
  firstOf: CommonNumbers
  /** 1: one run alone has the row or one above it. */
  mixed: Uint8Array
}

/** Rows of one parent's children that are the same row. */
interface Group {
  key: number
  old: number[]
  new: number[]
}
interface Entry extends Group {
  parent: number
  /** Rows to put below it beside the children: rows that a wrapper was put in front of. */
  adopted: Readonly<Record<Side, readonly number[]>>
  /** The old run's rows among them that the new run has this row instead of. */
  replaced: ReadonlySet<number>
}

const NOTHING_ADOPTED: Entry['adopted'] = { old: [], new: [] }
const NOTHING_REPLACED: ReadonlySet<number> = new Set()

/** One function replaces another where more than this part of the rows below both is below calls of the same functions. */
const REPLACING_PART = 0.5

/** Until they are requested. */
const NO_ADDRESSES = new Float64Array(0)

/** More than there are kinds of rows. */
const KINDS = 16

/** Rows searched below a wrapper for the wrapped row, besides its children. */
const MOST_LOOKED_AT = 64

export function jointTree(trees: Record<Side, NodeTable>, names: AlignedNames, placeOf: CommonNumbers, progress = UNOBSERVED): JointTree {
  const plain = { old: plainTree(trees.old), new: plainTree(trees.new) }
  const joint = new JointTreeBuilder(plain, names, placeOf, partOf(progress, 0, 0.3)).build(partOf(progress, 0.3, 1))
  fillPlaces(trees, names, joint)
  // Few views ask for addresses, and the columns are large.
  defineLazily(joint.nodes, 'address', () => addresses(trees, joint))
  return joint
}

type PlainTree = Pick<NodeTable, 'length' | 'parent' | 'kind' | 'functionIndex'>

/** By plain properties: the columns of a profile are read behind getters. */
function plainTree({ length, parent, kind, functionIndex }: NodeTable): PlainTree {
  return { length, parent, kind, functionIndex }
}

/** Files and lines: large columns of both trees that building the joint one does not need. */
function fillPlaces(trees: Record<Side, NodeTable>, names: AlignedNames, { nodes, firstOf }: JointTree): void {
  for (const side of ['old', 'new'] as const) {
    const first = firstOf[side]
    const fill = (to: Int32Array, from: Int32Array, value: (own: number) => number): void =>
      first.forEach((own, row) => {
        if (own >= 0) to[row] = value(from[own]!)
      })
    fill(nodes.file, readAlone(trees[side], 'file'), (own) => numberIn(names.fileOf[side], own))
    fill(nodes.line, readAlone(trees[side], 'line'), (own) => own)
  }
}

/** Of the new run's row where it has it. */
function addresses(trees: Record<Side, NodeTable>, { nodes, firstOf }: JointTree): Float64Array {
  const address = new Float64Array(nodes.length)
  for (const side of ['old', 'new'] as const) {
    const own = readAlone(trees[side], 'address')
    firstOf[side].forEach((first, row) => {
      if (first >= 0) address[row] = own[first]!
    })
  }
  return address
}

class JointTreeBuilder {
  readonly #trees: Record<Side, PlainTree>
  readonly #names: AlignedNames
  readonly #ends: Record<Side, Int32Array<ArrayBuffer>>
  readonly #keyOf: Record<Side, Int32Array<ArrayBuffer>>
  readonly #rowOf: CommonNumbers
  readonly #parent = growingInt32()
  readonly #first = { old: growingInt32(), new: growingInt32() }

  constructor(trees: Record<Side, PlainTree>, names: AlignedNames, placeOf: CommonNumbers, progress: Progress) {
    this.#trees = trees
    this.#names = names
    this.#ends = { old: subtreeEnds(trees.old.parent)!, new: subtreeEnds(trees.new.parent)! }
    const keys = new PairInterner()
    const keysOf = (side: Side, part: Progress): Int32Array<ArrayBuffer> => {
      const places = placeOf[side]
      const { kind } = trees[side]
      // Instructions have no rows of their own.
      return eachRow(trees[side].length, part, (row) => (kind[row] === INSTRUCTION ? -1 : keys.intern(places[row]!, this.#frameOf(side, row))))
    }
    this.#keyOf = { old: keysOf('old', partOf(progress, 0, 0.5)), new: keysOf('new', partOf(progress, 0.5, 1)) }
    this.#rowOf = { old: new Int32Array(trees.old.length).fill(-1), new: new Int32Array(trees.new.length).fill(-1) }
  }

  build(progress: Progress): JointTree {
    const reached = rowProgress(progress, this.#trees.old.length + this.#trees.new.length)
    const pending: Entry[] = [{ key: -1, old: [0], new: [0], parent: -1, adopted: NOTHING_ADOPTED, replaced: NOTHING_REPLACED }]
    for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
      const row = this.#parent.length
      reached(row)
      this.#parent.push(entry.parent)
      for (const side of ['old', 'new'] as const) {
        this.#first[side].push(entry[side][0] ?? -1)
        for (const own of entry[side]) this.#rowOf[side][own] = row
      }
      const children = this.#childGroups(entry)
      for (let i = children.length - 1; i >= 0; i--) pending.push({ ...children[i]!, parent: row })
    }
    for (const side of ['old', 'new'] as const) {
      const { kind, parent, length } = this.#trees[side]
      for (let row = 1; row < length; row++) if (kind[row] === INSTRUCTION) this.#rowOf[side][row] = this.#rowOf[side][parent[row]!]!
    }
    for (const columns of [this.#ends, this.#keyOf]) for (const side of ['old', 'new'] as const) freeColumn(columns[side])
    return this.#finish()
  }

  /** The children of all rows of an entry, those that belong together in one group. */
  #childGroups({ old, new: others, adopted, replaced }: Entry): Array<Group & Pick<Entry, 'adopted' | 'replaced'>> {
    const byKey = new Map<number, Group>()
    this.#collect(byKey, 'old', old, adopted.old)
    this.#collect(byKey, 'new', others, adopted.new)
    const groups = [...byKey.values()]
    const isAlone = (side: Side): boolean => groups.some((group) => group[side].length === 0)
    // Only rows of one run alone are joined with rows of the other alone, or put below them.
    if (!isAlone('old') || !isAlone('new')) return groups.map((group) => ({ ...group, adopted: NOTHING_ADOPTED, replaced: NOTHING_REPLACED }))
    const joined = this.#joinMoved(groups)
    const entries = new Map(joined.map((group) => [group, { old: [] as number[], new: [] as number[] }]))
    const gone = new Set<Group>()
    const wrappers = new Set<Group>()
    for (const group of joined) {
      if (group.new.length > 0 || !replaced.has(group.old[0]!)) continue
      wrappers.add(group)
      for (const inside of this.#sameCalls(group, joined)) {
        entries.get(group)!.new.push(...inside.new)
        gone.add(inside)
      }
    }
    for (const wrapping of ['new', 'old'] as const) {
      const wrapped = wrapping === 'new' ? 'old' : 'new'
      this.#adopt(
        joined,
        wrapping,
        wrapped,
        (wrapper, inside) => {
          for (const row of inside[wrapped]) entries.get(wrapper)![wrapped].push(row)
          gone.add(inside)
          wrappers.add(wrapper)
        },
        { gone, wrappers },
      )
    }
    const left = joined.filter((group) => !gone.has(group))
    const replacing = this.#replacing(left.filter((group) => !wrappers.has(group)))
    for (const [group, before] of replacing) entries.get(group)!.old.push(...before.old)
    const taken = new Set(replacing.values())
    return left
      .filter((group) => !taken.has(group))
      .map((group) => ({ ...group, adopted: entries.get(group)!, replaced: replacing.has(group) ? new Set(replacing.get(group)!.old) : NOTHING_REPLACED }))
  }

  /** The new run's calls that an old row has too, by function. */
  #sameCalls(group: Group, groups: Group[]): Group[] {
    const calls = this.#callsOf('old', group.old)
    return groups.filter(({ old, new: others }) => old.length === 0 && this.#canMove('new', others[0]!) && calls.has(this.#frameOf('new', others[0]!)))
  }

  /** By group of the new run alone: the group of the old run alone that mostly calls the same functions, each once. */
  #replacing(groups: Group[]): Map<Group, Group> {
    const replacing = new Map<Group, Group>()
    const gone = groups.filter((group) => group.new.length === 0 && this.#isFrame('old', group.old[0]!))
    if (gone.length === 0) return replacing
    const waiting = new Map<number, Group[]>()
    const callsOfGone = new Map(gone.map((group) => [group, this.#callsOf('old', group.old)]))
    for (const [group, calls] of callsOfGone) for (const frame of calls.keys()) waiting.set(frame, [...(waiting.get(frame) ?? []), group])
    const taken = new Set<Group>()
    for (const group of groups) {
      if (group.old.length > 0 || !this.#isFrame('new', group.new[0]!)) continue
      const calls = this.#callsOf('new', group.new)
      const candidates = new Set([...calls.keys()].flatMap((frame) => waiting.get(frame) ?? []))
      for (const candidate of candidates) {
        const before = callsOfGone.get(candidate)!
        if (
          taken.has(candidate) ||
          this.#sharedPart('new', group.new, calls, before) <= REPLACING_PART ||
          this.#sharedPart('old', candidate.old, before, calls) <= REPLACING_PART
        )
          continue
        replacing.set(group, candidate)
        taken.add(candidate)
        break
      }
    }
    return replacing
  }

  /** By function that rows call: how many rows there are from its calls down. */
  #callsOf(side: Side, rows: number[]): Map<number, number> {
    const calls = new Map<number, number>()
    for (const row of rows) {
      for (let child = row + 1; child < this.#ends[side][row]!; child = this.#ends[side][child]!) {
        if (!this.#isFrame(side, child)) continue
        const frame = this.#frameOf(side, child)
        calls.set(frame, (calls.get(frame) ?? 0) + this.#ends[side][child]! - child)
      }
    }
    return calls
  }

  #sharedPart(side: Side, rows: number[], calls: ReadonlyMap<number, number>, others: ReadonlyMap<number, number>): number {
    let shared = 0
    for (const [frame, below] of calls) if (others.has(frame)) shared += below
    return shared / rows.reduce((sum, row) => sum + this.#ends[side][row]! - row, 0)
  }

  #collect(byKey: Map<number, Group>, side: Side, rows: number[], adopted: readonly number[]): void {
    const { kind } = this.#trees[side]
    const add = (child: number): void => {
      if (kind[child] === INSTRUCTION) return
      const key = this.#keyOf[side][child]!
      const group = byKey.get(key)
      if (group) group[side].push(child)
      else byKey.set(key, { key, old: side === 'old' ? [child] : [], new: side === 'new' ? [child] : [] })
    }
    for (const row of rows) for (let child = row + 1; child < this.#ends[side][row]!; child = this.#ends[side][child]!) add(child)
    for (const row of adopted) add(row)
  }

  /** Calls of a function from a line that is not found again, and loops at one with something in common, are joined in their order. */
  #joinMoved(groups: Group[]): Group[] {
    const waiting = new Map<number, Group[]>()
    // From behind: the first is then taken from the end, which does not move the others.
    for (const group of groups.toReversed()) {
      if (group.new.length > 0 || !this.#canMove('old', group.old[0]!)) continue
      const frame = this.#frameOf('old', group.old[0]!)
      const same = waiting.get(frame)
      if (same) same.push(group)
      else waiting.set(frame, [group])
    }
    const taken = new Set<Group>()
    for (const group of groups) {
      if (group.old.length > 0 || !this.#canMove('new', group.new[0]!)) continue
      const same = this.#takeMoved(waiting.get(this.#frameOf('new', group.new[0]!)) ?? [], group)
      if (!same) continue
      group.old = same.old
      taken.add(same)
    }
    return groups.filter((group) => !taken.has(group))
  }

  /** The next group of the old run that the new one's may be; loops match only by their content. */
  #takeMoved(waiting: Group[], group: Group): Group | undefined {
    if (this.#isFrame('new', group.new[0]!)) return waiting.pop()
    const inside = new Set(this.#contents('new', group.new))
    const at = waiting.findLastIndex(({ old }) => this.#contents('old', old).some((content) => inside.has(content)))
    return at < 0 ? undefined : waiting.splice(at, 1)[0]
  }

  /** A loop's calls, and its lines that are found again, as far as they are examined. Calls have numbers below 0. */
  #contents(side: Side, rows: number[]): number[] {
    const contents: number[] = []
    for (const top of rows) {
      const end = Math.min(this.#ends[side][top]!, top + 1 + MOST_LOOKED_AT)
      for (let row = top + 1; row < end; row++) {
        if (this.#isFrame(side, row)) contents.push(-1 - this.#frameOf(side, row))
        else if (this.#trees[side].kind[row] === LINE) contents.push(this.#keyOf[side][row]!)
      }
    }
    return contents
  }

  #frameOf(side: Side, row: number): number {
    const { functionIndex, kind } = this.#trees[side]
    return frameKey(numberIn(this.#names.functionOf[side], functionIndex[row]!), kind[row]!)
  }

  #canMove(side: Side, row: number): boolean {
    return this.#isFrame(side, row) || this.#trees[side].kind[row] === LOOP
  }

  #isFrame(side: Side, row: number): boolean {
    const kind = this.#trees[side].kind[row]!
    return isFunctionRow(kind)
  }

  /** Puts the remaining groups of one run below those of the other that wrap the same function or line. */
  #adopt(
    groups: Group[],
    wrapping: Side,
    wrapped: Side,
    adopt: (wrapper: Group, inside: Group) => void,
    { gone, wrappers }: Record<'gone' | 'wrappers', ReadonlySet<Group>>,
  ): void {
    // A group that already has something below it stays in place.
    const left = groups.filter((group) => group[wrapping].length === 0 && !gone.has(group) && !wrappers.has(group))
    if (left.length === 0) return
    const byFrame = new Map<number, Group[]>()
    const byKey = new Map<number, Group>()
    for (const group of left) {
      const row = group[wrapped][0]!
      if (!this.#canMove(wrapped, row)) {
        byKey.set(group.key, group)
        continue
      }
      const same = byFrame.get(this.#frameOf(wrapped, row))
      if (same) same.push(group)
      else byFrame.set(this.#frameOf(wrapped, row), [group])
    }
    for (const wrapper of groups) {
      const top = wrapper[wrapping][0]
      if (top === undefined || wrapper[wrapped].length > 0 || gone.has(wrapper) || !this.#canMove(wrapping, top)) continue
      for (const row of this.#lookedAtBelow(wrapping, top)) {
        for (const inside of byFrame.get(this.#frameOf(wrapping, row)) ?? []) adopt(wrapper, inside)
        byFrame.delete(this.#frameOf(wrapping, row))
        const line = byKey.get(this.#keyOf[wrapping][row]!)
        if (line) {
          adopt(wrapper, line)
          byKey.delete(line.key)
        }
      }
    }
  }

  /** A row's calls, then the deeper ones, as far as they are examined. */
  *#lookedAtBelow(side: Side, top: number): Generator<number> {
    const end = this.#ends[side][top]!
    for (let child = top + 1; child < end; child = this.#ends[side][child]!) yield child
    for (let row = top + 1; row < Math.min(end, top + 1 + MOST_LOOKED_AT); row++) yield row
  }

  #finish(): JointTree {
    const parent = this.#parent.finish()
    const firstOf: CommonNumbers = { old: this.#first.old.finish(), new: this.#first.new.finish() }
    const { length } = parent
    const nodes: NodeTable = {
      length,
      parent,
      kind: new Uint8Array(length),
      functionIndex: new Int32Array(length),
      file: new Int32Array(length),
      line: new Int32Array(length),
      address: NO_ADDRESSES,
      instruction: new Int32Array(length).fill(-1),
    }
    const mixed = new Uint8Array(length)
    for (let row = 0; row < length; row++) {
      const side: Side = firstOf.new[row]! >= 0 ? 'new' : 'old'
      const own = firstOf[side][row]!
      const tree = this.#trees[side]
      nodes.kind[row] = tree.kind[own]!
      nodes.functionIndex[row] = numberIn(this.#names.functionOf[side], tree.functionIndex[own]!)
      mixed[row] = firstOf.old[row]! < 0 || firstOf.new[row]! < 0 || (row > 0 && mixed[parent[row]!] === 1) ? 1 : 0
    }
    return { nodes, rowOf: this.#rowOf, firstOf, mixed }
  }
}

function eachRow(length: number, progress: Progress, value: (row: number) => number): Int32Array<ArrayBuffer> {
  const reached = rowProgress(progress, length)
  const values = new Int32Array(length)
  for (let row = 0; row < length; row++) {
    reached(row)
    values[row] = value(row)
  }
  return values
}

/**
 * Number of a function and its row's kind. Inlining and tail calls change from build to build; how a function was called,
 * or that it was inlined, tells no rows apart.
 * @param functionNumber common; −1: none
 */
function frameKey(functionNumber: number, kind: number): number {
  return (functionNumber + 1) * KINDS + (isFunctionRow(kind) && kind !== ROOT ? FUNCTION : kind)
}
