/**
 * A directory that is closed to all other users, for files that live as long as a host: sockets and pages with a
 * secret.
 */
import { chmodSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories } from './directories.ts'
import { messageOf, systemErrorCode } from './failure.ts'
import { stateFile } from './state_directory.ts'

/**
 * In $XDG_RUNTIME_DIR if it is this user's (XDG Base Directory Specification), else beside the program's state.
 * @throws an Error if it belongs to another user or cannot be made
 */
export function privateDirectory(environment: NodeJS.ProcessEnv = process.env): string {
  const path = ownRuntimeDirectory(environment['XDG_RUNTIME_DIR']) ?? stateFile('private', environment)
  try {
    makeDirectories(path, 0o700)
  } catch (error) {
    throw new Error(`${path} cannot be made (${systemErrorCode(error) ?? messageOf(error)}); set XDG_STATE_HOME to a directory that you can write to`, {
      cause: error,
    })
  }
  const found = lstatSync(path)
  if (!found.isDirectory() || !belongsToUser(found.uid)) throw new Error(`${path} is not a directory of this user`)
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) chmodSync(path, 0o700)
  return path
}

/** All directories that this user's processes may have used, whatever their environment: some lack XDG_RUNTIME_DIR. */
export function privateDirectories(environment: NodeJS.ProcessEnv = process.env): string[] {
  const runtime = [environment['XDG_RUNTIME_DIR'], `/run/user/${process.geteuid?.()}`].map(ownRuntimeDirectory)
  return [...new Set([...runtime, stateFile('private', environment)])].filter((path) => path !== null && isOwn(path)) as string[]
}

function ownRuntimeDirectory(path: string | undefined): string | null {
  return path !== undefined && path.startsWith('/') && isOwn(path) ? join(path, 'hagstone') : null
}

function isOwn(path: string): boolean {
  try {
    return belongsToUser(lstatSync(path).uid)
  } catch {
    return false
  }
}

function belongsToUser(owner: number): boolean {
  const user = process.geteuid?.()
  return user === undefined || owner === user
}
