/**
 * A page that is loaded again comes back to what it showed, a running recording first of all. One that goes on at another host
 * comes back to the files there, if that host has them.
 */
import type { HostDescription } from '../../shared/rpc/host.ts'
import type { RecordingId } from '../../shared/rpc/identifiers.ts'
import type { Application } from './application.ts'
import { compareFiles } from './comparisons.ts'
import { followRecording } from './launching.ts'
import { openFile } from './opening/open_file.ts'
import type { AppState } from './state.ts'

/** Kept by the browser for this window alone. */
const key = 'hagstone.shown'

type ShownFiles = { kind: 'file'; path: string } | { kind: 'comparison'; old: string; new: string }
interface Shown {
  recording: RecordingId | null
  files: ShownFiles | null
}

/** Keeps what the window shows for when its page is loaded again. Returns the way to stop. */
export function watchShown({ store }: Application): () => void {
  const keep = (state: AppState): void => {
    // On the way there: what was shown before counts until it is reached.
    if (state.opening === null) sessionStorage.setItem(key, JSON.stringify(shownOf(state)))
  }
  keep(store.getState())
  return store.subscribe(keep)
}

function shownOf({ screen, profile, comparison, validation, recording }: AppState): Shown {
  const progress = recording?.progress ?? null
  // One that has finished is there until its profile is.
  const over = progress?.state === 'failed' || (progress?.state === 'finished' && screen !== 'recording')
  return { recording: over ? null : (progress?.recording ?? null), files: filesOf() }

  function filesOf(): ShownFiles | null {
    if (screen === 'profile' && profile !== null) return { kind: 'file', path: profile.summary.path }
    if (screen === 'comparison' && comparison !== null) return { kind: 'comparison', old: comparison.summary.old.path, new: comparison.summary.new.path }
    if (screen === 'validation' && validation !== null) return { kind: 'file', path: validation.path }
    return null
  }
}

/** What the address of another host's page has after "#", before what its window shows. */
const mark = '#shown='

/** Address of the page of another host that shows the same. @param host its address, which ends with "/" */
export function addressAt(host: string, application: Application): string {
  const { store, preferences } = application
  const { files } = shownOf(store.getState())
  if (files === null) return host
  const session = files.kind === 'file' ? preferences.getState().sessions[files.path] : undefined
  return `${host}${mark}${encodeURIComponent(JSON.stringify({ files, session } satisfies Moved))}`
}

export interface Moved {
  files: ShownFiles
  /** How the profile was looked at. */
  session: unknown
}

/** Shows what the address names, where this host has it. @returns whether there was anything to show */
export async function comeFromOtherHost(application: Application, host: HostDescription): Promise<boolean> {
  if (!window.location.hash.startsWith(mark)) return false
  // It imports nothing of the first window, which stays in few files.
  const { takeMoved } = await import('./other_host.ts')
  const files = await takeMoved(application, host, mark.length)
  return files !== null && comeBack(application, { recording: null, files })
}

/** What this window showed when its page was left to be loaded again; null where it is loaded for the first time. */
export function shownBefore(): Shown | null {
  const [navigation] = performance.getEntriesByType('navigation')
  if ((navigation as PerformanceNavigationTiming | undefined)?.type !== 'reload') return null
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Shown | null
  } catch {
    return null
  }
}

/** The person did not wait for the first answers of the host, and opened or began something. */
export function isElsewhere({ store }: Application): boolean {
  const { screen, opening, profile } = store.getState()
  return opening !== null || profile !== null || (screen !== 'start' && screen !== 'recording')
}

/** @returns whether there was anything to come back to */
export async function comeBack(application: Application, { recording, files }: Shown): Promise<boolean> {
  const followed = recording !== null && (await followRecording(application, recording))
  if (isElsewhere(application)) return true
  if (files?.kind === 'comparison') await compareFiles(application, files.old, files.new)
  else if (files !== null) await openFile(application, files.path)
  return followed || files !== null
}
