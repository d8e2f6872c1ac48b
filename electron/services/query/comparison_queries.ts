/** Opened comparisons by windows of rows. Holds the last order of each table: a window scrolls through it again and again. */
import { ComparedRuns } from '../../../shared/compare/compared_runs.ts'
import { rowOfPair } from '../../../shared/compare/pair_matching.ts'
import type {
  ComparedFindingList,
  ComparedObject,
  ComparedObjectColumn,
  ComparedObjectWindow,
  ComparedPairFilter,
  ComparedPairWindow,
  ComparedReuse,
  ComparedTotals,
  Normalisation,
} from '../../../shared/comparison.ts'
import type { Side } from '../../../shared/compare/compared_number.ts'
import { rowOfPath } from '../../../shared/compare/row_of_path.ts'
import { subtreesOf } from '../../../shared/profile/tree/subtrees.ts'
import type { Findings } from '../../../shared/findings/finding.ts'
import type { Profile } from '../../../shared/profile/profile.ts'
import { partOf, rowProgress, UNOBSERVED, type Progress } from '../../../shared/progress.ts'
import type { Tool } from '../../../shared/run.ts'
import { RpcError, type ComparisonSummary, type Parameters } from '../../../shared/rpc/contract.ts'
import type { ComparisonId } from '../../../shared/rpc/identifiers.ts'
import type { TreeKind } from '../../../shared/rpc/trees.ts'
import { ALL_WASTE } from '../../report/comparison/build_comparison.ts'
import { comparedFindingList } from '../../report/comparison/comparison_findings.ts'
import { comparedFlat } from '../../report/comparison/compared_flat.ts'
import { comparedObjects } from '../../report/comparison/compared_objects.ts'
import { comparedReuse } from '../../report/comparison/compared_reuse.ts'
import { comparisonHead, requireComparable } from '../../report/comparison/comparison_head.ts'
import { comparedFlatTable, comparedObjectTable, comparedPairTable } from '../../report/comparison/comparison_tables.ts'
import { comparedPairRows, type PairSort } from '../../report/comparison/pair_rows.ts'
import { ComparedModel, jointProfile } from './tree_models/compared_model.ts'
import type { LoadedProfile } from './loaded_profile.ts'
import { textTest } from './sources/text_test.ts'

const EVERY_WASTEFUL: NonNullable<Parameters<'compare.export'>['pairs']> = {
  filter: { ...ALL_WASTE, search: '', regularExpression: false },
  sort: { column: 'impact', descending: true },
}
const collator = new Intl.Collator('en', { numeric: true })

/** A progress report is sent after this many characters. */
const ROWS_BETWEEN = 1 << 10

export interface ComparedFile {
  path: string
  profile: Profile
}

export class ComparisonQueries {
  readonly #runs: ComparedRuns
  readonly #files: Record<Side, ComparedFile>
  #findings: ComparedFindingList | null = null
  readonly #joint = new Map<Tool, LoadedProfile>()
  #lastPairs: { question: string; pairs: Int32Array; total: number } | null = null
  #lastObjects: { question: string; objects: ComparedObject[] } | null = null

  /** @param texts both versions of a source file, where they are known @throws RpcError refused where numbers of the runs must not meet */
  constructor(files: Record<Side, ComparedFile>, texts: (old: string, recent: string) => Record<Side, string> | null, progress = UNOBSERVED) {
    const profiles = { old: files.old.profile, new: files.new.profile }
    requireComparable(profiles)
    this.#files = files
    this.#runs = new ComparedRuns(profiles, texts, progress)
  }

  summary(comparison: ComparisonId): ComparisonSummary {
    const head = comparisonHead(this.#runs, { old: this.#files.old.path, new: this.#files.new.path })
    const totals: ComparisonSummary['totals'] = {}
    for (const normalisation of head.normalisations) {
      const own: Partial<Record<Tool, ComparedTotals>> = {}
      for (const tool of head.tools) {
        const compared = this.#runs.compareTotals(tool, normalisation)
        if (compared) own[tool] = compared
      }
      totals[normalisation] = own
    }
    return { ...head, comparison, totals }
  }

  /** @param findingsOf a run's, requested once */
  findings(findingsOf: (side: Side) => Findings): ComparedFindingList {
    this.#findings ??= comparedFindingList(this.#runs, { old: findingsOf('old'), new: findingsOf('new') })
    return this.#findings
  }

  model(kind: TreeKind, tool: Tool, normalisation: Normalisation, progress = UNOBSERVED): { model: ComparedModel; loaded: LoadedProfile } {
    this.#requireTool(tool)
    let loaded = this.#joint.get(tool)
    if (!loaded) this.#joint.set(tool, (loaded = jointProfile(this.#runs, this.#files.new.profile, tool, partOf(progress, 0, 0.5))))
    progress.reached(0.5)
    return { model: new ComparedModel(this.#runs, loaded, kind, normalisation, partOf(progress, 0.5, 1)), loaded }
  }

  /**
   * @param path boxes of one run's flame graph, the outermost first; only functions count @returns a row of the joint tree
   */
  find(tool: Tool, version: Side, path: readonly number[]): number | null {
    this.#requireTool(tool)
    const { tree, names, profiles } = this.#runs
    const own = path.filter((number) => number < profiles[version].functions.length).map((number) => names.functionOf[version][number]!)
    const { old, new: recent } = this.#runs.metrics(tool)
    const spent = this.#runs.spent()?.metrics
    const weight = (row: number): number => old.traps[row]! + recent.traps[row]! || (spent === undefined ? 0 : spent.old.traps[row]! + spent.new.traps[row]!)
    return own.length === 0 ? null : rowOfPath(tree.nodes, subtreesOf(tree.nodes), own, weight)
  }

  pairs(
    tool: Tool,
    normalisation: Normalisation,
    filter: ComparedPairFilter,
    sort: PairSort,
    { start, count }: { start: number; count: number },
    progress = UNOBSERVED,
  ): ComparedPairWindow {
    const { pairs, total } = this.#pairs(tool, normalisation, filter, sort, progress)
    const factor = this.#runs.factor(tool, normalisation) ?? 1
    const { matched } = this.#runs.pairs
    return {
      rowCount: pairs.length,
      totalCount: total,
      rows: Array.from(pairs.subarray(start, start + count), (pair) => ({ ...this.#runs.pairs.row(pair, factor), node: rowOfPair(matched, 'source', pair) })),
    }
  }

  #pairs(tool: Tool, normalisation: Normalisation, filter: ComparedPairFilter, sort: PairSort, progress: Progress): { pairs: Int32Array; total: number } {
    this.#requireTool(tool)
    const question = JSON.stringify([tool, normalisation, filter, sort])
    if (this.#lastPairs?.question !== question) {
      const test = filter.search === '' ? null : textTest(filter.search, filter.regularExpression)
      this.#lastPairs = { question, ...comparedPairRows(this.#runs, tool, normalisation, filter, test, sort, progress) }
    }
    return this.#lastPairs
  }

  objects(
    tool: Tool,
    normalisation: Normalisation,
    sort: { column: ComparedObjectColumn; descending: boolean },
    start: number,
    count: number,
  ): ComparedObjectWindow {
    this.#requireTool(tool)
    const question = JSON.stringify([tool, normalisation, sort])
    if (this.#lastObjects?.question !== question)
      this.#lastObjects = { question, objects: orderedObjects(comparedObjects(this.#runs, tool, normalisation), sort) }
    const { objects } = this.#lastObjects
    return { rowCount: objects.length, rows: objects.slice(start, start + count) }
  }

  reuse(question: Omit<Parameters<'compare.reuse'>, 'comparison'>): ComparedReuse {
    return comparedReuse({ old: this.#files.old.profile, new: this.#files.new.profile }, question)
  }

  /** A whole table, the largest difference first; for pairs those that `pairs` selects, in its order. */
  table(
    { tool, normalisation, table, pairs: { filter, sort } = EVERY_WASTEFUL, format }: Omit<Parameters<'compare.export'>, 'comparison'>,
    progress = UNOBSERVED,
  ): string {
    this.#requireTool(tool)
    const factor = this.#runs.factor(tool, normalisation) ?? 1
    switch (table) {
      case 'pairs': {
        const { pairs } = this.#pairs(tool, normalisation, filter, sort, partOf(progress, 0, 0.5))
        const reached = rowProgress(partOf(progress, 0.5, 1), pairs.length, ROWS_BETWEEN)
        const rows = Array.from(pairs, (pair, at) => {
          reached(at)
          return this.#runs.pairs.row(pair, factor)
        })
        return comparedPairTable(rows, format)
      }
      case 'functions':
        return comparedFlatTable(comparedFlat(this.#runs, this.#files.new.profile, tool, normalisation, 'function'), format)
      case 'objects':
        return comparedObjectTable(comparedObjects(this.#runs, tool, normalisation), format)
    }
  }

  #requireTool(tool: Tool): void {
    if (!this.#runs.tools.includes(tool))
      throw new RpcError('not-found', `The runs were not both recorded with ${tool}; choose one of ${this.#runs.tools.join(', ')}`)
  }
}

function orderedObjects(objects: ComparedObject[], { column, descending }: { column: ComparedObjectColumn; descending: boolean }): ComparedObject[] {
  const direction = descending ? -1 : 1
  if (column === 'name') return objects.toSorted((a, b) => direction * collator.compare(a.name, b.name))
  const value = ({ waste, use }: ComparedObject): number => {
    switch (column) {
      case 'oldWaste':
        return waste.old
      case 'newWaste':
        return waste.new
      case 'wasteChange':
        return waste.change
      case 'wasteRelative':
        return waste.relative ?? Math.sign(waste.change) * Number.MAX_VALUE
      case 'oldUse':
        return use.old
      case 'newUse':
        return use.new
      case 'useChange':
        return use.change
      case 'impact':
        return Math.abs(waste.change)
    }
  }
  return objects.toSorted((a, b) => direction * (value(a) - value(b) || 0))
}
