/** Answers queries on opened profiles. Runs in the query worker; tests call it directly. */
import { longerNames } from '../../../shared/names/short_paths.ts'
import type { Findings } from '../../../shared/findings/finding.ts'
import { runCostTotal } from '../../../shared/metrics/run_cost.ts'
import { recordedOf } from '../../../shared/metrics/recorded.ts'
import type { Profile } from '../../../shared/profile/profile.ts'
import type { Side } from '../../../shared/compare/compared_number.ts'
import type { Tool } from '../../../shared/run.ts'
import { partOf, UNOBSERVED, type Progress } from '../../../shared/progress.ts'
import { MOST_MARKS, MOST_OBJECTS, RpcError, type ComparisonSummary, type Parameters, type ProfileSummary } from '../../../shared/rpc/contract.ts'
import type { SymbolSource } from '../../analysis/symbols/symbol_source.ts'
import { forgetWhatWasRead } from '../../../shared/profile/columns/lazy_property.ts'
import { identityOf } from '../../file_identity.ts'
import { openProfile, type OpenedProfile } from '../../profile/open_profile.ts'
import { largestFindings, MOST_FINDINGS, type FindingsWithPairs } from '../../report/findings/findings.ts'
import type { LineText } from '../../report/findings/line_texts.ts'
import { openFindings, type Keeping } from '../../report/kept/kept_report.ts'
import { assignmentOf, objectReports } from '../../report/objects.ts'
import { flatCsv, objectsCsv, reuseCsv, statisticsCsv, threadsCsv, valuesCsv } from '../../report/formats/report_csv.ts'
import { markdownTable } from '../../report/formats/report_markdown.ts'
import { threadReports } from '../../report/report.ts'
import { spatialValuesReports } from '../../report/spatial_values.ts'
import { compareProfiles } from '../../report/values/compare_profiles.ts'
import { readReuse } from '../../report/reuse_observations.ts'
import { reusedObjects } from '../../report/reused_objects.ts'
import type { ComparedModel } from './tree_models/compared_model.ts'
import { ComparisonQueries, type ComparedFile } from './comparison_queries.ts'
import { CodeQueries, parseAddress } from './sources/code_queries.ts'
import { FindingNotes } from './pairs/finding_notes.ts'
import { flameGraph } from './trees/flame_graph.ts'
import { callGraph, hotFunctions } from './functions/function_queries.ts'
import { KeptNotes } from './pairs/kept_notes.ts'
import { hasRunCost, loadProfile, toolsSideBySide, withCreators, withTool, type LoadedProfile } from './loaded_profile.ts'
import { PairNotes } from './pairs/pair_notes.ts'
import { PairQueries } from './pairs/pair_queries.ts'
import { pairTable } from './pairs/pair_table.ts'
import type { SourcePlaces } from './sources/source_files.ts'
import type { WorkerMethod, WorkerMethods, WorkerParameters } from './query_protocol.ts'
import type { SourceReference } from './source_reference.ts'
import { namedSources, sourceOrigins, sourceReference } from './sources/shareable_sources.ts'
import { shapedModel, shapedProfile } from './tree_models/shaped_model.ts'
import { threadDistribution } from './thread_distribution.ts'
import { readTimeline } from './timeline.ts'
import { restrictToPart } from './trace/restrict_to_part.ts'
import { TraceQueries } from './trace/trace_queries.ts'
import { treeText } from './trees/tree_text.ts'
import { TreeView } from './trees/tree_view.ts'
import { ValueQueries } from './value_queries.ts'

interface HeldFindings extends Pick<FindingsWithPairs, 'ofPair'> {
  listed: Findings
}
interface HeldProfile {
  path: string
  /** Of the file when it was opened; null: it changed meanwhile, or this is a part of its profile. */
  identity: string | null
  opened: OpenedProfile
  loaded: LoadedProfile
  pairs: PairQueries
  findingNotes: FindingNotes
  values: ValueQueries
  trace: TraceQueries
  notes: KeptNotes
  /** Made on first use. */
  findings: HeldFindings | null
  /** The parts that are still to be read ahead. */
  ahead: Array<() => unknown>
  /** Each tool's view of the profile, made on first use. */
  tools: Map<Tool, { loaded: LoadedProfile; code: CodeQueries }>
  /** The same with threads below their creators. */
  created: Map<Tool, LoadedProfile>
}
/** A view of a profile or of a comparison. */
interface HeldView {
  profile: number | null
  comparison?: { id: number; model: ComparedModel }
  loaded: LoadedProfile
  view: TreeView
}
interface HeldComparison {
  profiles: Record<Side, number>
  queries: ComparisonQueries
}

/** Both versions of a source file by its names in both profiles; null unless both are known as they were recorded. */
export type TextsOfVersions = (files: Record<Side, ComparedFile>) => (old: string, recent: string) => Record<Side, string> | null

/** Lines of the sources that may be shown without asking. */
export type LinesOfSources = (profile: Profile, path: string, places: SourcePlaces) => LineText

type Answers = { [M in WorkerMethod]: (parameters: WorkerParameters<M>, progress: Progress) => WorkerMethods[M]['result'] }

const CSV_TABLES: Record<Exclude<Parameters<'export.csv'>['table'], 'pairs'>, (profile: Profile) => string> = {
  flat: flatCsv,
  statistics: statisticsCsv,
  threads: threadsCsv,
  objects: objectsCsv,
  reuse: reuseCsv,
  values: valuesCsv,
}

export class QueryEngine {
  readonly #symbols: () => SymbolSource | null
  readonly #profiles = new Map<number, HeldProfile>()
  readonly #views = new Map<number, HeldView>()
  readonly #comparisons = new Map<number, HeldComparison>()
  readonly #texts: TextsOfVersions
  readonly #lines: LinesOfSources
  readonly #keeping: Keeping
  #lastId: number

  /**
   * @param symbols requested when disassembly is first needed; null if the addon is not built @param firstId below the
   * numbers of everything it opens
   */
  constructor(
    symbols: () => SymbolSource | null,
    texts: TextsOfVersions = () => () => null,
    firstId = 0,
    lines: LinesOfSources = () => () => null,
    keeping: Keeping = {},
  ) {
    this.#symbols = symbols
    this.#texts = texts
    this.#lines = lines
    this.#keeping = keeping
    this.#lastId = firstId
  }

  /** An exception from `progress` aborts the answer and leaves everything unchanged. */
  answer<M extends WorkerMethod>(method: M, parameters: WorkerParameters<M>, progress = UNOBSERVED): WorkerMethods[M]['result'] {
    try {
      return (this.#answers[method] as Answers[M])(parameters, progress)
    } finally {
      // If every access was counted they are larger than everything else, and needed only for sums that are computed
      // once.
      for (const { opened } of this.#profiles.values()) forgetWhatWasRead(opened.profile.contextTotals)
    }
  }

  /**
   * Reads one part that the first rows did not need and every view will, while the thread is idle.
   * @returns whether there is more
   */
  readAhead(): boolean {
    const held = [...this.#profiles.values()].find(({ ahead }) => ahead.length > 0)
    if (!held) return false
    try {
      held.ahead.shift()!()
    } catch (error) {
      // Errors in the file are reported to the request that concerns them.
      if (!(error instanceof RpcError)) throw error
      held.ahead = []
    }
    forgetWhatWasRead(held.opened.profile.contextTotals)
    return true
  }

  close(): void {
    for (const held of this.#profiles.values()) held.opened.close()
    this.#profiles.clear()
    this.#comparisons.clear()
    this.#views.clear()
  }

  readonly #answers: Answers = {
    'profile.open': ({ path }, progress) => this.#open(path, progress),
    'profile.close': ({ profile }) => {
      this.#profile(profile).opened.close()
      this.#profiles.delete(profile)
      for (const [id, held] of this.#views) if (held.profile === profile) this.#views.delete(id)
      for (const [id, held] of this.#comparisons) if (Object.values(held.profiles).includes(profile)) this.#closeComparison(id)
      return null
    },

    'findings.read': ({ profile, places }) => this.#findings(profile, places).listed,
    'findings.ofPair': ({ profile, pair, places }) => {
      this.#profileWithPair(profile, pair)
      return this.#findings(profile, places).ofPair(pair)
    },
    'objects.assigned': ({ profile, places }) => {
      const { opened, path } = this.#profile(profile)
      const lineText = this.#lines(opened.profile, path, places)
      return objectReports(opened.profile, MOST_OBJECTS).map((object) => assignmentOf(object, lineText))
    },
    'findings.compare': ({ comparison, places }) => {
      const { profiles, queries } = this.#heldComparison(comparison)
      return queries.findings((side) => this.#findings(profiles[side], places).listed)
    },

    'tree.create': ({ profile, kind, sort, tool, like, ...shape }, progress) => {
      const held = this.#profile(profile)
      const loaded = shapedProfile(
        shape.showCreators === true ? this.#withCreators(held, tool) : this.#tool(held, tool).loaded,
        shape,
        partOf(progress, 0, 0.5),
      )
      const view = new TreeView(shapedModel(kind, loaded, shape, partOf(progress, 0.5, 1)), sort, toolsSideBySide(loaded), hasRunCost(loaded))
      const selected = like === undefined ? null : view.openLike(this.#view(like.view), like.index)
      this.#views.set(++this.#lastId, { profile, loaded, view })
      return { view: this.#lastId, rowCount: view.rowCount, selected }
    },
    'tree.close': ({ view }) => {
      this.#view(view)
      this.#views.delete(view)
      return null
    },
    'tree.rows': ({ view, start, count }) => this.#view(view).window(start, count),
    'tree.expand': ({ view, version, index, expanded, deep }, progress) => {
      const tree = this.#view(view)
      tree.requireVersion(version)
      tree.expand(index, expanded, deep, progress)
      return { version: tree.version, rowCount: tree.rowCount }
    },
    'tree.sort': ({ view, sort, keep }, progress) => {
      const keptIndex = this.#view(view).sort(sort, keep, progress)
      return { version: this.#view(view).version, keptIndex }
    },
    'tree.focus': ({ view, version, index }) => {
      const tree = this.#view(view)
      tree.requireVersion(version)
      const found = tree.focus(index)
      return { version: tree.version, index: found }
    },
    'tree.unfocus': ({ view, version, kept }) => {
      const tree = this.#view(view)
      tree.requireVersion(version)
      const index = tree.unfocus(kept)
      return { version: tree.version, index }
    },
    'tree.search': ({ view, text, regularExpression }, progress) => {
      const matchCount = this.#view(view).search(text, regularExpression, progress)
      return { version: this.#view(view).version, matchCount }
    },
    'tree.findMatch': ({ view, from, direction }) => {
      const index = this.#view(view).findMatch(from, direction)
      return { version: this.#view(view).version, index }
    },
    'tree.hotPath': ({ view, from, share }) => {
      const index = this.#view(view).hotPath(from, share)
      return { version: this.#view(view).version, index }
    },
    'tree.reveal': ({ view, node, pair }) => {
      const index = this.#view(view).reveal(node, pair)
      return { version: this.#view(view).version, index }
    },
    'tree.copy': ({ view, index }) => {
      const held = this.#heldView(view)
      return treeText(held.view, index, held.loaded)
    },

    'pairs.rows': ({ profile, filter, sort, start, count }, progress) => this.#profile(profile).pairs.rows(filter, sort, start, count, progress),
    'pairs.heaviest': ({ profile, tool }) =>
      this.#profile(profile).pairs.heaviestMerged(tool, this.#tool(this.#profile(profile), tool).loaded.heaviest.ofAll()),
    'pairs.groups': ({ profile, filter, by, sort, start, count }, progress) => this.#profile(profile).pairs.groups(filter, by, sort, start, count, progress),
    'pairs.details': ({ profile, pair }) => this.#profileWithPair(profile, pair).pairs.details(pair),
    'pairs.note': ({ profile, pair, change }) => this.#profileWithPair(profile, pair).pairs.note(pair, change),
    'pairs.text': ({ profile, pair, places }) => this.#profileWithPair(profile, pair).pairs.copy(pair, this.#findings(profile, places).ofPair(pair)),

    'findings.notes': ({ profile, findings }) => this.#profile(profile).findingNotes.of(findings),
    'findings.note': ({ profile, finding, title, change }) => this.#profile(profile).findingNotes.write(finding, title, change),

    'threads.distribution': ({ profile, tool, place }) => threadDistribution(this.#tool(this.#profile(profile), tool).loaded, place),
    'timeline.read': ({ profile, tool, pair }) => {
      const { loaded } = pair === null ? this.#profile(profile) : this.#profileWithPair(profile, pair)
      return readTimeline(loaded.profile, this.#tool(this.#profile(profile), tool).loaded.tool, pair)
    },
    'functions.hot': ({ profile, tool, count }) => hotFunctions(this.#tool(this.#profile(profile), tool).loaded, count),
    'functions.around': ({ profile, tool, name, most }) => callGraph(this.#tool(this.#profile(profile), tool).loaded, name, most),
    'trace.summary': ({ profile }) => this.#profile(profile).trace.summary(),
    'trace.cells': ({ profile, tool, ...viewport }) => this.#profile(profile).trace.cells(viewport, this.#tool(this.#profile(profile), tool).loaded),
    'trace.at': ({ profile, lane, time }) => this.#profile(profile).trace.at(lane, time),
    'trace.filter': ({ profile, from, to, threads = null }, progress) => {
      const { path, opened, loaded, notes, trace } = this.#profile(profile)
      const unknown = threads?.find((thread) => thread >= opened.profile.threads.length)
      if (unknown !== undefined) throw new RpcError('not-found', `The profile has no thread ${unknown}`)
      const part = restrictToPart(opened.profile, { from, to, threads })
      if (part === null)
        throw new RpcError('unable', 'The profile holds no trace, so nothing is known of a part of the run; record again with a sampling engine')
      // The file stays open for the whole profile.
      const held = { profile: part, created: null, subtrees: loaded.subtrees, storedSums: () => null, close: () => undefined }
      const summary = this.#hold({ path, identity: null }, held, progress, notes)
      // The trace stays whole, and only the whole run tells which code waits.
      this.#profile(summary.profile).trace = trace
      return summary
    },
    'flame.read': ({ profile, tool, ...question }, progress) => flameGraph(this.#tool(this.#profile(profile), tool).loaded, question, progress),

    'source.heat': ({ profile, file, tool }) => this.#tool(this.#profile(profile), tool).code.heat(file),
    'profile.file': ({ profile }) => {
      const { path, opened } = this.#profile(profile)
      return { path, startedAt: opened.profile.run.startedAt }
    },
    'source.describe': ({ profile, file }) => this.#describeSource(this.#profile(profile), file),
    'source.named': ({ profile }) => {
      const { path, loaded } = this.#profile(profile)
      return namedSources(loaded.profile, path)
    },
    'disassembly.read': ({ profile, moduleIndex, address, tool }) =>
      this.#tool(this.#profile(profile), tool).code.disassembly(moduleIndex, parseAddress(address)),
    'tables.csv': ({ profile, table, pairs, format, places }, progress) => {
      const shown = this.#profile(profile).loaded.profile
      const chosen = pairs === undefined ? null : this.#profile(profile).pairs.chosen(pairs.filter, pairs.sort, partOf(progress, 0, 0.2))
      const text =
        table === 'pairs'
          ? pairTable(shown, chosen, this.#findings(profile, places).ofPair, chosen === null ? progress : partOf(progress, 0.2, 1))
          : CSV_TABLES[table](shown)
      return format === 'markdown' ? markdownTable(text) : text
    },
    'values.rows': ({ profile, filter, sort, start, count }) => this.#profile(profile).values.rows(filter, sort, start, count),
    'values.summary': ({ profile }) => this.#profile(profile).values.summary(),
    'values.groups': ({ profile, kind, by, start, count }) => this.#profile(profile).values.groups(kind, by, start, count),
    'values.at': ({ profile, moduleIndex, address }) => this.#profile(profile).values.at(moduleIndex, parseAddress(address)),
    'values.compare': ({ first, second }) => {
      const [a, b] = [this.#profile(first), this.#profile(second)]
      return compareProfiles({ path: a.path, profile: a.opened.profile }, { path: b.path, profile: b.opened.profile })
    },
    'compare.open': ({ old, new: recent }, progress) => this.#compare(old, recent, progress),
    'compare.close': ({ comparison }) => {
      this.#comparison(comparison)
      this.#closeComparison(comparison)
      return null
    },
    'compare.tree': ({ comparison, kind, tool, normalisation, sort }, progress) => {
      const { model, loaded } = this.#comparison(comparison).model(kind, tool, normalisation, progress)
      const view = new TreeView(model, sort)
      this.#views.set(++this.#lastId, { profile: null, comparison: { id: comparison, model }, loaded, view })
      return { view: this.#lastId, rowCount: view.rowCount }
    },
    'compare.find': ({ comparison, tool, version, path }) => ({ node: this.#comparison(comparison).find(tool, version, path) }),
    'compare.renormalise': ({ view, normalisation }) => {
      const held = this.#heldView(view)
      if (!held.comparison) throw new RpcError('not-found', 'This tree is of one run; nothing in it is normalised')
      held.comparison.model.normalise(normalisation)
      return { version: held.view.renew() }
    },
    'compare.pairs': ({ comparison, tool, normalisation, filter, sort, start, count }, progress) =>
      this.#comparison(comparison).pairs(tool, normalisation, filter, sort, { start, count }, progress),
    'compare.objects': ({ comparison, tool, normalisation, sort, start, count }) =>
      this.#comparison(comparison).objects(tool, normalisation, sort, start, count),
    'compare.reuse': ({ comparison, ...question }) => this.#comparison(comparison).reuse(question),
    'compare.export': ({ comparison, ...table }, progress) => this.#comparison(comparison).table(table, progress),
    'reuse.objects': ({ profile }) => {
      const objects = reusedObjects(this.#profile(profile).loaded.profile)
      return { count: objects.length, objects: objects.slice(0, MOST_OBJECTS) }
    },
    'reuse.read': ({ profile, ...question }) => readReuse(this.#profile(profile).loaded.profile, question),
  }

  #compare(old: number, recent: number, progress: Progress): ComparisonSummary {
    const file = (id: number): ComparedFile => {
      const { path, opened } = this.#profile(id)
      return { path, profile: opened.profile }
    }
    const files = { old: file(old), new: file(recent) }
    const queries = new ComparisonQueries(files, this.#texts(files), progress)
    this.#comparisons.set(++this.#lastId, { profiles: { old, new: recent }, queries })
    return queries.summary(this.#lastId)
  }

  #comparison(id: number): ComparisonQueries {
    return this.#heldComparison(id).queries
  }

  #heldComparison(id: number): HeldComparison {
    const held = this.#comparisons.get(id)
    if (!held) throw new RpcError('not-found', 'This comparison is not open any more; compare its profiles again')
    return held
  }

  #findings(profile: number, places: SourcePlaces): HeldFindings {
    const held = this.#profile(profile)
    if (held.findings === null) {
      const { opened, path } = held
      const { findings, ofPair, toKeep } = openFindings(opened.profile, held, this.#lines(opened.profile, path, places), this.#keeping)
      held.findings = { listed: largestFindings(findings, MOST_FINDINGS), ofPair }
      held.ahead.push(...toKeep)
    }
    return held.findings
  }

  /** With its trees. */
  #closeComparison(id: number): void {
    this.#comparisons.delete(id)
    for (const [view, held] of this.#views) if (held.comparison?.id === id) this.#views.delete(view)
  }

  #open(path: string, progress: Progress): ProfileSummary {
    const identity = identityOf(path)
    const opened = openProfile(path, partOf(progress, 0, 0.5))
    try {
      return this.#hold({ path, identity: identityOf(path) === identity ? identity : null }, opened, partOf(progress, 0.5, 1))
    } catch (error) {
      opened.close()
      throw error
    }
  }

  #hold({ path, identity }: Pick<HeldProfile, 'path' | 'identity'>, opened: OpenedProfile, progress: Progress, kept = new KeptNotes(path)): ProfileSummary {
    const loaded = loadProfile(opened.profile, opened, progress)
    const { profile } = opened
    const id = ++this.#lastId
    const summary: ProfileSummary = {
      profile: id,
      path,
      ...recordedOf(profile, loaded.totals),
      runCost: runCostTotal(profile),
      notes: kept.problem === null ? profile.notes : [...profile.notes, kept.problem],
      threads: threadReports(profile),
      nodeCount: profile.nodes.length,
      fileNames: longerNames(profile.files),
      pairCount: profile.pairs.length,
      ...(opened.created === null ? {} : { tellsCreators: true as const }),
      partial: profile.partial,
      objects: objectReports(profile, MOST_OBJECTS),
      spatialValues: spatialValuesReports(profile).slice(0, MOST_MARKS),
      ...(profile.spatialValues.length > MOST_MARKS ? { markCount: profile.spatialValues.length } : {}),
    }
    const { nodes } = profile
    const ahead = [
      () => loaded.subtrees.end,
      () => loaded.metrics.prepare(),
      () => nodes.functionIndex,
      () => nodes.file,
      () => nodes.line,
      loaded.nameRanks,
      () => loaded.pairsOf.source().prepare(),
      () => loaded.pairsOf.target().prepare(),
    ]
    this.#profiles.set(id, {
      path,
      identity,
      opened,
      loaded,
      pairs: new PairQueries(loaded, new PairNotes(kept, profile)),
      findingNotes: new FindingNotes(kept),
      values: new ValueQueries(opened.profile),
      trace: new TraceQueries(loaded),
      notes: kept,
      findings: null,
      ahead,
      tools: new Map(),
      created: new Map(),
    })
    return summary
  }

  /** @param tool absent: the run's first */
  #tool(held: HeldProfile, tool: Tool = held.loaded.tool): { loaded: LoadedProfile; code: CodeQueries } {
    let known = held.tools.get(tool)
    if (!known) {
      if (!held.loaded.profile.run.tools.includes(tool) && tool !== held.loaded.tool)
        throw new RpcError('not-found', `This run was not recorded with ${tool}; choose one of its tools`)
      const loaded = withTool(held.loaded, tool)
      known = { loaded, code: new CodeQueries(loaded, this.#symbols()) }
      held.tools.set(tool, known)
    }
    return known
  }

  /** The profile itself if it does not record what created its threads. */
  #withCreators(held: HeldProfile, tool: Tool = held.loaded.tool): LoadedProfile {
    const { opened, created } = held
    const { loaded } = this.#tool(held, tool)
    if (opened.created === null) return loaded
    const known = created.get(tool) ?? withCreators(opened.created, loaded.profile.nodes.length, loaded.tool)
    created.set(tool, known)
    return known
  }

  #profile(id: number): HeldProfile {
    const held = this.#profiles.get(id)
    if (!held) throw new RpcError('not-found', 'This profile is not open any more; open it again')
    return held
  }

  #profileWithPair(id: number, pair: number): HeldProfile {
    const held = this.#profile(id)
    if (pair >= held.loaded.profile.pairs.length) throw new RpcError('not-found', `The profile has no pair ${pair}`)
    return held
  }

  #view(id: number): TreeView {
    return this.#heldView(id).view
  }

  #heldView(id: number): HeldView {
    const held = this.#views.get(id)
    if (!held) throw new RpcError('not-found', 'This tree is not open any more; open its profile again')
    return held
  }

  #describeSource({ path, loaded: { profile } }: HeldProfile, file: string): SourceReference {
    return { ...sourceReference(sourceOrigins(profile, path), file), referenced: profile.files.includes(file) }
  }
}
