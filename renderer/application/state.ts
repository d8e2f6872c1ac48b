import type { DoctorReport, HostDescription, LaunchProgress, LaunchRequest, PairDetails, PairId, ProfileSummary, RecentRun, TreeKind } from '../../shared/rpc/contract.ts'
import type { PairModel } from '../pairs/pair_model.ts'
import type { TreeModel } from '../tree/tree_model.ts'

export const profileViews = ['top-down', 'bottom-up', 'flat', 'pairs', 'threads', 'statistics'] as const
export type ProfileView = (typeof profileViews)[number]

export type Side = 'source' | 'target'

/** The pair both panes show. */
export interface PairSelection {
  pair: PairId
  details: PairDetails | null
  failure: string | null
  /** Frame whose call site is shown on each side, counted from the outermost; null: the access itself. */
  shownFrame: Record<Side, number | null>
}

export interface OpenProfile {
  summary: ProfileSummary
  view: ProfileView
  trees: Record<TreeKind, TreeModel>
  pairs: PairModel
  selection: PairSelection | null
  /** Files outside the agreed folders that the person asked to see, as the profile names them. */
  agreedFiles: ReadonlySet<string>
  /** Show machine code although the source is there. */
  disassembly: boolean
}

export type Screen = 'start' | 'launch' | 'recording' | 'profile'
export type Overlay = 'palette' | 'help' | null
export type FilePurpose = 'profile' | 'program' | 'directory' | 'source-folder'

/** A question for a file that the window's own browser answers, where the host has no native dialog. */
export interface FileQuestion { purpose: FilePurpose; startAt: string; answer(path: string | null): void }

export interface Notice { kind: 'failure' | 'done'; text: string }

export interface AppState {
  host: HostDescription | null
  /** Null while connected; else why not, with what to do. */
  disconnected: string | null
  screen: Screen
  recent: RecentRun[] | null
  doctor: DoctorReport | null
  /** The profile that is being opened. */
  opening: { path: string; cancel(): void } | null
  openFailure: { path: string; message: string } | null
  profile: OpenProfile | null
  recording: { request: LaunchRequest; progress: LaunchProgress | null; startFailure: string | null } | null
  overlay: Overlay
  fileQuestion: FileQuestion | null
  notice: Notice | null
  /** Grows when a folder was mapped: sources that were missing may be there now. */
  sourceMappings: number
}

export const initialState: AppState = {
  host: null,
  disconnected: null,
  screen: 'start',
  recent: null,
  doctor: null,
  opening: null,
  openFailure: null,
  profile: null,
  recording: null,
  overlay: null,
  fileQuestion: null,
  notice: null,
  sourceMappings: 0,
}
