/** The state of a window. */
import type { TraceChoices } from '../trace/trace_viewport.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { AgreedSources } from './agreed_sources.ts'
import type { DesktopDescription, DoctorReport, HostDescription, RecentRun } from '../../shared/rpc/host.ts'
import type { PairId } from '../../shared/rpc/identifiers.ts'
import type { PairDetails } from '../../shared/rpc/pairs.ts'
import type { LaunchProgress, LaunchRequest } from '../../shared/rpc/recordings.ts'
import type { Blame, TreeKind, TreeTransform } from '../../shared/rpc/trees.ts'
import type { RunDescription, Tool } from '../../shared/run.ts'
import type { Validation } from '../../shared/validation.ts'
import type { OpenComparison } from '../comparison/open_comparison.ts'
import type { FindingsModel } from '../findings/finding_model.ts'
import type { FlameChoices } from '../flame/flame_choices.ts'
import type { PrintedPage } from '../print/printed.ts'
import type { PairModel } from '../pairs/pair_model.ts'
import type { ChartChoices } from '../charts/chart_choices.ts'
import type { ReuseChoices } from '../reuse/reuse_choices.ts'
import type { TreeModel } from '../tree/tree_model.ts'
import type { ValueModel } from '../values/value_model.ts'
import type { Side } from './pair_side.ts'

export const profileViews = [
  'findings',
  'top-down',
  'bottom-up',
  'flat',
  'pairs',
  'objects',
  'values',
  'reuse',
  'threads',
  'trace',
  'flame',
  'time',
  'statistics',
  'output',
] as const
export type ProfileView = (typeof profileViews)[number]

/** Data caches of a machine, smallest first. */
export type CacheSizes = NonNullable<HostDescription['caches']>

/** The pair both panes show. */
export interface PairSelection {
  pair: PairId
  details: PairDetails | null
  failure: string | null
  /** Frame whose call site is shown on each side, counted from the outermost; null: the access itself. */
  shownFrame: Record<Side, number | null>
}

/** The views of one tool. */
export interface ToolViews {
  trees: Record<TreeKind, TreeModel>
  pairs: PairModel
  selection: PairSelection | null
}

/** A person's changes to the trees of a profile; the folding of small rows is a preference. */
export interface ChosenShape {
  transforms: TreeTransform[]
  blame: Blame
  /** Into the summary's threads; null: all. */
  threads: number[] | null
}

export interface OpenProfile extends ToolViews {
  summary: ProfileSummary
  view: ProfileView
  shape: ChosenShape
  /** Whose trees and pairs are shown. */
  tool: Tool
  /** The other tools' views, as the person left them. */
  leftViews: ReadonlyMap<Tool, ToolViews>
  /** Files outside the agreed folders that the person asked to see, as the profile names them. */
  agreed: AgreedSources
  /** Choices for reuse distances. */
  reuse: ReuseChoices
  flame: FlameChoices
  charts: ChartChoices
  findings: FindingsModel
  /** The value tables and their view. */
  values: ValueModel
  /** Show machine code although the source is there. */
  disassembly: boolean
  /** Choices for the trace; absent: there are none yet. */
  trace?: TraceChoices | null
  /** The views are of a part of the run alone, and `whole` of all of it; absent: they are of all of it. */
  part?: (RunPart & { whole: OpenProfile }) | null
}

/** A part of a run that all views are of. */
export interface RunPart {
  /** ns since the run began; null: all of it. */
  time: { from: number; to: number } | null
  /** Into the summary's threads; null: all. */
  threads: number[] | null
}

/** A validation as it was read, and the choices of its view. */
export interface OpenValidation {
  path: string
  validation: Validation
  tool: Tool
  /** The measure that the charts draw; null: the first measure of the tool. */
  measure: string | null
}

export type Screen = 'start' | 'launch' | 'recording' | 'profile' | 'validation' | 'comparison'
export type Overlay = 'palette' | 'help' | 'settings' | 'connect' | 'sources' | 'export' | 'threads' | null
export type FilePurpose = 'profile' | 'compare-with' | 'program' | 'directory' | 'source-folder'

/** A question for a file that the window's own browser answers, where the host has no native dialog. */
export interface FileQuestion {
  purpose: FilePurpose
  startAt: string
  answer(path: string | null): void
}

export interface Notice {
  kind: 'failure' | 'done'
  text: string
}

export interface Recording {
  request: LaunchRequest
  progress: LaunchProgress | null
  /** The person stopped the sampling for a while; the program runs on. */
  paused: boolean
  /** The person wants to discard it, and is asked whether the program may be stopped. */
  asksToDiscard?: boolean
}

/** Choices of the form made for a reason; the rest is as the profile was recorded. */
export interface RecordChoice {
  engine?: 'exhaustive' | 'software'
  /** Beside those of the profile. */
  tools?: readonly Tool[]
  /** Reuse distances of each object, too. */
  byObject?: boolean
  /** The advice of an outcome (shared/outcome.ts); its options are chosen. */
  action?: string
}

export interface RecordWish extends RecordChoice {
  run: Pick<RunDescription, 'command' | 'workingDirectory' | 'tools' | 'engine'>
}

export interface AppState {
  host: HostDescription | null
  /** The app around this window; null in a browser. */
  desktop: DesktopDescription | null
  /** Null while connected; else the reason, with the remedy. */
  disconnected: string | null
  screen: Screen
  /** What the window begins with is shown. */
  started: boolean
  recent: RecentRun[] | null
  doctor: DoctorReport | null
  /** The file that is being opened. */
  opening: { path: string; cancel(): void } | null
  openFailure: { path: string; message: string } | null
  profile: OpenProfile | null
  validation: OpenValidation | null
  recording: Recording | null
  /** Why the last launch was refused; the form is filled as it was then. */
  launchFailure: { request: LaunchRequest; message: string } | null
  /** Choices that fill the launch form when it appears; null: as it was launched last. */
  recordWish: RecordWish | null
  comparison: OpenComparison | null
  /** Paths of runs that are ticked to be compared, the one ticked last at the end; two at most. */
  tickedRuns: string[]
  /** A file that was dropped on an open profile: open it, or compare both? */
  droppedFile: string | null
  overlay: Overlay
  /** Text typed into the palette since it was requested. */
  paletteText: string
  fileQuestion: FileQuestion | null
  notice: Notice | null
  /** The page that is printed, while it is: it replaces the window. */
  printed: { page: PrintedPage; /** The page is drawn. */ drawn(): void } | null
  /** By grid, columns that left because there is no room for them. */
  columnsWithoutRoom: Partial<Record<string, readonly string[]>>
  /** Grows when a folder was mapped: sources that were missing may be there now. */
  sourceMappings: number
}

export const initialState: AppState = {
  host: null,
  desktop: null,
  disconnected: null,
  screen: 'start',
  started: false,
  recent: null,
  doctor: null,
  opening: null,
  openFailure: null,
  profile: null,
  validation: null,
  recording: null,
  launchFailure: null,
  recordWish: null,
  comparison: null,
  tickedRuns: [],
  droppedFile: null,
  overlay: null,
  paletteText: '',
  fileQuestion: null,
  notice: null,
  printed: null,
  columnsWithoutRoom: {},
  sourceMappings: 0,
}

/** Dialogs that are over the window, or are being loaded. */
export function countOver({ overlay, fileQuestion, droppedFile }: AppState): number {
  return [overlay, fileQuestion, droppedFile].filter((dialog) => dialog !== null).length
}
