/**
 * The one contract between windows and host: methods, events, errors. Two transports carry it (Electron IPC and
 * WebSocket). The host validates every argument (electron/services/validation.ts); nothing larger than a window
 * shows crosses at once: tables are read by windows of rows.
 */
import type { Advice, AdviceClass } from '../advice/advice.ts'
import type { ComparedNode, ComparedObjectColumn, ComparedObjectWindow, ComparedPairColumn, ComparedPairFilter, ComparedPairWindow, ComparedReuse, ComparedSide, ComparedTotals, ComparisonHead, Normalisation } from '../comparison.ts'
import type { Conversion, Engine, Frame, Granularity, LeafFrame, Interval, ObjectReport, PairReport, PairThread, Relation, ReuseReport, RunDescription, SpatialValuesReport, Statistics, ThreadReport, Tool, Totals } from '../report.ts'
import type { Validation } from '../validation.ts'
import type { ValueColumn, ValueFilter, ValueGroup, ValueKind, ValuesComparison, ValueSite, ValuesSummary, ValueWindow } from '../values.ts'

export type ProfileId = number
export type ViewId = number
export type RecordingId = number
/** Row of the tree's depth-first table; stable within one opened profile. */
export type NodeId = number
/** Index of a pair in the opened profile. */
export type PairId = number
/** Two opened profiles under comparison. */
export type ComparisonId = number

/* ---- host ---- */

export interface HostDescription {
  kind: 'electron' | 'serve'
  version: string
  /** Recording programs is allowed and possible; otherwise `launchRefusal` says why not. */
  canLaunch: boolean
  launchRefusal: string | null
  /** Profiles to show at once, e.g. given on the command line. */
  openAtStart: string[]
  /** Two profiles to compare at once, given on the command line. */
  compareAtStart?: { old: string; new: string } | null
  homeDirectory: string
  workingDirectory: string
  /** Data caches of this machine, smallest first; empty where the kernel does not tell. */
  caches?: Array<{ level: number; bytes: number }>
}

/** The app around a window that is no browser's. */
export interface DesktopDescription {
  /** The other machine whose runs the window shows, as ssh knows it; null: this one. */
  machine: string | null
}

/** Another machine, and how Hagstone is started there. */
export interface RemoteMachine {
  /** USER@HOST or what else names a machine to ssh. */
  destination: string
  /** Hagstone's command there. */
  command: string
  /** Its windows may start programs there. */
  allowLaunch: boolean
}

/** What the host remembers for its user. */
export interface HostSettings {
  /** Opens a source line: a command line or an address with {file} and {line}; "" for none. */
  editor: string
  /** Below them sources are looked for by the ends of their paths. */
  sourceFolders: string[]
  sourceMappings: SourceMapping[]
}

export interface RecentRun {
  path: string
  /** Command line of the recorded program. */
  title: string
  startedAt: string
  durationSeconds: number
  fraction: number | null
  missing: boolean
}

export interface DirectoryEntry { name: string; path: string; kind: 'directory' | 'profile' | 'validation' | 'program' | 'file' }

/** Result of `hagstone doctor`: one line per check, with the remedy for what does not work. */
export interface DoctorCheck {
  id: string
  title: string
  status: 'works' | 'limited' | 'fails' | 'skipped'
  /** What was found, one sentence. */
  detail: string
  /** Exact command or setting that lifts it; null if nothing is to be done. */
  remedy: string | null
}
export interface DoctorReport {
  schema: 'hagstone.doctor/1'
  /** The engine `auto` takes here; null if nothing works. */
  engine: Engine | null
  engineReason: string
  /** Every engine of this program, the best first. */
  engines?: EngineReport[]
  checks: DoctorCheck[]
}

export interface EngineReport {
  engine: Engine
  works: boolean
  /** Why it works or not; "untested on hardware" for PMU code that never passed a self-test on such a processor. */
  reason: string
  remedy: string | null
  tools: Tool[]
}

/* ---- profile ---- */

/** A program may allocate in far more contexts than a table shows; the CSV has all. */
export const MOST_OBJECTS = 5000

export interface ProfileSummary {
  profile: ProfileId
  path: string
  run: RunDescription
  totals: Partial<Record<Tool, Totals>>
  stats: Statistics
  notes: string[]
  threads: ThreadReport[]
  nodeCount: number
  pairCount: number
  /** At most MOST_OBJECTS, those with the most waste. */
  objects: ObjectReport[]
  /** Equal values at the marks of the program; empty where it has none. */
  spatialValues?: SpatialValuesReport[]
  /** Why tables may be empty or short, e.g. "target killed after 12 s; everything up to then is here". */
  partial: string | null
}

/** Metrics of a tree node for the profile's one unit. Inclusive covers the subtree, exclusive the row itself. */
export interface NodeMetrics {
  wasteInclusive: number
  useInclusive: number
  wasteExclusive: number
  useExclusive: number
  /** Traps behind the inclusive numbers; accesses where every one was counted. */
  traps: number
}

export type MetricColumn =
  | 'wasteInclusive' | 'useInclusive' | 'fractionInclusive' | 'wasteShareInclusive'
  | 'wasteExclusive' | 'useExclusive' | 'fractionExclusive' | 'wasteShareExclusive'
  | 'traps' | 'name' | 'formula'

/**
 * `tool`: sorts by another recorded tool's numbers than the view's (TreeRow.tools); absent: the view's. `side`: of trees of
 * two runs, by which of them or their difference; absent: the new run. `formula`: of the column of that name
 * (shared/metrics/formula.ts).
 */
export interface Sort { column: MetricColumn; descending: boolean; tool?: Tool; side?: ComparedSide; formula?: string }

export type TreeKind = 'top-down' | 'bottom-up' | 'flat'

/** How a tree differs from that of the profile. */
export interface TreeShape {
  /** Rows below this share of the tool's whole amount stand together as "N more, x %"; absent or 0: none does. */
  foldBelow?: number
  /** In any order; each changes rows, and `drop-function` what the numbers cover. */
  transforms?: TreeTransform[]
  /** Absent: the earlier access. Charged to anything else, rows have waste but no use: that is known of earlier accesses only. */
  blame?: Blame
  /** Into the profile's threads: waste of their earlier accesses alone, without use; absent: all threads. */
  threads?: number[]
}

/** Whom the waste of a pair is charged to: one of its accesses, the innermost loop or function around both, or the call that allocated the data. */
export type Blame = 'earlier' | 'later' | 'ancestor' | 'object'

/**
 * merge: frames vanish, what they did is their callers'; drop: contexts that run through the function are left out, and pairs
 * with an access in them; collapse: recursive calls become one frame, and so do calls within a module or folder of sources.
 */
export interface TreeTransform {
  kind: 'merge-function' | 'drop-function' | 'collapse-recursion' | 'collapse-module' | 'collapse-folder'
  /** Name of the functions, path of the module, or folder. */
  name: string
}

export type RowKind = 'root' | 'thread' | 'function' | 'loop' | 'inlined' | 'line' | 'instruction' | 'module' | 'file' | 'link' | 'unknown' | 'more'

/** One visible row of a tree view. */
export interface TreeRow {
  /** Position among the visible rows. */
  index: number
  /** Identity within the view that survives sorting and expansion. */
  key: string
  depth: number
  kind: RowKind
  /** Function name, "file:line", instruction text, module name; for links the other side's leaf. */
  label: string
  file: string | null
  line: number | null
  /** Location of the call in the caller, where the row is a called function. */
  callSite: { file: string | null; line: number | null } | null
  module: string | null
  expandable: boolean
  expanded: boolean
  metrics: NodeMetrics
  /** What every recorded tool, the view's included, has in the row; absent in runs of one tool and in huge ones. */
  tools?: Partial<Record<Tool, NodeMetrics>>
  /** Of trees of two runs, whose `metrics` are those of the new run as it was recorded. */
  compared?: ComparedNode
  /** Of a link row: which pair, and its relation. */
  link: { pair: PairId; relation: Relation; outgoing: boolean; moreCount: number } | null
  /** Most wasteful pair whose earlier access is in the row's subtree: what the panes show when the row is selected. */
  heaviestPair?: PairId | null
  /** The one node of the calling-context tree that the row is; absent in rows that stand for several, and in links. */
  node?: NodeId
  /** Matches the view's search. */
  matched: boolean
}

export interface TreeWindow {
  /** Grows with every change of expansion, sort, search or filter. */
  version: number
  rowCount: number
  rows: TreeRow[]
  /** Matches of the search in the whole tree, visible or not. */
  matchCount: number
  /** Label of the row whose subtree alone is shown; null for the whole tree. */
  focus: string | null
  /** Labels of the subtrees that were shown alone, one within the other; the last is `focus`. */
  focusPath: string[]
}

export interface PairFilter {
  /** Hide USED_BY and the like (default true). */
  wastefulOnly: boolean
  /** Plain text or regular expression on function names and files of either side. */
  search: string
  regularExpression: boolean
  side: 'either' | 'source' | 'target'
  /** Null or absent: pairs of all tools. */
  tool?: Tool | null
  /** Only pairs of one group. */
  group?: { by: PairGrouping; key: string } | null
  /** Only pairs with an access in a part of the program. */
  within?: PairPlace | null
  /** Only pairs with a reuse at such a distance. */
  distance?: DistanceRange | null
  /** Only pairs of this class of advice; small: too small to be classified unasked. */
  advice?: AdviceClass | 'small' | null
  /** Only pairs that trapped in these intervals of the time line; of sampled runs. */
  during?: IntervalRange | null
  /** open: neither fixed nor ignored; noted: with a note. */
  triage?: 'open' | 'noted' | null
}

/** What a person noted on a pair. */
export interface PairNote { status: 'to-do' | 'fixed' | 'ignored' | null; text: string }

/** Intervals of the profile's time line, both ends included. */
export interface IntervalRange { first: number; last: number }

/** What was found in one part of the run. */
export interface TimelineInterval {
  /** In the unit of the time line. */
  from: number
  to: number
  /** Which intervals of the profile these are. */
  first: number
  last: number
  /** Waste, or all that a tool saw that knows no waste, or what the pair has. */
  amount: number
  /** What `amount` is a share of: waste and use of the tool, or (counted) all bytes accessed; null where no whole is known. */
  whole: number | null
  share: number | null
  /** Traps behind the amount, and behind all that the tool saw; 0 where every access was counted. */
  traps: number
  allTraps: number
  /** 95 % interval of the share; null where it was counted, or traps are too few. */
  low: number | null
  high: number | null
}

export interface TimelineReport {
  /** ns since the recording began, or instructions that were executed. */
  unit: 'ns' | 'instructions'
  counted: boolean
  amountUnit: RunDescription['unit']
  /** In order, without gaps; empty where the recording tells no times of the tool. */
  intervals: TimelineInterval[]
  /** Share of the tool's traps whose times are known: a recording keeps only so many. */
  covered: number
}

/** A range of a reuse histogram's axis, in its unit. Stack distances are those of counted runs. */
export interface DistanceRange {
  axis: 'time' | 'stack'
  granularity: Granularity
  from: number
  /** Exclusive; null: without end. */
  to: number | null
  /** Accesses per second that turn CPU time into accesses, as in 'reuse.read'. */
  accessRate: number | null
}

/** What pairs stand together by: a place of either access or of both, the data, or the class of advice. */
export type PairGrouping = `${'source' | 'target' | 'both'}-${'function' | 'file' | 'module'}` | 'object' | 'advice'

/** A node of the calling-context tree with all below it, or a function by its name with all that it calls. */
export interface PairPlace { side: 'either' | 'source' | 'target'; node: NodeId | null; functionName: string | null }

export type PairGroupColumn = 'source' | 'target' | 'object' | 'advice' | 'pairs' | 'waste' | 'use' | 'traps' | 'shareOfTotal'

/** Pairs that stand together; names are null of what the grouping does not tell apart. */
export interface PairGroup {
  /** For PairFilter.group. */
  key: string
  source: string | null
  target: string | null
  object: string | null
  /** Title of the class of advice. */
  advice: string | null
  /** How many pairs. */
  pairs: number
  waste: number
  use: number
  traps: number
  shareOfWaste: number | null
  shareOfTotal: number
  heaviest: PairId
}
/** advice: by the title of its class; pairs that are too small to be classified unasked come as those without. */
export type PairColumn = 'advice' | 'distance' | 'tool' | 'object' | 'waste' | 'use' | 'traps' | 'shareOfWaste' | 'shareOfTotal' | 'source' | 'target' | 'relation'

export interface PairRow extends Interval {
  pair: PairId
  tool: Tool
  relation: Relation
  /** "function file:line" of the leaf. */
  source: string
  sourceFunction: string
  sourceFile: string | null
  sourceLine: number | null
  target: string
  targetFunction: string
  targetFile: string | null
  targetLine: number | null
  waste: number
  use: number
  traps: number
  shareOfWaste: number | null
  shareOfTotal: number
  fewSamples: boolean
  comparison: PairReport['comparison']
  sharing: PairReport['sharing']
  reuseOf: PairReport['reuseOf']
  distance: PairReport['distance']
  latency: PairReport['latency']
  object: string | null
  scope?: PairReport['scope']
  scopeKind?: PairReport['scopeKind']
  interleaved?: PairReport['interleaved']
  /** Absent: nothing was noted. */
  note?: PairNote
  /** Null of pairs of use. */
  advice: Pick<Advice, 'class' | 'title' | 'sureness'> | null
}
export interface PairWindow { rowCount: number; totalCount: number; rows: PairRow[] }

/** What a window needs of a comparison before it asks for rows. */
export interface ComparisonSummary extends ComparisonHead {
  comparison: ComparisonId
  /** Per normalisation that is allowed. */
  totals: Partial<Record<Normalisation, Partial<Record<Tool, ComparedTotals>>>>
}

/** What one thread has of something. */
export interface ThreadAmount { waste: number; traps: number }

/** Which contexts a flame graph is of, and which way it grows. */
export interface FlameQuestion {
  /** Contexts of the earlier or of the later accesses. */
  side: 'source' | 'target'
  /** From the functions of the accesses out to their callers, instead of from the program inwards. */
  inverted: boolean
  /** Only contexts that run through functions of this name, from them on; null: all contexts whole. */
  around: string | null
  /** Only pairs whose access on this side runs through a box: functions (FlameGraph.functions) from the lowest box on; null: all. */
  narrowed: { side: 'source' | 'target'; inverted: boolean; path: number[] } | null
}

/** Boxes as columns of equal length; box 0 is the whole, a parent comes before its children. */
export interface FlameGraph {
  /** Waste, or the traps of a tool that knows no waste. */
  total: number
  /** Boxes that are too small to be seen. */
  leftOut: number
  names: string[]
  /** Identity of the function among those of the profile; −1 of the whole. */
  functions: number[]
  parent: number[]
  /** Where the box begins, of `total`. */
  start: number[]
  amount: number[]
  /** Traps behind the amount. */
  traps: number[]
  /** The heaviest pair of the box. */
  pair: PairId[]
}

/** Everything the two panes need for one pair. Frames outermost first, inlined frames included. */
export interface PairDetails {
  row: PairRow
  source: PairSide
  target: PairSide
  /** How many outermost frames both sides share. */
  commonFrames: number
  /** Lowest common ancestor, a function or a loop. */
  commonAncestor: string | null
  /** Threads whose earlier accesses these were, the largest share first. */
  threads: PairThread[]
  /** What is probably wrong with it; null of pairs of use. */
  advice: Advice | null
}
export interface PairSide {
  frames: Frame[]
  leaf: LeafFrame
  /** Tree node of the leaf, for selecting it in the tree. */
  node: NodeId
  truncated: boolean
  partial: boolean
  /** For disassembly.read, of every frame and last of the leaf; -1 where the code lies in no file. */
  moduleIndices: number[]
}

export type SourceText =
  /** `embedded`: as the profile holds it; the path is then the profile's name for it. */
  | { found: true; path: string; text: string; language: 'c' | 'cpp' | 'rust' | 'fortran' | 'plain'; newerThanBinary: boolean; embedded?: true }
  /** `lookedFor`: every path that was tried. `refused`: the user must agree to open it first. */
  | { found: false; lookedFor: string[]; reason: 'missing' | 'refused' | 'too-large' | 'unreadable' }

/** A source file with accesses, that could be in the profile or is. */
export interface ShareableSource {
  /** As the profile names it. */
  file: string
  /** Null where it cannot be read here; `state` says why not. */
  bytes: number | null
  state: 'here' | 'missing' | 'refused' | 'too-large' | 'unreadable'
  /** Null: it is not in the profile. */
  embeddedBytes: number | null
}

export interface SourceMapping { from: string; to: string }

export interface DisassemblyLine {
  address: string
  bytes: string
  text: string
  file: string | null
  line: number | null
  /** Function name when the line starts one or the branch target's name. */
  note: string | null
  /** Of the earlier accesses that the instruction did, in any context; 0 of most. */
  waste: number
}
export type Disassembly =
  | { found: true; functionName: string; lines: DisassemblyLine[]; litIndex: number }
  | { found: false; reason: string }

/* ---- launching ---- */

export interface LaunchRequest {
  program: string
  arguments: string[]
  workingDirectory: string
  /** Added to (or, with null, removed from) the host's environment. */
  environment: Record<string, string | null>
  tools: Tool[]
  /** Samples per second of CPU time and thread. */
  rate: number
  output: string | null
  /** The rest of `hagstone record`'s options; absent: its defaults. */
  engine?: Engine | 'auto'
  tolerance?: number
  granularity?: Granularity
  follow?: 'children' | 'none'
  /** Seconds after which recording ends (the program goes on). */
  duration?: number | null
  /** Recording ends when the 95 % interval of the total fraction is at most this far from it, e.g. 0.02. */
  until?: number | null
  /** Exhaustive engine: instructions measured and passed over in turn; null: all are measured. */
  window?: { on: number; off: number } | null
  /** Exhaustive engine: where redundancy lies is found once per pair, as part of what tells pairs apart, or not at all. */
  scope?: 'once' | 'always' | 'none'
  /** Exhaustive engine: locations of reuse distances; several side by side. */
  granularities?: Granularity[]
  /** Exhaustive engine: reuse distances over all threads together. */
  processWide?: boolean
  /** Tool values: which executions are looked at; all, or until the invariance comes to rest by one of two rules. */
  valueProfile?: 'full' | 'rising' | 'bounds'
  /** Sampling by the clock: a second run under the exhaustive engine counts accesses, of `command` or, where null, of the same again. */
  calibration?: { command: string[] | null }
  /** Exhaustive engine: share of equal values above which marked arrays are recorded, 0..1. */
  spatialThreshold?: number
  /** Tool values: values that a table holds. */
  valueTable?: number
  /** Tool values: tables are cleared now and then, so that values which come up late are seen. */
  valueClearing?: boolean
  /** The exhaustive engine: sampled by virtual PMUs in the same run; leaves a validation (validation.read) in place of a profile. */
  validation?: ValidationRequest
}

export interface ValidationRequest {
  /** Loads, and stores, from sample to sample. */
  periods: number[]
  /** Debug registers. */
  registers: number[]
  /** Runs of each setting. */
  seeds: number
}
export interface LaunchProgress {
  recording: RecordingId
  state: 'starting' | 'running' | 'counting' | 'analysing' | 'finished' | 'failed'
  /** Wall-clock seconds of the program, while it is starting of the preparation. */
  elapsed: number
  /** While it is starting: what is done before the program can run, and how far, 0..1. */
  preparing?: { what: string; share: number }
  /** While it is counting: wall-clock seconds of the counting run. */
  counted?: number
  samples: number
  traps: number
  blindSpot: { longest: number; share: number }
  /** Share of CPU time inside handlers so far. */
  handlerShare: number
  fraction: number | null
  /** Fractions by tool, while several are recorded. */
  fractions?: Partial<Record<Tool, number | null>>
  /** Of the exhaustive engine: accesses that were counted so far. */
  accesses?: { loads: number; stores: number }
  /** The recording has grown too large to look at its pairs while it is made. */
  statisticsOnly?: boolean
  /** `traps`: of the exhaustive engine the instances. */
  topPairs: Array<{ tool?: Tool; source: string; target: string; shareOfWaste: number; traps: number }>
  /** Of the analysis, 0..1. */
  analysed: number
  /** Path of the profile, or of the validation, once finished. */
  output: string | null
  /** One line, once failed. */
  error: string | null
  /** Last part of the target's own output. */
  targetOutput: string
}

/* ---- the contract ---- */

export interface Methods {
  'host.describe': { parameters: Record<string, never>; result: HostDescription }
  'host.recent': { parameters: Record<string, never>; result: RecentRun[] }
  'host.forgetRecent': { parameters: { path: string }; result: null }
  'host.listDirectory': { parameters: { path: string }; result: { path: string; parent: string | null; entries: DirectoryEntry[] } }
  /** Native dialog; null when cancelled or when the host has none (serve: use host.listDirectory). */
  'host.chooseFile': { parameters: { purpose: 'profile' | 'compare-with' | 'program' | 'directory' | 'source-folder' }; result: string | null }
  'host.doctor': { parameters: Record<string, never>; result: DoctorReport }
  /** What to open a file as, by its first bytes; everything that is nothing else counts as a profile, which opening then refuses in words. */
  'host.fileKind': { parameters: { path: string }; result: 'profile' | 'validation' }

  /** Null in a browser, where everything else of desktop.* fails with "unable". */
  'desktop.describe': { parameters: Record<string, never>; result: DesktopDescription | null }
  /** Another window on the same machine, which shows a file; null: the start page. */
  'desktop.newWindow': { parameters: { path: string | null }; result: null }
  /** The system's notice of something that ended, unless the person looks at the app; a click on it shows the window. */
  'desktop.notify': { parameters: { title: string; text: string }; result: null }
  /** Asks where, and prints the window's page there; null when cancelled, else the path. */
  'desktop.savePdf': { parameters: { name: string }; result: string | null }
  /** Machines that were connected to, the last one first. */
  'desktop.machines': { parameters: Record<string, never>; result: RemoteMachine[] }
  'desktop.forgetMachine': { parameters: { destination: string }; result: null }
  /** Starts Hagstone there over ssh and opens a window on it; cancelling ends the attempt. */
  'desktop.connect': { parameters: RemoteMachine; result: null }

  'settings.read': { parameters: Record<string, never>; result: HostSettings }
  /** Fails with "invalid-argument", saying why, where a value cannot be used; then nothing is changed. */
  'settings.change': { parameters: { editor?: string; sourceFolders?: string[] }; result: HostSettings }

  'profile.open': { parameters: { path: string }; result: ProfileSummary }
  'profile.close': { parameters: { profile: ProfileId }; result: null }
  /** What `hagstone validate --output` wrote. */
  'validation.read': { parameters: { path: string }; result: Validation }

  /** `tool`: whose metrics the rows carry; metrics of different tools never meet in one sum. Absent: the run's first tool. */
  /** `like`: another view of the profile, of which this one is another shape: what was open there is open here, and `selected` is where its row `index` is now, null where it is hidden or gone. */
  'tree.create': { parameters: { profile: ProfileId; kind: TreeKind; sort: Sort; tool?: Tool; like?: { view: ViewId; index: number | null } } & TreeShape; result: { view: ViewId; rowCount: number; selected?: number | null } }
  'tree.close': { parameters: { view: ViewId }; result: null }
  'tree.rows': { parameters: { view: ViewId; start: number; count: number }; result: TreeWindow }
  /** `deep`: the whole subtree. Row indices refer to `version`; a stale one is refused with code "stale". */
  'tree.expand': { parameters: { view: ViewId; version: number; index: number; expanded: boolean; deep: boolean }; result: { version: number; rowCount: number } }
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

  'pairs.rows': { parameters: { profile: ProfileId; filter: PairFilter; sort: { column: PairColumn; descending: boolean }; start: number; count: number }; result: PairWindow }
  'pairs.groups': { parameters: { profile: ProfileId; filter: PairFilter; by: PairGrouping; sort: { column: PairGroupColumn; descending: boolean }; start: number; count: number }; result: { rowCount: number; rows: PairGroup[] } }
  'pairs.details': { parameters: { profile: ProfileId; pair: PairId }; result: PairDetails }
  /** Kept in the profile, or beside it. What the change leaves out stays as it is; an empty note is removed, and null is answered. */
  'pairs.note': { parameters: { profile: ProfileId; pair: PairId; change: Partial<PairNote> }; result: PairNote | null }
  'pairs.copy': { parameters: { profile: ProfileId; pair: PairId }; result: string }

  /** One entry per thread, in the summary's order, of a part of the tree by its earlier accesses, or (null) of the whole program. */
  'threads.distribution': { parameters: { profile: ProfileId; tool?: Tool; place: PairPlace | null }; result: ThreadAmount[] }

  /** When waste was found; `pair` null: of the whole program. Fails with "unable" for a pair of a counted run. */
  'timeline.read': { parameters: { profile: ProfileId; tool?: Tool; pair: PairId | null }; result: TimelineReport }

  /** Where the waste of a tool is, as boxes; `tool` absent: the run's first. */
  'flame.read': { parameters: { profile: ProfileId; tool?: Tool } & FlameQuestion; result: FlameGraph }

  'source.read': { parameters: { profile: ProfileId; file: string; agreed: boolean }; result: SourceText }
  /** The source files with accesses: what would be shared with the profile if they were put into it. */
  'sources.list': { parameters: { profile: ProfileId }; result: ShareableSource[] }
  /** Puts these files into the profile, and takes all others out. */
  'sources.embed': { parameters: { profile: ProfileId; files: string[] }; result: ShareableSource[] }
  /** Remembers that source paths under `from` are found under `to`. */
  'source.map': { parameters: { from: string; to: string }; result: SourceMapping[] }
  'source.mappings': { parameters: Record<string, never>; result: SourceMapping[] }
  /** Forgets the mapping of this folder. */
  'source.unmap': { parameters: { from: string }; result: SourceMapping[] }
  /** Opens a line in the person's editor; which files may be opened is as for source.read. */
  'source.edit': { parameters: { profile: ProfileId; file: string; line: number; agreed: boolean }; result: null }
  /** Inclusive waste per line of one file, for the gutter. */
  'source.heat': { parameters: { profile: ProfileId; file: string; tool?: Tool }; result: Array<{ line: number; waste: number; use: number; share: number }> }
  'disassembly.read': { parameters: { profile: ProfileId; moduleIndex: number; address: string; tool?: Tool }; result: Disassembly }

  /**
   * Reuse distances of the whole program (`pair` null) or of one pair. `accessRate`: accesses per second that turn CPU
   * time into accesses, null to leave it; `firstBin`: end of the first bin in axis units, null: 4 KiB or 256 ns. Fails with "not-found" where reuse-distance was not recorded.
   */
  'reuse.read': { parameters: { profile: ProfileId; pair: PairId | null; conversion: Conversion; accessRate: number | null; firstBin: number | null; binCount: number }; result: ReuseReport }

  /** Value tables by windows of rows; empty where values were not recorded. */
  'values.rows': { parameters: { profile: ProfileId; filter: ValueFilter; sort: { column: ValueColumn; descending: boolean }; start: number; count: number }; result: ValueWindow }
  /** Everything but the tables: types, distributions, parameters, advice. Null where values were not recorded. */
  'values.summary': { parameters: { profile: ProfileId }; result: ValuesSummary | null }
  /** The tables by source line or by function, the most executed first. */
  'values.groups': { parameters: { profile: ProfileId; kind: ValueKind; by: 'line' | 'function'; start: number; count: number }; result: { rowCount: number; rows: ValueGroup[] } }
  /** The tables of one instruction: what the accesses of a pair wrote or read. Empty where values were not recorded. */
  'values.at': { parameters: { profile: ProfileId; moduleIndex: number; address: string }; result: ValueSite[] }
  /** Two opened value profiles, weighted by the first. Fails with "not-found" where one has no values. */
  'values.compare': { parameters: { first: ProfileId; second: ProfileId }; result: ValuesComparison }

  /** Two opened profiles. Fails with "refused", saying why and what to do, where their numbers must not meet. */
  'compare.open': { parameters: { old: ProfileId; new: ProfileId }; result: ComparisonSummary }
  'compare.close': { parameters: { comparison: ComparisonId }; result: null }
  /** A tree of both runs, read and changed by the methods tree.*; its rows have `compared`, no links and no pairs. */
  'compare.tree': { parameters: { comparison: ComparisonId; kind: TreeKind; tool: Tool; normalisation: Normalisation; sort: Sort }; result: { view: ViewId; rowCount: number } }
  /** The same rows stay open. */
  'compare.renormalise': { parameters: { view: ViewId; normalisation: Normalisation }; result: { version: number } }
  /** `pairs.details` and `source.read` of both profiles tell the rest of a pair. */
  'compare.pairs': { parameters: { comparison: ComparisonId; tool: Tool; normalisation: Normalisation; filter: ComparedPairFilter; sort: { column: ComparedPairColumn; descending: boolean }; start: number; count: number }; result: ComparedPairWindow }
  'compare.objects': { parameters: { comparison: ComparisonId; tool: Tool; normalisation: Normalisation; sort: { column: ComparedObjectColumn; descending: boolean }; start: number; count: number }; result: ComparedObjectWindow }
  /** Fails with "not-found" where either run has no reuse distances. */
  'compare.reuse': { parameters: { comparison: ComparisonId; conversion: Conversion; accessRate: number | null; firstBin: number | null; binCount: number }; result: ComparedReuse }
  /** A whole table as text, in the order of the largest change. */
  /** `pairs`: which of them in which order; absent: all wasteful ones, what differs most first. */
  'compare.export': { parameters: { comparison: ComparisonId; tool: Tool; normalisation: Normalisation; table: 'pairs' | 'functions' | 'objects'; pairs?: { filter: ComparedPairFilter; sort: { column: ComparedPairColumn; descending: boolean } }; format: 'csv' | 'markdown' }; result: string }

  'launch.start': { parameters: LaunchRequest; result: { recording: RecordingId } }
  'launch.pause': { parameters: { recording: RecordingId; paused: boolean }; result: null }
  'launch.stop': { parameters: { recording: RecordingId }; result: null }

  /** A whole table; as Markdown its first rows. Absent format: CSV. */
  'export.csv': { parameters: { profile: ProfileId; format?: 'csv' | 'markdown'; table: 'pairs' | 'flat' | 'statistics' | 'threads' | 'objects' | 'reuse' | 'values' }; result: string }
}

export interface Events {
  'launch.progress': LaunchProgress
  /** The host asks the window to show a profile (menu, second instance, dropped file). */
  'host.openProfile': { path: string }
  /** The host asks the window to compare two profiles (second instance). */
  'host.compareProfiles': { old: string; new: string }
  'host.command': { command: string }
}

export type MethodName = keyof Methods
export type EventName = keyof Events
export type Parameters<M extends MethodName> = Methods[M]['parameters']
export type Result<M extends MethodName> = Methods[M]['result']

/** Codes a window may act on; `message` is always one line that says what, why and what to do. */
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

/** What renderer code programs against, whatever carries it. */
export interface RpcClient {
  /** @param options.onProgress share that is done, 0..1; only of calls that take long */
  call<M extends MethodName>(method: M, parameters: Parameters<M>, options?: { signal?: CancelSignal; onProgress?(share: number): void }): Promise<Result<M>>
  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void
}
/** Who asks, whether they still wait, and how to tell them how far the answer is (0..1). */
export interface CallContext { signal: CancelSignal; client: number; progress?(share: number): void }

/** What a host implements. */
export type RpcHandlers = { [M in MethodName]: (parameters: Parameters<M>, context: CallContext) => Promise<Result<M>> }
