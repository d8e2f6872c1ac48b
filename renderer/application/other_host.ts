/** Takes over the files that a link from another host's window names; loaded on demand. */
import type { HostDescription } from '../../shared/rpc/host.ts'
import type { Application } from './application.ts'
import type { Moved } from './reload.ts'

/**
 * The files that the address names, and their view state. Any page can link here, so a file that this host has neither
 * open nor in its list of runs is none. The address is plain again. @param start of the names in the address's part after "#"
 */
export async function takeMoved({ client, preferences }: Application, host: HostDescription, start: number): Promise<Moved['files'] | null> {
  const { hash, pathname, search } = window.location
  window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  const moved = movedOf(hash.slice(start))
  if (moved === null) return null
  const { files, session } = moved
  const runs = await client.call('host.recent', {})
  const known = new Set([...host.openAtStart, host.compareAtStart?.old, host.compareAtStart?.new, ...runs.map(({ path }) => path)])
  if (!pathsOf(files).every((path) => known.has(path))) return null
  if (files.kind === 'file' && session != null)
    preferences.setState(({ sessions }) => ({ sessions: { ...sessions, [files.path]: session as (typeof sessions)[string] } }))
  return files
}

/** Null where the address was made by something else. */
function movedOf(text: string): Moved | null {
  try {
    const moved = JSON.parse(decodeURIComponent(text)) as Moved
    return pathsOf(moved.files).every((path) => typeof path === 'string') ? moved : null
  } catch {
    return null
  }
}

function pathsOf(files: Moved['files']): string[] {
  return files.kind === 'file' ? [files.path] : [files.old, files.new]
}
