/**
 * A reloaded page, and one that was left and gone back to, shows again what it showed before, above all a running recording. A page that moves to another host shows
 * the same files there, if that host has them.
 */
import type { HostDescription } from '../../shared/rpc/host.ts'
import type { RecordingId } from '../../shared/rpc/identifiers.ts'
import type { Application } from './application.ts'
import type { KeptComparison } from '../comparison/open_comparison.ts'
import { compareFiles } from './comparisons.ts'
import { followRecording } from './launching.ts'
import { openFile } from './opening/open_file.ts'
import type { AppState } from './state.ts'

/** Key in the session storage, which the browser keeps for each window. */
const key = 'hagstone.shown'

export type ShownFiles = { kind: 'file'; path: string } | { kind: 'comparison'; old: string; new: string }
interface Shown {
  recording: RecordingId | null
  files: ShownFiles | null
  /** Of a comparison; absent: it is none, or was kept by an earlier version. */
  compared?: Partial<KeptComparison>
}

/** Remembers the window's state, for a reload. @returns a function that stops this */
export function watchShown({ store }: Application): () => void {
  const keep = (state: AppState): void => {
    // While something opens, the state before it counts.
    if (state.opening === null) sessionStorage.setItem(key, JSON.stringify(shownOf(state)))
  }
  keep(store.getState())
  return store.subscribe(keep)
}

function shownOf(state: AppState): Shown {
  const { screen, recording } = state
  const progress = recording?.progress ?? null
  // A finished recording counts until its profile is shown.
  const over = progress?.state === 'failed' || (progress?.state === 'finished' && screen !== 'recording')
  const files = filesOf(state)
  return { recording: over ? null : (progress?.recording ?? null), files, ...(files?.kind === 'comparison' ? { compared: comparedOf(state) } : {}) }
}

function comparedOf({ comparison }: AppState): Partial<KeptComparison> {
  if (comparison === null) return {}
  const { view, tool, normalisation, look, flameOf } = comparison
  return { view, tool, normalisation, look, flameOf }
}

/** The files on screen. */
export function filesOf({ screen, profile, comparison, validation }: AppState): ShownFiles | null {
  if (screen === 'profile' && profile !== null) return { kind: 'file', path: profile.summary.path }
  if (screen === 'comparison' && comparison !== null) return { kind: 'comparison', old: comparison.summary.old.path, new: comparison.summary.new.path }
  if (screen === 'validation' && validation !== null) return { kind: 'file', path: validation.path }
  return null
}

/** Precedes the window's state in the address of another host's page. */
const mark = '#shown='

/** Address of another host's page that shows the same files. @param host address that ends with "/" */
export function addressAt(host: string, application: Application): string {
  const { store, preferences } = application
  const { files } = shownOf(store.getState())
  if (files === null) return host
  const session = files.kind === 'file' ? preferences.getState().sessions[files.path] : undefined
  return `${host}${mark}${encodeURIComponent(JSON.stringify({ files, session } satisfies Moved))}`
}

export interface Moved {
  files: ShownFiles
  /** Session of the profile. */
  session: unknown
}

/** Shows the files that the address names, if this host has them. @returns whether it does */
export async function comeFromOtherHost(application: Application, host: HostDescription): Promise<boolean> {
  if (!window.location.hash.startsWith(mark)) return false
  // Loaded only here, to keep the first page small.
  const { takeMoved } = await import('./other_host.ts')
  const files = await takeMoved(application, host, mark.length)
  return files !== null && comeBack(application, { recording: null, files })
}

/** The state of this window before its page was reloaded, or left and gone back to; null for another page. */
export function shownBefore(): Shown | null {
  const [navigation] = performance.getEntriesByType('navigation')
  const { type } = (navigation ?? {}) as Partial<PerformanceNavigationTiming>
  if (type !== 'reload' && type !== 'back_forward') return null
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Shown | null
  } catch {
    return null
  }
}

/** Whether the user has already opened or started something, without waiting for the host's first answers. */
export function isElsewhere({ store }: Application): boolean {
  const { screen, opening, profile } = store.getState()
  return opening !== null || profile !== null || (screen !== 'start' && screen !== 'recording')
}

/** @returns whether there was anything to show again */
export async function comeBack(application: Application, { recording, files, compared = {} }: Shown): Promise<boolean> {
  const followed = recording !== null && (await followRecording(application, recording))
  if (isElsewhere(application)) return true
  if (files?.kind === 'comparison') await compareFiles(application, files.old, files.new, compared)
  else if (files !== null) await openFile(application, files.path)
  return followed || files !== null
}
