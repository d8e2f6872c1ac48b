/**
 * The one contract between windows and host: methods, events, errors. Two transports carry it (Electron IPC and
 * WebSocket). The host validates every argument (electron/services/validation.ts); nothing larger than a window
 * shows crosses at once: tables are read by windows of rows.
 */
import type { ExportFormat, StackForm } from '../exported.ts'
import type { LackingModule } from '../run.ts'
import type { Findings, PairFinding } from '../findings/finding.ts'
import type {
  ComparedFindingList,
  ComparedObjectColumn,
  ComparedObjectWindow,
  ComparedPairColumn,
  ComparedPairFilter,
  ComparedPairWindow,
  ComparedReuse,
  ComparedTotals,
  ComparisonHead,
  Normalisation,
} from '../comparison.ts'
import type { RunCostTotal } from '../metrics/run_cost.ts'
import type { Conversion, ObjectReport, ReusedObject, ReuseReport, SpatialValuesReport, ThreadReport } from '../report.ts'
import type { RunDescription, Statistics, Tool, Totals } from '../run.ts'
import type { FlameGraph, FlameQuestion, ThreadAmount, TimelineReport } from './charts.ts'
import type { CallGraph, HotFunction } from './functions.ts'
import type { TraceCells, TraceMoment, TraceSummary, TraceViewport } from './trace.ts'
import type { DesktopDescription, DirectoryEntry, DoctorReport, HostDescription, HostSettings, RecentRun, RemoteMachine } from './host.ts'
import type { ComparisonId, NodeId, PairId, ProfileId, RecordingId, ViewId } from './identifiers.ts'
import type { PairColumn, PairDetails, PairFilter, PairGroup, PairGroupColumn, PairGrouping, PairNote, PairPlace, PairWindow } from './pairs.ts'
import type { LaunchProgress, LaunchRequest, ProcessList } from './recordings.ts'
import type { Disassembly, ShareableSource, SourceMapping, SourceText } from './sources.ts'
import type { RowCost, Sort, TreeKind, TreeShape, TreeWindow } from './trees.ts'
import type { Validation } from '../validation.ts'
import type { ValueColumn, ValueFilter, ValueGroup, ValueKind, ValuesComparison, ValueSite, ValuesSummary, ValueWindow } from '../values.ts'

/** A program may allocate in far more contexts than a table shows; the CSV has all. */
export const MOST_OBJECTS = 5000

/** So may the marks of a program be in far more contexts; `hagstone report` has all. */
export const MOST_MARKS = 5000

export interface ProfileSummary {
  profile: ProfileId
  path: string
  run: RunDescription
  totals: Partial<Record<Tool, Totals>>
  /** Cost of the whole run, the denominator of shares of CPU time or executed instructions; null if neither was measured. */
  runCost: RunCostTotal | null
  stats: Statistics
  /** See `LackingModule` (shared/outcome.ts). */
  lacking?: LackingModule
  /** The tool of the run's first finding, where an earlier window read the findings. */
  ofFirstFinding?: Tool
  notes: string[]
  threads: ThreadReport[]
  nodeCount: number
  pairCount: number
  /** By path, the shortest names of source files whose last part others have too; absent: there are none. */
  fileNames?: Record<string, string>
  /** At most MOST_OBJECTS, those with the most waste. */
  objects: ObjectReport[]
  /** Equal values at the marks of the program, at most MOST_MARKS, the most redundant ones; empty where it has none. */
  spatialValues?: SpatialValuesReport[]
  /** How many there are; absent: all of them are here. */
  markCount?: number
  /** It tells what created threads, which trees can show. */
  tellsCreators?: true
  /** Why tables may be empty or short, e.g. "target killed after 12 s; everything until then is recorded". */
  partial: string | null
}

/** The data of a comparison that a window needs before it requests rows. */
export interface ComparisonSummary extends ComparisonHead {
  comparison: ComparisonId
  /** Per normalisation that is allowed. */
  totals: Partial<Record<Normalisation, Partial<Record<Tool, ComparedTotals>>>>
}

export interface Methods {
  'host.describe': { parameters: Record<string, never>; result: HostDescription }
  'host.recent': { parameters: Record<string, never>; result: RecentRun[] }
  'host.forgetRecent': { parameters: { path: string }; result: null }
  /** Forgets the runs whose profiles are gone now; result: how many. */
  'host.forgetGone': { parameters: Record<string, never>; result: number }
  /** Names a run in the list; an empty label takes its name away. */
  'host.labelRecent': { parameters: { path: string; label: string }; result: null }
  /** `leftOut`: number of entries beyond the first thousands, which are not listed. */
  'host.listDirectory': { parameters: { path: string }; result: { path: string; parent: string | null; entries: DirectoryEntry[]; leftOut: number } }
  /** Native dialog; null when cancelled or when the host has none (serve: use host.listDirectory). */
  'host.chooseFile': { parameters: { purpose: 'profile' | 'compare-with' | 'program' | 'directory' | 'source-folder' }; result: string | null }
  /** A window that asks a second time has the machine examined again. */
  'host.doctor': { parameters: Record<string, never>; result: DoctorReport }
  /** The kind of a file, by its first bytes; any other file counts as a profile, and opening it then fails with a message. */
  'host.fileKind': { parameters: { path: string }; result: 'profile' | 'validation' }

  /** Null in a browser, where everything else of desktop.* fails with "unable". */
  'desktop.describe': { parameters: Record<string, never>; result: DesktopDescription | null }
  /** Another window on the same machine, which shows a file; null: the start page. */
  'desktop.newWindow': { parameters: { path: string | null }; result: null }
  /** The system's notice of something that ended, unless the person looks at the app; a click on it shows the window. */
  'desktop.notify': { parameters: { title: string; text: string }; result: null }
  /** Asks where, and prints the window's page there; null when cancelled, else the path. */
  'desktop.savePdf': { parameters: { name: string }; result: string | null }
  /** Previous machines, the last one first. */
  'desktop.machines': { parameters: Record<string, never>; result: RemoteMachine[] }
  'desktop.forgetMachine': { parameters: { destination: string }; result: null }
  /** Starts Hagstone there over ssh and opens a window on it; cancelling ends the attempt. */
  'desktop.connect': { parameters: RemoteMachine; result: null }

  'settings.read': { parameters: Record<string, never>; result: HostSettings }
  /** Fails with "invalid-argument", saying why, where a value cannot be used; then nothing is changed. */
  'settings.change': { parameters: { editor?: string; sourceFolders?: string[] }; result: HostSettings }

  'profile.open': { parameters: { path: string }; result: ProfileSummary }
  'profile.close': { parameters: { profile: ProfileId }; result: null }
  /** Causes, costs, and changes to make; takes a second for profiles of a million pairs, and is kept. */
  'profile.findings': { parameters: { profile: ProfileId }; result: Findings }
  /** The findings' result for a pair; null: it is no waste, or its finding is too small for the list. Takes as long as the findings where they were not requested yet. */
  'profile.findingOf': { parameters: { profile: ProfileId; pair: PairId }; result: PairFinding | null }
  /** The file that `hagstone validate --output` wrote. */
  'validation.read': { parameters: { path: string }; result: Validation }

  /** `tool`: whose metrics the rows carry; metrics of different tools never meet in one sum. Absent: the run's first tool. */
  /** `like`: another view of the profile, of which this one is another shape: rows open there are open here, and `selected` is where its row `index` is now, null where it is hidden or gone. */
  'tree.create': {
    parameters: { profile: ProfileId; kind: TreeKind; sort: Sort; tool?: Tool; like?: { view: ViewId; index: number | null } } & TreeShape
    result: { view: ViewId; rowCount: number; selected?: number | null }
  }
  'tree.close': { parameters: { view: ViewId }; result: null }
  'tree.rows': { parameters: { view: ViewId; start: number; count: number }; result: TreeWindow }
  /** `deep`: the whole subtree. Row indices refer to `version`; a stale one is refused with code "stale". */
  'tree.expand': {
    parameters: { view: ViewId; version: number; index: number; expanded: boolean; deep: boolean }
    result: { version: number; rowCount: number }
  }
  'tree.sort': { parameters: { view: ViewId; sort: Sort; keep: string | null }; result: { version: number; keptIndex: number | null } }
  /** Shows a row's subtree alone; null: the whole tree again, `index` being where the row is then. */
  'tree.focus': { parameters: { view: ViewId; version: number; index: number | null }; result: { version: number; index: number | null } }
  /** Goes back to the first `kept` of the subtrees that were shown alone; `index`: where the one that was shown is then. */
  'tree.unfocus': { parameters: { view: ViewId; version: number; kept: number }; result: { version: number; index: number | null } }
  'tree.search': { parameters: { view: ViewId; text: string; regularExpression: boolean }; result: { version: number; matchCount: number } }
  /** Next or previous match from a row, expanding as needed. */
  'tree.findMatch': { parameters: { view: ViewId; from: number; direction: 1 | -1 }; result: { version: number; index: number | null } }
  /** Follows the child with the largest inclusive waste while it holds at least `share` (half) of its parent's, and a pair's link to its other side; expands the way. */
  'tree.hotPath': { parameters: { view: ViewId; from: number; share?: number }; result: { version: number; index: number } }
  /** Makes a tree node (or a pair's link row below it) visible, outside of the focus too; null if the view does not contain it. */
  'tree.reveal': { parameters: { view: ViewId; node: NodeId; pair: PairId | null }; result: { version: number; index: number | null } }
  /** Subtree of the visible row as indented text for an issue. */
  'tree.copy': { parameters: { view: ViewId; index: number }; result: string }

  'pairs.rows': {
    parameters: { profile: ProfileId; filter: PairFilter; sort: { column: PairColumn; descending: boolean }; start: number; count: number }
    result: PairWindow
  }
  /** The largest wasteful (or reuse) pair of the lines that have most of them in all contexts; of profiles with very many pairs the largest pair, without a look at the others' rows; null if there is none. */
  'pairs.heaviest': { parameters: { profile: ProfileId; tool: Tool }; result: PairId | null }
  'pairs.groups': {
    parameters: {
      profile: ProfileId
      filter: PairFilter
      by: PairGrouping
      sort: { column: PairGroupColumn; descending: boolean }
      start: number
      count: number
    }
    result: { rowCount: number; rows: PairGroup[] }
  }
  'pairs.details': { parameters: { profile: ProfileId; pair: PairId }; result: PairDetails }
  /** Kept in the profile, or beside it. Parts that the change leaves out stay as they are; an empty note is removed, and null is answered. */
  'pairs.note': { parameters: { profile: ProfileId; pair: PairId; change: Partial<PairNote> }; result: PairNote | null }
  'pairs.copy': { parameters: { profile: ProfileId; pair: PairId }; result: string }

  /** By finding, of those that have one. */
  'findings.notes': { parameters: { profile: ProfileId; findings: string[] }; result: Record<string, PairNote> }
  /** Like pairs.note. `title`: for people who read the file with the notes. */
  'findings.note': { parameters: { profile: ProfileId; finding: string; title: string; change: Partial<PairNote> }; result: PairNote | null }

  /** One entry per thread, in the summary's order, of a part of the tree by its earlier accesses, or (null) of the whole program. */
  'threads.distribution': { parameters: { profile: ProfileId; tool?: Tool; place: PairPlace | null }; result: ThreadAmount[] }

  /** When waste was found; `pair` null: of the whole program. Fails with "unable" for a pair of a counted run. */
  'timeline.read': { parameters: { profile: ProfileId; tool?: Tool; pair: PairId | null }; result: TimelineReport }

  /** Functions by what their own code cost, at most `count`. */
  'functions.hot': { parameters: { profile: ProfileId; tool?: Tool; count: number }; result: HotFunction[] }
  /** Callers and callees of a function, at most `most` each; fails with "not-found" where nothing of the name ran. */
  'functions.around': { parameters: { profile: ProfileId; tool?: Tool; name: string; most: number }; result: CallGraph }
  /** The threads' lanes over time; none where the profile has no trace. */
  'trace.summary': { parameters: { profile: ProfileId }; result: TraceSummary }
  /** A part of the trace; fails with "not-found" without a trace. `tool`: whose waste colours, absent: the run's first. */
  'trace.cells': { parameters: TraceViewport & { tool?: Tool }; result: TraceCells }
  /** The activity of a lane's thread at that time; null: it was not running. */
  'trace.at': { parameters: { profile: ProfileId; lane: number; time: number }; result: TraceMoment | null }
  /**
   * Opens the profile once more, with a part of the run alone: a time (ns since the recording began), `threads` (into the profile's; absent:
   * all). It is closed like any other, before the whole one. Fails with "unable" without a trace.
   */
  'trace.filter': { parameters: { profile: ProfileId; from: number; to: number; threads?: number[] }; result: ProfileSummary }

  /** Where the waste of a tool is, as boxes; `tool` absent: the run's first. */
  'flame.read': { parameters: { profile: ProfileId; tool?: Tool } & FlameQuestion; result: FlameGraph }

  'source.read': { parameters: { profile: ProfileId; file: string; agreed: boolean }; result: SourceText }
  /** The source files with accesses: what would be shared with the profile if they were put into it. */
  'sources.list': { parameters: { profile: ProfileId }; result: ShareableSource[] }
  /** Puts these files into the profile, and takes all others out. */
  'sources.embed': { parameters: { profile: ProfileId; files: string[] }; result: ShareableSource[] }
  /** Gets a source from the servers of $DEBUGINFOD_URLS, which source.read then finds. @throws unable: with why there is none */
  'source.fetch': { parameters: { profile: ProfileId; file: string }; result: null }
  /** By object of the summary: the variable that its allocating line assigns it to; null where no source at hand says. */
  'profile.assignments': { parameters: { profile: ProfileId }; result: Array<string | null> }
  /** Remembers that source paths under `from` are found under `to`. */
  'source.map': { parameters: { from: string; to: string }; result: SourceMapping[] }
  'source.mappings': { parameters: Record<string, never>; result: SourceMapping[] }
  /** Forgets the mapping of this folder. */
  'source.unmap': { parameters: { from: string }; result: SourceMapping[] }
  /** Opens a line in the person's editor; which files may be opened is as for source.read. */
  'source.edit': { parameters: { profile: ProfileId; file: string; line: number; agreed: boolean }; result: null }
  /** Inclusive waste and cost per line of one file, for the gutter. */
  'source.heat': {
    parameters: { profile: ProfileId; file: string; tool?: Tool }
    result: Array<{ line: number; waste: number; use: number; share: number; runCost?: RowCost }>
  }
  'disassembly.read': { parameters: { profile: ProfileId; moduleIndex: number; address: string; tool?: Tool }; result: Disassembly }

  /**
   * Reuse distances of the whole program (`pair` and `object` null), of one pair or of one data object (number of 'reuse.objects'). `accessRate`: accesses per second that turn CPU
   * time into accesses, null to leave it; `firstBin`: end of the first bin in axis units, null: 4 KiB or 256 ns. Fails with "not-found" where reuse-distance was not recorded.
   */
  'reuse.read': {
    parameters: {
      profile: ProfileId
      pair: PairId | null
      object: number | null
      conversion: Conversion
      accessRate: number | null
      firstBin: number | null
      binCount: number
    }
    result: ReuseReport
  }
  /** Data objects whose reuses are listed, the most often reused first; at most MOST_OBJECTS of `count`. */
  'reuse.objects': { parameters: { profile: ProfileId }; result: { count: number; objects: Array<ReusedObject & { object: number }> } }

  /** Value tables by windows of rows; empty where values were not recorded. */
  'values.rows': {
    parameters: { profile: ProfileId; filter: ValueFilter; sort: { column: ValueColumn; descending: boolean }; start: number; count: number }
    result: ValueWindow
  }
  /** Everything but the tables: types, distributions, parameters, advice. Null where values were not recorded. */
  'values.summary': { parameters: { profile: ProfileId }; result: ValuesSummary | null }
  /** The tables by source line or by function, the most executed first. */
  'values.groups': {
    parameters: { profile: ProfileId; kind: ValueKind; by: 'line' | 'function'; start: number; count: number }
    result: { rowCount: number; rows: ValueGroup[] }
  }
  /** The tables of one instruction: the values that a pair's accesses wrote or read. Empty where values were not recorded. */
  'values.at': { parameters: { profile: ProfileId; moduleIndex: number; address: string }; result: ValueSite[] }
  /** Two opened value profiles, weighted by the first. Fails with "not-found" where one has no values. */
  'values.compare': { parameters: { first: ProfileId; second: ProfileId }; result: ValuesComparison }

  /** Two opened profiles. Fails with "refused", with the reason and the remedy, where the two cannot be compared. */
  'compare.open': { parameters: { old: ProfileId; new: ProfileId }; result: ComparisonSummary }
  'compare.close': { parameters: { comparison: ComparisonId }; result: null }
  /** The verdict, and the findings of both runs: those that differ most first. */
  'compare.findings': { parameters: { comparison: ComparisonId }; result: ComparedFindingList }
  /** A tree of both runs, read and changed by the methods tree.*; its rows have `compared`, no links and no pairs. */
  'compare.tree': {
    parameters: { comparison: ComparisonId; kind: TreeKind; tool: Tool; normalisation: Normalisation; sort: Sort }
    result: { view: ViewId; rowCount: number }
  }
  /** The row of the tree of both runs that a box of one run's flame graph represents: `path` are the boxes (FlameGraph.numbers) from the lowest one to it. */
  'compare.find': { parameters: { comparison: ComparisonId; tool: Tool; version: 'old' | 'new'; path: number[] }; result: { node: NodeId | null } }
  /** The same rows stay open. */
  'compare.renormalise': { parameters: { view: ViewId; normalisation: Normalisation }; result: { version: number } }
  /** `pairs.details` and `source.read` of both profiles tell the rest of a pair. */
  'compare.pairs': {
    parameters: {
      comparison: ComparisonId
      tool: Tool
      normalisation: Normalisation
      filter: ComparedPairFilter
      sort: { column: ComparedPairColumn; descending: boolean }
      start: number
      count: number
    }
    result: ComparedPairWindow
  }
  'compare.objects': {
    parameters: {
      comparison: ComparisonId
      tool: Tool
      normalisation: Normalisation
      sort: { column: ComparedObjectColumn; descending: boolean }
      start: number
      count: number
    }
    result: ComparedObjectWindow
  }
  /** Fails with "not-found" where either run has no reuse distances. */
  'compare.reuse': {
    parameters: { comparison: ComparisonId; conversion: Conversion; accessRate: number | null; firstBin: number | null; binCount: number }
    result: ComparedReuse
  }
  /** A whole table as text, in the order of the largest change. */
  /** `pairs`: which of them in which order; absent: all wasteful ones, what differs most first. */
  'compare.export': {
    parameters: {
      comparison: ComparisonId
      tool: Tool
      normalisation: Normalisation
      table: 'pairs' | 'functions' | 'objects'
      pairs?: { filter: ComparedPairFilter; sort: { column: ComparedPairColumn; descending: boolean } }
      format: 'csv' | 'markdown'
    }
    result: string
  }

  'launch.start': { parameters: LaunchRequest; result: { recording: RecordingId } }
  /** Processes that `launch.start` can attach to, and those that it cannot, with the reason. */
  'launch.processes': { parameters: Record<string, never>; result: ProcessList }
  /** Recordings in progress, whichever window started them, the oldest first. */
  'launch.running': { parameters: Record<string, never>; result: RecordingId[] }
  /** For a window whose page was loaded again: it receives reports of the recording from now on, as if it had started it. Null if the host no longer knows it. */
  'launch.follow': { parameters: { recording: RecordingId }; result: { request: LaunchRequest; progress: LaunchProgress; paused: boolean } | null }
  'launch.pause': { parameters: { recording: RecordingId; paused: boolean }; result: null }
  'launch.stop': { parameters: { recording: RecordingId }; result: null }
  /** As `launch.stop`, but deletes the recording; also while the profile is made. The last progress is `discarded`. */
  'launch.discard': { parameters: { recording: RecordingId }; result: null }

  /**
   * A whole table; as Markdown its first rows. Absent format: CSV. `pairs`: those that this filter lets through alone, in
   * this order; absent: all, of every tool.
   */
  'export.csv': {
    parameters: {
      profile: ProfileId
      format?: 'csv' | 'markdown'
      table: 'pairs' | 'flat' | 'statistics' | 'threads' | 'objects' | 'reuse' | 'values'
      pairs?: { filter: PairFilter; sort: { column: PairColumn; descending: boolean } }
    }
    result: string
  }
  /**
   * Writes the whole profile as a file for another program, the same as `hagstone export` does, and keeps it for this window until it is
   * closed, or another one is requested. `top`: this many of the largest pairs of each tool, null: all. `sources`: those that a page is to
   * have, of 'sources.list'. `leftOut`: the parts that the file lacks, in lines. Of a part of a run, the whole run.
   */
  'export.profile': {
    parameters: { profile: ProfileId; format: ExportFormat; stacks: StackForm; top: number | null; sources: string[] }
    result: { file: number; bytes: number; leftOut: string[] }
  }
  /** Base64 of a part of the file, which begins at this byte: the next one begins where it ends. */
  'export.read': { parameters: { file: number; start: number }; result: string }
  /** Forgets the file. */
  'export.close': { parameters: Record<string, never>; result: null }
}

export interface Events {
  'launch.progress': LaunchProgress
  /** The host asks the window to show a profile (menu, second instance, dropped file). */
  'host.openProfile': { path: string }
  /** The host asks the window to compare two profiles (second instance). */
  'host.compareProfiles': { old: string; new: string }
  'host.command': { command: string }
  /** Another window, host or command line of the user has recorded, opened or forgotten a run. */
  'host.recentChanged': Record<string, never>
}

export type MethodName = keyof Methods

export type EventName = keyof Events

export type Parameters<M extends MethodName> = Methods[M]['parameters']

export type Result<M extends MethodName> = Methods[M]['result']

/** Codes a window may act on; `message` is always one line with the event, the reason, and the remedy. */
export type RpcErrorCode = 'invalid-argument' | 'not-found' | 'stale' | 'refused' | 'bad-file' | 'unable' | 'cancelled' | 'internal'

export class RpcError extends Error {
  readonly code: RpcErrorCode
  constructor(code: RpcErrorCode, message: string) {
    super(message)
    this.name = 'RpcError'
    this.code = code
  }
}

/** The part of AbortSignal that both runtimes have; an AbortSignal is one. */
export interface CancelSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** The interface for renderer code, independent of the transport. */
export interface RpcClient {
  /** @param options.onProgress share that is done, 0..1; only of calls that take long */
  call<M extends MethodName>(method: M, parameters: Parameters<M>, options?: { signal?: CancelSignal; onProgress?(share: number): void }): Promise<Result<M>>
  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void
}

/** The caller of a method, whether it still waits, and the way to report progress (0..1). */
export interface CallContext {
  signal: CancelSignal
  client: number
  progress?(share: number): void
}

/** The methods of a host. */
export type RpcHandlers = { [M in MethodName]: (parameters: Parameters<M>, context: CallContext) => Promise<Result<M>> }
