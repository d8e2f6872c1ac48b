/** The pairs of a comparison, filtered and sorted, by number; rows are created only for those shown. */
import { isInDirection, STATUSES } from '../../../shared/compare/compared_pairs.ts'
import { NOT_MOVED } from '../../../shared/compare/pair_matching.ts'
import type { ComparedRuns } from '../../../shared/compare/compared_runs.ts'
import type { ComparedPairColumn, ComparedPairFilter, Normalisation } from '../../../shared/comparison.ts'
import type { ComparedNumber } from '../../../shared/compare/compared_number.ts'
import { RELATIONS } from '../../../shared/profile/profile.ts'
import { FirstRows } from '../../../shared/profile/columns/largest_rows.ts'
import { partOf, rowProgress, UNOBSERVED } from '../../../shared/progress.ts'
import type { Tool } from '../../../shared/run.ts'

export interface PairSort {
  column: ComparedPairColumn
  descending: boolean
  /** Only so many of the first by impact; absent: all. */
  most?: number
}

const collator = new Intl.Collator('en', { numeric: true })

/** @param test of the search; null: there is none. @returns the pairs, and how many the tool has */
export function comparedPairRows(
  runs: ComparedRuns,
  tool: Tool,
  normalisation: Normalisation,
  filter: Omit<ComparedPairFilter, 'search' | 'regularExpression'>,
  test: ((text: string) => boolean) | null,
  sort: PairSort,
  progress = UNOBSERVED,
): { pairs: Int32Array; total: number } {
  const { pairs } = runs
  const all = pairs.ofTool(tool)
  const factor = runs.factor(tool, normalisation) ?? 1
  const statuses = pairs.statuses(tool, normalisation)
  const fits = (pair: number): boolean => {
    if (filter.wastefulOnly && pairs.isUseful(pair)) return false
    if (filter.status !== null && (filter.status === 'moved' ? pairs.matched.moved[pair] === NOT_MOVED : STATUSES[statuses[pair]!] !== filter.status))
      return false
    if (filter.direction !== 'all' && (pairs.isUseful(pair) || !isInDirection(pairs.amount(pair, factor), filter.direction))) return false
    return test === null || textsOf(runs, pair).some(test)
  }
  const reached = rowProgress(partOf(progress, 0, 0.5), all.length)
  const kept = all.filter((pair, at) => {
    reached(at)
    return fits(pair)
  })
  progress.reached(0.5)
  return { pairs: ordered(runs, kept, factor, statuses, sort), total: all.length }
}

function textsOf({ pairs }: ComparedRuns, pair: number): string[] {
  const [source, target] = [pairs.place(pair, 'source'), pairs.place(pair, 'target')]
  return [source.function, source.files.old, source.files.new, target.function, target.files.old, target.files.new, pairs.object(pair)].filter(
    (text) => text !== null,
  )
}

function ordered(runs: ComparedRuns, rows: Int32Array, factor: number, statuses: Uint8Array, { column, descending, most = Infinity }: PairSort): Int32Array {
  const direction = descending ? -1 : 1
  const { pairs } = runs
  const byNumber = (value: (pair: number) => number): Int32Array => {
    const values = Float64Array.from(rows, value)
    return Int32Array.from(rows.keys())
      .sort((a, b) => direction * (values[a]! - values[b]! || 0) || a - b)
      .map((at) => rows[at]!)
  }
  const byText = (text: (pair: number) => string): Int32Array => {
    const texts = Array.from(rows, text)
    return Int32Array.from(rows.keys())
      .sort((a, b) => direction * collator.compare(texts[a]!, texts[b]!) || a - b)
      .map((at) => rows[at]!)
  }
  const amount = (value: (amount: ComparedNumber) => number, useful: boolean | null = null): Int32Array =>
    byNumber((pair) => (useful !== null && pairs.isUseful(pair) !== useful ? 0 : value(pairs.amount(pair, factor))))
  switch (column) {
    case 'status':
      return byNumber((pair) => statuses[pair]!)
    case 'source':
    case 'target':
      return byText((pair) => pairs.place(pair, column).text)
    case 'relation':
      return byText((pair) => RELATIONS[pairs.relation[pair]!]!)
    case 'object':
      return byText((pair) => pairs.object(pair) ?? '')
    case 'oldWaste':
      return amount(({ old }) => old, false)
    case 'newWaste':
      return amount(({ new: recent }) => recent, false)
    case 'wasteChange':
      return byNumber((pair) => (pairs.isUseful(pair) ? 0 : pairs.change(pair, factor)))
    case 'wasteRelative':
      return amount(relativeOrder, false)
    case 'oldUse':
      return amount(({ old }) => old, true)
    case 'newUse':
      return amount(({ new: recent }) => recent, true)
    case 'useChange':
      return byNumber((pair) => (pairs.isUseful(pair) ? pairs.change(pair, factor) : 0))
    case 'oldShare':
      return byNumber((pair) => pairs.row(pair, factor).shareOfTotal.old ?? -1)
    case 'newShare':
      return byNumber((pair) => pairs.row(pair, factor).shareOfTotal.new ?? -1)
    case 'shareChange':
      return byNumber((pair) => pairs.row(pair, factor).shareOfTotal.change ?? 0)
    case 'largest':
      return byNumber((pair) => pairs.largest(pair, factor))
    case 'impact':
      return byImpact(runs, rows, factor, direction, most)
  }
}

/** Among equal differences the larger pair first: most did not change. */
function byImpact({ pairs }: ComparedRuns, rows: Int32Array, factor: number, direction: number, most: number): Int32Array {
  const impact = Float64Array.from(rows, (pair) => Math.abs(pairs.change(pair, factor)))
  const largest = Float64Array.from(rows, (pair) => pairs.largest(pair, factor))
  const first = new FirstRows((a, b) => direction * (impact[a]! - impact[b]!) || largest[b]! - largest[a]! || a - b, Math.min(most, rows.length))
  for (let at = 0; at < rows.length; at++) if (first.mayTake(at)) first.take(at)
  return Int32Array.from(first.rows(), (at) => rows[at]!)
}

/** Any increase from zero is infinite; finite here, so that two of them compare. */
function relativeOrder({ relative, change }: ComparedNumber): number {
  return relative ?? Math.sign(change) * Number.MAX_VALUE
}
