/** Groups of pairs: by the function, file or module of either side or of both, or by their data. */
import { growingInt32 } from '../../../../shared/profile/columns/growing_column.ts'
import { PairInterner } from '../../../../shared/profile/pair_interner.ts'
import { isSought, RELATIONS, type ProfileTables } from '../../../../shared/profile/profile.ts'
import { LINE } from '../../../../shared/profile/tables.ts'
import { orderByValues } from '../../../../shared/profile/columns/stable_order.ts'
import { partOf, rowProgress, UNOBSERVED, type Progress } from '../../../../shared/progress.ts'
import type { PairGroup, PairGroupColumn, PairGrouping } from '../../../../shared/rpc/pairs.ts'
import { baseName, hexadecimal, leafText } from '../../../../shared/profile/frames.ts'
import { pairShares } from '../../../report/report.ts'
import type { Advice } from '../../../../shared/advice/advice.ts'
import { CLASS_WORDS } from '../../../../shared/advice/class_words.ts'
import type { PairAdvice } from '../../../report/advice/pair_advice.ts'
import type { LoadedProfile } from '../loaded_profile.ts'

type Place = 'line' | 'function' | 'file' | 'module'
type Side = 'source' | 'target'

const SIDES: Record<'source' | 'target' | 'both', readonly Side[]> = { source: ['source'], target: ['target'], both: ['source', 'target'] }
const collator = new Intl.Collator('en', { numeric: true })

/** Key of each pair's group: equal for pairs in one group. */
export function pairGroupKeys(profile: ProfileTables, by: PairGrouping, advice: PairAdvice): (pair: number) => string {
  const { pairs } = profile
  if (by === 'object') return (pair) => String(pairs.object[pair])
  if (by === 'advice') return (pair) => advice.groupOf(pair)
  const { sides, place } = parts(by)
  return (pair) => sides.map((side) => placeIndex(profile, pairs[side][pair]!, place)).join(':')
}

/** Groups as columns, of which a window shows a few rows: millions of pairs make millions of groups. */
interface GroupColumns {
  /** The first pair of each group, which names the group. */
  first: Int32Array
  heaviest: Int32Array
  pairs: Float64Array
  waste: Float64Array
  use: Float64Array
  traps: Float64Array
  /** NaN if no pair has one. */
  shareOfWaste: Float64Array
  shareOfTotal: Float64Array
}

export class PairGroups {
  readonly #profile: ProfileTables
  readonly #by: PairGrouping
  readonly #advice: PairAdvice
  readonly #columns: GroupColumns
  readonly #order: Int32Array

  /** @param rows pairs of one tool */
  constructor(
    { profile, totals }: LoadedProfile,
    rows: Int32Array,
    by: PairGrouping,
    { column, descending }: { column: PairGroupColumn; descending: boolean },
    advice: PairAdvice,
    progress = UNOBSERVED,
  ) {
    this.#profile = profile
    this.#by = by
    this.#advice = advice
    const { groupOf, count, first } = numbered(profile, rows, by, advice, partOf(progress, 0, 0.5))
    const column64 = (): Float64Array => new Float64Array(count)
    const columns: GroupColumns = {
      first,
      heaviest: first.slice(),
      pairs: column64(),
      waste: column64(),
      use: column64(),
      traps: column64(),
      shareOfWaste: column64().fill(Number.NaN),
      shareOfTotal: column64(),
    }
    /** Waiting pairs have shares of all waiting, which never meet those of waste and use. */
    const shareOfWaiting = column64()
    const waiting = column64()
    const reached = rowProgress(partOf(progress, 0.5, 0.9), rows.length)
    for (let at = 0; at < rows.length; at++) {
      reached(at)
      const [pair, group] = [rows[at]!, groupOf[at]!]
      const { waste, use, shareOfWaste, shareOfTotal } = pairShares(profile.pairs, pair, totals)
      columns.pairs[group]!++
      columns.waste[group]! += waste
      columns.use[group]! += use
      columns.traps[group]! += profile.pairs.traps[pair]!
      if (RELATIONS[profile.pairs.relation[pair]!] === 'WAITING') {
        waiting[group]!++
        shareOfWaiting[group]! += shareOfTotal
      } else {
        columns.shareOfTotal[group]! += shareOfTotal
      }
      if (shareOfWaste !== null) columns.shareOfWaste[group] = (Number.isNaN(columns.shareOfWaste[group]!) ? 0 : columns.shareOfWaste[group]!) + shareOfWaste
      if (weight(profile, pair) > weight(profile, columns.heaviest[group]!)) columns.heaviest[group] = pair
    }
    for (let group = 0; group < count; group++) if (waiting[group] === columns.pairs[group]) columns.shareOfTotal[group] = shareOfWaiting[group]!
    this.#columns = columns
    this.#order = Int32Array.from(first.keys())
    orderByValues(this.#order, this.#values(column), descending)
  }

  get length(): number {
    return this.#order.length
  }

  rows(start: number, count: number): PairGroup[] {
    return Array.from(this.#order.subarray(start, start + count), (group) => this.#row(group))
  }

  #row(group: number): PairGroup {
    const { first, heaviest, pairs, waste, use, traps, shareOfWaste, shareOfTotal } = this.#columns
    return {
      key: pairGroupKeys(this.#profile, this.#by, this.#advice)(first[group]!),
      ...this.#names(group),
      pairs: pairs[group]!,
      waste: waste[group]!,
      use: use[group]!,
      traps: traps[group]!,
      shareOfWaste: Number.isNaN(shareOfWaste[group]!) ? null : shareOfWaste[group]!,
      shareOfTotal: shareOfTotal[group]!,
      heaviest: heaviest[group]!,
    }
  }

  #names(group: number): ReturnType<typeof names> {
    return names(this.#profile, this.#columns.first[group]!, this.#by, this.#advice)
  }

  /** A number for each group whose order is that of the column. */
  #values(column: PairGroupColumn): Float64Array {
    switch (column) {
      case 'source':
      case 'target':
      case 'object':
      case 'advice': {
        const texts = Array.from(this.#columns.first.keys(), (group) => this.#names(group)[column] ?? '')
        const ranks = new Map([...new Set(texts)].sort(collator.compare).map((text, rank) => [text, rank]))
        return Float64Array.from(texts, (text) => ranks.get(text)!)
      }
      // Pairs that are never waste have no share: they come after those with a share of zero.
      case 'shareOfWaste':
        return this.#columns.shareOfWaste.map((share) => (Number.isNaN(share) ? -1 : share))
      default:
        return this.#columns[column]
    }
  }
}

/** The group of each row, and the first pair of each group; groups are numbered in order of appearance. */
function numbered(
  profile: ProfileTables,
  rows: Int32Array,
  by: PairGrouping,
  advice: PairAdvice,
  progress: Progress,
): { groupOf: Int32Array; count: number; first: Int32Array } {
  const { pairs } = profile
  const groups = new PairInterner()
  const classes = new Map<string, number>()
  const classNumber = (pair: number): number => {
    const group = advice.groupOf(pair)
    return classes.get(group) ?? (classes.set(group, classes.size), classes.size - 1)
  }
  const { sides, place } = by === 'object' || by === 'advice' ? { sides: [], place: 'function' as const } : parts(by)
  const [one, other = null] = sides
  // Unknown is −1, which the second number of a pair must not be.
  const number = (pair: number): number => {
    if (by === 'object') return groups.intern(pairs.object[pair]!, 0)
    if (by === 'advice') return groups.intern(classNumber(pair), 0)
    return groups.intern(placeIndex(profile, pairs[one!][pair]!, place), other === null ? 0 : placeIndex(profile, pairs[other][pair]!, place) + 1)
  }
  const groupOf = new Int32Array(rows.length)
  const first = growingInt32()
  const reached = rowProgress(progress, rows.length)
  for (let at = 0; at < rows.length; at++) {
    reached(at)
    const group = number(rows[at]!)
    groupOf[at] = group
    if (group === first.length) first.push(rows[at]!)
  }
  return { groupOf, count: first.length, first: first.finish() }
}

/** Useful pairs never represent a group that has others. */
function weight({ pairs }: ProfileTables, pair: number): number {
  const relation = RELATIONS[pairs.relation[pair]!]!
  return isSought(relation) ? pairs.amount[pair]! : -1 / (1 + pairs.amount[pair]!)
}

function parts(by: Exclude<PairGrouping, 'object' | 'advice'>): { sides: readonly Side[]; place: Place } {
  const [side, place] = by.split('-') as [keyof typeof SIDES, Place]
  return { sides: SIDES[side], place }
}

/** Lines of a function, and instructions without a line, by number; always the same for a profile. */
class LineNumbers {
  readonly #profile: ProfileTables
  readonly #lines = new PairInterner()
  readonly #places = new PairInterner()
  readonly #first: number[] = []

  constructor(profile: ProfileTables) {
    this.#profile = profile
  }

  of(instruction: number): number {
    const { nodes } = this.#profile
    const above = nodes.parent[instruction]!
    const place = nodes.kind[above] === LINE ? this.#lines.intern(nodes.file[above]!, nodes.line[above]!) : -1 - nodes.instruction[instruction]!
    // Second numbers are not negative: lines are even, instructions odd.
    const number = this.#places.intern(nodes.functionIndex[instruction]!, place < 0 ? 2 * (-1 - place) + 1 : 2 * place)
    if (number === this.#first.length) this.#first.push(instruction)
    return number
  }

  /** An instruction there. */
  first(number: number): number {
    return this.#first[number]!
  }
}

const linesOf = new WeakMap<ProfileTables, LineNumbers>()

function lineNumbers(profile: ProfileTables): LineNumbers {
  const known = linesOf.get(profile) ?? new LineNumbers(profile)
  linesOf.set(profile, known)
  return known
}

function lineText(profile: ProfileTables, instruction: number): string {
  const { nodes } = profile
  const text = leafText(profile, instruction)
  return nodes.kind[nodes.parent[instruction]!] === LINE ? text : `${text} ${hexadecimal(nodes.address[instruction]!)}`
}

/** −1 where it is not known. */
function placeIndex(profile: ProfileTables, instruction: number, place: Place): number {
  const { nodes, functions } = profile
  const functionIndex = nodes.functionIndex[instruction]!
  if (place === 'function') return functionIndex
  if (place === 'module') return functions[functionIndex]!.module
  const above = nodes.parent[instruction]!
  if (place === 'line') return lineNumbers(profile).of(instruction)
  return nodes.kind[above] === LINE ? nodes.file[above]! : functions[functionIndex]!.file
}

function classTitle(advice: Advice | null): string {
  return advice === null ? '(smaller pairs, of use or not classified)' : CLASS_WORDS[advice.class].title
}

function names(profile: ProfileTables, pair: number, by: PairGrouping, advice: PairAdvice): Pick<PairGroup, 'source' | 'target' | 'object' | 'advice'> {
  const { pairs, objects } = profile
  const none = { source: null, target: null, object: null, advice: null }
  if (by === 'object') return { ...none, object: objects[pairs.object[pair]!]?.name ?? '(no object known)' }
  if (by === 'advice') return { ...none, advice: classTitle(advice.ofLargest(pair)) }
  const { sides, place } = parts(by)
  const name = (side: Side): string | null => (sides.includes(side) ? placeName(profile, placeIndex(profile, pairs[side][pair]!, place), place) : null)
  return { ...none, source: name('source'), target: name('target') }
}

function placeName(profile: ProfileTables, index: number, place: Place): string {
  const { functions, files, modules } = profile
  switch (place) {
    case 'line':
      return lineText(profile, lineNumbers(profile).first(index))
    case 'function':
      return functions[index]!.name
    case 'file':
      return files[index] ?? '(file unknown)'
    case 'module':
      return modules[index] ? baseName(modules[index].path) : '(no module)'
  }
}
