/** Two profiles side by side: everything that views of a comparison derive from both, once, or once per tool. */
import type { ComparedNode, ComparedTotals, Normalisation } from '../comparison.ts'
import type { Side } from './compared_number.ts'
import { ownMetrics, sumMetrics, type NodeMetricColumns } from '../metrics/node_metrics.ts'
import { recordedOf } from '../metrics/recorded.ts'
import { fraction, totalsByTool, type TotalsByTool } from '../metrics/totals.ts'
import { measuredParts, type MeasuredPart } from '../outcome.ts'
import { isNeutral, type ProfileTables } from '../profile/profile.ts'
import { isFunctionRow } from '../profile/tables.ts'
import { freeColumn } from '../profile/columns/free_column.ts'
import { forgetWhatWasRead, readAlone, valueAt } from '../profile/columns/lazy_property.ts'
import { partOf, UNOBSERVED } from '../progress.ts'
import type { Tool, Totals } from '../run.ts'
import { alignLines, type VersionTexts } from './aligned_lines.ts'
import { alignNames, numberIn, type AlignedNames, type CommonNumbers } from './aligned_names.ts'
import { ComparedPairs } from './compared_pairs.ts'
import { jointTree, type JointTree } from './joint_tree.ts'
import { comparedCosts, type ComparedCosts } from './compared_costs.ts'
import { compareNumbers, compareRatios, proportionInterval, type Estimate } from './numbers.ts'
import { matchPairs } from './pair_matching.ts'
import { commonTools, normalisingFactor, RunEvidence } from './run_evidence.ts'

/** The metrics of one row of a view in each run. */
export type SideMetrics = Record<Side, Record<'wasteInclusive' | 'useInclusive' | 'wasteExclusive' | 'useExclusive' | 'traps', number>>

const NORMALISATIONS: readonly Normalisation[] = ['run', 'accesses', 'time']

export class ComparedRuns {
  readonly profiles: Record<Side, ProfileTables>
  readonly totals: Record<Side, TotalsByTool>
  /** Tools whose numbers speak for a part alone. */
  readonly measured: Record<Side, Partial<Record<Tool, MeasuredPart>>>
  readonly tools: Tool[]
  readonly names: AlignedNames
  readonly tree: JointTree
  readonly pairs: ComparedPairs
  readonly #evidence = new Map<Tool, Record<Side, RunEvidence>>()
  readonly #metrics = new Map<Tool, Record<Side, NodeMetricColumns>>()
  #spent: ComparedCosts | null | undefined

  /**
   * Frees the profiles' contexts that it read: the joint tree has all that views need.
   * @param texts both versions of source files, where they are known as they were when they were recorded
   * @param totals of the runs, where they are known
   */
  constructor(
    profiles: Record<Side, ProfileTables>,
    texts: (old: string, recent: string) => Record<Side, string> | null = () => null,
    progress = UNOBSERVED,
    totals: Partial<Record<Side, TotalsByTool | undefined>> = {},
  ) {
    this.profiles = profiles
    this.totals = { old: totals.old ?? totalsByTool(profiles.old), new: totals.new ?? totalsByTool(profiles.new) }
    const measured = (side: Side): Partial<Record<Tool, MeasuredPart>> => measuredParts(recordedOf(profiles[side], this.totals[side]))
    this.measured = { old: measured('old'), new: measured('new') }
    this.tools = commonTools(profiles.old.run, profiles.new.run)
    progress.reached(0)
    this.names = alignNames(profiles)
    progress.reached(0.05)
    const versions = versionTexts(this.names, texts)
    const placeOf = alignLines(profiles, this.names, versions, partOf(progress, 0.05, 0.3))
    for (const { nodes } of [profiles.old, profiles.new]) forgetWhatWasRead(nodes, ['file', 'line'])
    this.tree = jointTree({ old: profiles.old.nodes, new: profiles.new.nodes }, this.names, placeOf, partOf(progress, 0.3, 0.7))
    const places = this.#placesOfRows(placeOf)
    for (const column of [placeOf.old, placeOf.new]) freeColumn(column)
    const movedLines = this.#movedLines()
    for (const { nodes } of [profiles.old, profiles.new]) forgetWhatWasRead(nodes)
    const matched = matchPairs(
      profiles,
      this.tree,
      places,
      this.names.files.some((_, file) => versions(file) !== null) ? this.#lineTexts(versions) : null,
      (row) => movedLines[row] === 1,
      partOf(progress, 0.7, 1),
    )
    this.pairs = new ComparedPairs(this, matched)
  }

  /** Null where the runs lack the amount to normalise by. */
  factor(tool: Tool, normalisation: Normalisation): number | null {
    return normalisingFactor(
      normalisation,
      { old: this.profiles.old.run, new: this.profiles.new.run },
      { old: this.totals.old[tool], new: this.totals.new[tool] },
    )
  }

  /** Those that at least one tool in common allows. */
  normalisations(): Normalisation[] {
    return NORMALISATIONS.filter((normalisation) => this.tools.some((tool) => this.factor(tool, normalisation) !== null))
  }

  evidence(side: Side, tool: Tool): RunEvidence {
    let evidence = this.#evidence.get(tool)
    if (!evidence) {
      evidence = { old: new RunEvidence(this.profiles.old.run, this.totals.old[tool]), new: new RunEvidence(this.profiles.new.run, this.totals.new[tool]) }
      this.#evidence.set(tool, evidence)
    }
    return evidence[side]
  }

  /** Recorded metrics of the rows of the joint tree. */
  metrics(tool: Tool): Record<Side, NodeMetricColumns> {
    let metrics = this.#metrics.get(tool)
    if (!metrics) this.#metrics.set(tool, (metrics = { old: this.#sideMetrics('old', tool), new: this.#sideMetrics('new', tool) }))
    return metrics
  }

  /** The costs of both runs in the rows of the joint tree; null unless both have CPU time, or both have executed instructions. */
  spent(): ComparedCosts | null {
    if (this.#spent === undefined) this.#spent = comparedCosts(this.profiles, this.tree)
    return this.#spent
  }

  /** By normalisation that the tool allows; null where it does not. */
  compareTotals(tool: Tool, normalisation: Normalisation): ComparedTotals | null {
    const factor = this.factor(tool, normalisation)
    const { old, new: recent } = { old: this.totals.old[tool], new: this.totals.new[tool] }
    if (factor === null || !old || !recent) return null
    const amount = (side: Side, totals: Totals, name: 'waste' | 'use' | 'reused'): Estimate => {
      const shares = totals.ci95 && name !== 'reused' ? (name === 'waste' ? totals.ci95 : ([1 - totals.ci95[1], 1 - totals.ci95[0]] as [number, number])) : null
      return this.evidence(side, tool).estimate(totals[name], this.#trapsOf(totals, totals[name]), shares)
    }
    const compared = (name: 'waste' | 'use' | 'reused'): ComparedTotals['waste'] =>
      compareNumbers(amount('old', old, name), amount('new', recent, name), factor)
    return {
      waste: compared('waste'),
      use: compared('use'),
      reused: compared('reused'),
      fraction: compareRatios(fractionEstimate(old, this.evidence('old', tool)), fractionEstimate(recent, this.evidence('new', tool))),
      fractionIntervals: { old: old.ci95, new: recent.ci95 },
      traps: { old: old.traps, new: recent.traps },
      ...this.#measuredOf(tool),
      pairs: this.pairs.counts(tool, normalisation),
    }
  }

  #measuredOf(tool: Tool): Pick<ComparedTotals, 'measured'> {
    const [old, recent] = [this.measured.old[tool], this.measured.new[tool]]
    return old === undefined && recent === undefined
      ? {}
      : { measured: { ...(old === undefined ? {} : { old }), ...(recent === undefined ? {} : { new: recent }) } }
  }

  /** Those behind a part of the totals. */
  #trapsOf({ waste, use, reused, traps }: Totals, amount: number): number {
    const total = waste + use + reused
    return total > 0 ? (traps * amount) / total : 0
  }

  /** @param row of the joint tree whose place represents them; −1: none does */
  compareNode(metrics: SideMetrics, tool: Tool, factor: number, row: number): ComparedNode {
    const estimate = (side: Side, name: keyof SideMetrics['old']): Estimate => {
      const total = metrics[side].wasteInclusive + metrics[side].useInclusive
      const traps = total > 0 ? (metrics[side].traps * metrics[side][name]) / total : 0
      return this.evidence(side, tool).estimate(metrics[side][name], traps)
    }
    const compared = (name: keyof SideMetrics['old']): ComparedNode['wasteInclusive'] => compareNumbers(estimate('old', name), estimate('new', name), factor)
    const ratio = (side: Side): Estimate | null => {
      const { wasteInclusive: waste, useInclusive: use, traps } = metrics[side]
      const value = fraction(waste, use)
      if (value === null) return null
      const { exact } = this.evidence(side, tool)
      return { value, exact, interval: exact || traps === 0 || this.profiles[side].run.engine === 'exhaustive' ? null : proportionInterval(value, traps) }
    }
    const { old, new: recent } = metrics
    return {
      wasteInclusive: compared('wasteInclusive'),
      useInclusive: compared('useInclusive'),
      wasteExclusive: compared('wasteExclusive'),
      useExclusive: compared('useExclusive'),
      fractionInclusive: compareRatios(ratio('old'), ratio('new')),
      traps: { old: old.traps, new: recent.traps },
      only: old.traps > 0 && recent.traps === 0 ? 'old' : recent.traps > 0 && old.traps === 0 ? 'new' : null,
      places: { old: this.place('old', row) ?? this.#fileOf('old', row), new: this.place('new', row) ?? this.#fileOf('new', row) },
    }
  }

  /** Source line of a row of the joint tree as a run has it: of lines and loops their own, of functions that of their declaration. */
  place(side: Side, row: number): { file: string; line: number | null } | null {
    const own = row < 0 ? -1 : this.tree.firstOf[side][row]!
    if (own < 0) return null
    const { nodes, functions, files } = this.profiles[side]
    const isFrame = isFunctionRow(valueAt(nodes, 'kind', own))
    const { file, line } = isFrame ? functions[valueAt(nodes, 'functionIndex', own)]! : { file: valueAt(nodes, 'file', own), line: valueAt(nodes, 'line', own) }
    return files[file] === undefined ? null : { file: files[file], line: line > 0 ? line : null }
  }

  /** The file of a row that the run does not have, where it knows the file. */
  #fileOf(side: Side, row: number): { file: string; line: null } | null {
    if (row < 0) return null
    const { nodes } = this.tree
    const isFrame = isFunctionRow(nodes.kind[row]!)
    const file = this.names.fileNames[side][isFrame ? this.names.functions[nodes.functionIndex[row]!]!.file : nodes.file[row]!] ?? null
    return file === null ? null : { file, line: null }
  }

  #sideMetrics(side: Side, tool: Tool): NodeMetricColumns {
    const own = ownMetrics(this.profiles[side], tool)
    const rowOf = this.tree.rowOf[side]
    const moved = (column: Float64Array): Float64Array => {
      const sum = new Float64Array(this.tree.nodes.length)
      column.forEach((value, row) => {
        sum[rowOf[row]!]! += value
      })
      return sum
    }
    const traps = moved(own.traps)
    return sumMetrics(this.tree.nodes, { waste: moved(own.waste), use: isNeutral(tool) ? traps : moved(own.use), traps })
  }

  #placesOfRows(placeOf: CommonNumbers): Int32Array {
    const { firstOf, nodes } = this.tree
    const places = new Int32Array(nodes.length)
    for (let row = 0; row < places.length; row++) places[row] = firstOf.new[row]! >= 0 ? placeOf.new[firstOf.new[row]!]! : placeOf.old[firstOf.old[row]!]!
    return places
  }

  /** By row of the joint tree: 0 if both runs have it at the same line. */
  #movedLines(): Uint8Array {
    const { old, new: recent } = this.tree.firstOf
    const { fileOf } = this.names
    const moved = Uint8Array.from(old, (own, row) => (own >= 0 && recent[row]! >= 0 ? 0 : 1))
    // One column of each run at a time.
    const note = (name: 'file' | 'line', same: (own: number, other: number) => boolean): void => {
      const [ofOld, ofNew] = [readAlone(this.profiles.old.nodes, name), readAlone(this.profiles.new.nodes, name)]
      moved.forEach((isMoved, row) => {
        if (isMoved === 0 && !same(ofOld[old[row]!]!, ofNew[recent[row]!]!)) moved[row] = 1
      })
    }
    note('line', (own, other) => own === other)
    note('file', (own, other) => numberIn(fileOf.old, own) === numberIn(fileOf.new, other))
    return moved
  }

  #lineTexts(versions: VersionTexts): (side: Side, row: number) => string | null {
    const lines = new Map<string, string[] | null>()
    return (side, row) => {
      const own = this.tree.firstOf[side][row]!
      if (own < 0) return null
      const { nodes } = this.profiles[side]
      const file = numberIn(this.names.fileOf[side], valueAt(nodes, 'file', own))
      const key = `${side} ${file}`
      if (file >= 0 && !lines.has(key)) lines.set(key, versions(file)?.[side].split('\n') ?? null)
      const text = lines.get(key)?.[valueAt(nodes, 'line', own) - 1]?.replaceAll(/\s+/g, ' ').trim()
      return text === undefined || text === '' ? null : text
    }
  }
}

function versionTexts(names: AlignedNames, texts: (old: string, recent: string) => Record<Side, string> | null): VersionTexts {
  const known = new Map<number, Record<Side, string> | null>()
  return (file) => {
    if (!known.has(file)) {
      const [old, recent] = [names.fileNames.old[file] ?? null, names.fileNames.new[file] ?? null]
      known.set(file, old === null || recent === null ? null : texts(old, recent))
    }
    return known.get(file)!
  }
}

function fractionEstimate({ fraction: value, ci95 }: Totals, { exact }: RunEvidence): Estimate | null {
  return value === null ? null : { value, interval: ci95, exact }
}
