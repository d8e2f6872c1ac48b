/** The pair table by windows of rows, and everything about one pair. */
import { recordedOf } from '../../../../shared/metrics/recorded.ts'
import { measuredParts } from '../../../../shared/outcome.ts'
import type { Advice } from '../../../../shared/advice/advice.ts'
import type { PairFinding } from '../../../../shared/findings/finding.ts'
import { CLASS_WORDS } from '../../../../shared/advice/class_words.ts'
import { commonFrames, contextOf, hexadecimal, leafText } from '../../../../shared/profile/frames.ts'
import { RELATIONS, TOOLS } from '../../../../shared/profile/profile.ts'
import type { PairTable } from '../../../../shared/profile/tables.ts'
import { orderByValues } from '../../../../shared/profile/columns/stable_order.ts'
import { partOf, rowProgress, UNOBSERVED, type Progress } from '../../../../shared/progress.ts'
import { RpcError } from '../../../../shared/rpc/contract.ts'
import type { Tool } from '../../../../shared/run.ts'
import {
  MOST_MERGED_PAIRS,
  type PairColumn,
  type PairDetails,
  type PairFilter,
  type PairGroup,
  type PairGroupColumn,
  type PairGrouping,
  type PairNote,
  type PairRow,
  type PairWindow,
} from '../../../../shared/rpc/pairs.ts'
import { valueAt } from '../../../../shared/profile/columns/lazy_property.ts'
import { PairAdvice } from '../../../report/advice/pair_advice.ts'
import { pairAncestor, pairDistance, pairFacts, pairThreads } from '../../../report/pair_facts.ts'
import { pairLines } from '../../../report/text/report_text.ts'
import { buildPairReport, pairNumbers, pairShares } from '../../../report/report.ts'
import type { LoadedProfile } from '../loaded_profile.ts'
import { accessPlace, filteredPairs } from './pair_filter.ts'
import { PairGroups } from './pair_groups.ts'
import type { PairNotes } from './pair_notes.ts'

/** Columns of text copied to an issue. */
const COPY_WIDTH = 120
const collator = new Intl.Collator('en', { numeric: true })

const RELATIONS_BY_NAME = RELATIONS.toSorted()
const TOOLS_BY_NAME = TOOLS.toSorted()
const ADVICE_TITLES = Object.values(CLASS_WORDS)
  .map(({ title }) => title)
  .sort(collator.compare)

type PairSort = { column: PairColumn; descending: boolean }

export class PairQueries {
  readonly #loaded: LoadedProfile
  readonly #notes: PairNotes | null
  /** The last filter and sort with its rows: paging repeats the same request. */
  #last: { key: string; rows: Int32Array } | null = null
  #lastGroups: { key: string; groups: PairGroups } | null = null
  readonly #advice: PairAdvice

  /** @param notes null where none are kept */
  constructor(loaded: LoadedProfile, notes: PairNotes | null = null) {
    this.#loaded = loaded
    this.#notes = notes
    this.#advice = new PairAdvice(loaded.profile)
  }

  /** @throws RpcError unable, bad-file */
  note(pair: number, change: Partial<PairNote>): PairNote | null {
    if (this.#notes === null) throw new RpcError('unable', 'Notes are not kept for this profile')
    const note = this.#notes.write(pair, change)
    this.#last = null
    this.#lastGroups = null
    return note
  }

  #filtered(filter: PairFilter, progress: Progress): Int32Array {
    const rows = filteredPairs(this.#loaded, filter, this.#advice, progress)
    const { triage = null } = filter
    if (triage === null) return rows
    return rows.filter((pair) => {
      const note = this.#notes?.of(pair) ?? null
      return triage === 'noted' ? note !== null : note?.status !== 'fixed' && note?.status !== 'ignored'
    })
  }

  /** The pairs that pass the filter, in order. */
  chosen(filter: PairFilter, sort: PairSort, progress = UNOBSERVED): Int32Array {
    const key = JSON.stringify([filter, sort])
    if (this.#last?.key !== key) this.#last = { key, rows: this.#order(this.#filtered(filter, partOf(progress, 0, 0.5)), sort, partOf(progress, 0.5, 1)) }
    return this.#last.rows
  }

  rows(filter: PairFilter, sort: PairSort, start: number, count: number, progress = UNOBSERVED): PairWindow {
    const rows = this.chosen(filter, sort, progress)
    return {
      rowCount: rows.length,
      totalCount: this.#loaded.profile.pairs.length,
      rows: Array.from(rows.subarray(start, start + count), (pair) => this.row(pair)),
    }
  }

  /** The filtered pairs by groups. */
  groups(
    filter: PairFilter,
    by: PairGrouping,
    sort: { column: PairGroupColumn; descending: boolean },
    start: number,
    count: number,
    progress = UNOBSERVED,
  ): { rowCount: number; rows: PairGroup[] } {
    const key = JSON.stringify([filter, by, sort])
    if (this.#lastGroups?.key !== key)
      this.#lastGroups = {
        key,
        groups: new PairGroups(this.#loaded, this.#filtered(filter, partOf(progress, 0, 0.3)), by, sort, this.#advice, partOf(progress, 0.3, 1)),
      }
    const { groups } = this.#lastGroups
    return { rowCount: groups.length, rows: groups.rows(start, count) }
  }

  /**
   * The largest pair of the lines with the most waste (for reuses: the largest number) in all contexts; for very many
   * pairs only the largest; null: none.
   */
  heaviestMerged(tool: Tool, alone: number | null): number | null {
    if (alone === null || this.#loaded.profile.pairs.length > MOST_MERGED_PAIRS) return alone
    const neutral = tool === 'reuse-distance'
    const filter: PairFilter = { wastefulOnly: !neutral, search: '', regularExpression: false, side: 'either', tool }
    return this.groups(filter, 'both-line', { column: neutral ? 'shareOfTotal' : 'waste', descending: true }, 0, 1).rows[0]?.heaviest ?? alone
  }

  row(pair: number): PairRow {
    const { profile, totals } = this.#loaded
    const { pairs } = profile
    const [sourceNode, targetNode] = sidesOf(pairs, pair)
    const source = accessPlace(profile, sourceNode)
    const target = accessPlace(profile, targetNode)
    const note = this.#notes?.of(pair) ?? null
    const advice = this.#advice.of(pair)
    return {
      pair,
      tool: TOOLS[pairs.tool[pair]!]!,
      relation: RELATIONS[pairs.relation[pair]!]!,
      source: leafText(profile, sourceNode),
      sourceFunction: source.name,
      sourceFile: source.file,
      sourceLine: source.line,
      ...(source.line === null ? { sourceAddress: this.#address(sourceNode) } : {}),
      target: leafText(profile, targetNode),
      targetFunction: target.name,
      targetFile: target.file,
      targetLine: target.line,
      ...(target.line === null ? { targetAddress: this.#address(targetNode) } : {}),
      traps: pairs.traps[pair]!,
      ...pairNumbers(profile, pair, totals),
      ...pairFacts(profile, pair),
      ...(note === null ? {} : { note }),
      advice: advice === null ? null : { class: advice.class, title: advice.title, sureness: advice.sureness },
    }
  }

  #address(node: number): string {
    return hexadecimal(valueAt(this.#loaded.profile.nodes, 'address', node))
  }

  details(pair: number): PairDetails {
    const { profile } = this.#loaded
    const [sourceNode, targetNode] = sidesOf(profile.pairs, pair)
    const source = contextOf(profile, sourceNode)
    const target = contextOf(profile, targetNode)
    return {
      row: this.row(pair),
      source: { ...source, node: sourceNode },
      target: { ...target, node: targetNode },
      commonAncestor: pairAncestor(profile, pair),
      threads: pairThreads(profile, pair),
      advice: this.#advice.of(pair),
      commonFrames: Math.min(source.frames.length, target.frames.length, commonFrames([...source.frames, source.leaf], [...target.frames, target.leaf])),
    }
  }

  /** The pair as text for an issue. @param finding null: it has none */
  copy(pair: number, finding: PairFinding | null): string {
    const { profile, totals } = this.#loaded
    const note = this.#notes?.of(pair) ?? null
    const advice = this.#advice.of(pair)
    const noted = note === null ? '' : `note: ${[note.status, note.text].filter((part) => part !== null && part !== '').join(': ')}\n`
    const { run } = profile
    const report = { run, measured: measuredParts(recordedOf(profile, totals)) }
    return `${pairLines(buildPairReport(profile, pair, totals, advice, finding), 1, report, profile.files, COPY_WIDTH)
      .join('\n')
      .replace(/^#1 +/, '')}\n${noted}`
  }

  #order(rows: Int32Array, { column, descending }: PairSort, progress: Progress): Int32Array {
    orderByValues(rows, this.#values(column, rows, progress), descending)
    return rows
  }

  /** A number per pair whose order is that of the column; only those of `rows` are known. */
  #values(column: PairColumn, rows: Int32Array, progress: Progress): Float64Array {
    const { profile, totals } = this.#loaded
    const { pairs, objects } = profile
    const values = new Float64Array(pairs.length)
    const fill = (value: (pair: number) => number): Float64Array => {
      const reached = rowProgress(progress, rows.length)
      for (let at = 0; at < rows.length; at++) {
        reached(at)
        values[rows[at]!] = value(rows[at]!)
      }
      return values
    }
    switch (column) {
      case 'traps':
        return pairs.traps
      case 'relation':
        return fill((pair) => RELATIONS_BY_NAME.indexOf(RELATIONS[pairs.relation[pair]!]!))
      case 'source':
        return this.#textRanks(pairs.source, rows)
      case 'target':
        return this.#textRanks(pairs.target, rows)
      case 'tool':
        return fill((pair) => TOOLS_BY_NAME.indexOf(TOOLS[pairs.tool[pair]!]!))
      case 'object':
        return ranksOf(Array.from(pairs.object, (object) => objects[object]?.name ?? ''))
      case 'advice':
        return fill((pair) => adviceRank(this.#advice.ofLargest(pair)))
      case 'distance':
        return fill((pair) => pairDistance(profile, pair)?.p50 ?? -1)
      default:
        return fill((pair) => pairShares(pairs, pair, totals)[column] ?? -1)
    }
  }

  /** By the leaves' texts; each is made only once. */
  #textRanks(leaves: Int32Array, rows: Int32Array): Float64Array {
    const texts = new Map<number, string>()
    for (const pair of rows) if (!texts.has(leaves[pair]!)) texts.set(leaves[pair]!, leafText(this.#loaded.profile, leaves[pair]!))
    return ranksOf(Array.from(leaves, (node) => texts.get(node) ?? ''))
  }
}

/** Rows of the accesses of one pair. */
function sidesOf(pairs: PairTable, pair: number): [source: number, target: number] {
  return [valueAt(pairs, 'source', pair), valueAt(pairs, 'target', pair)]
}

/** Pairs without advice come after all others in alphabetical order of the classes; one class may have several titles. */
export function adviceRank(advice: Pick<Advice, 'class'> | null): number {
  return advice === null ? ADVICE_TITLES.length : ADVICE_TITLES.indexOf(CLASS_WORDS[advice.class].title)
}

/** Places of texts in alphabetical order; each distinct text is compared only once. */
function ranksOf(texts: string[]): Float64Array {
  const ranks = new Map(
    [...new Set(texts)]
      .sort()
      .sort(collator.compare)
      .map((text, rank) => [text, rank]),
  )
  return Float64Array.from(texts, (text) => ranks.get(text)!)
}
