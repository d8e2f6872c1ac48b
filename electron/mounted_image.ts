/**
 * An AppImage is mounted while it runs, for its user alone. Files that a recorded program maps must survive the image:
 * the program may outlive the recording.
 */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { baseDirectory } from './base_directory.ts'
import { makeDirectories } from './directories.ts'
import { systemErrorCode } from './failure.ts'

/** Whether `path` is in the image that this process was started from ($APPDIR, set by AppImage's runtime). */
export function isInMountedImage(path: string, environment: NodeJS.ProcessEnv = process.env): boolean {
  const mount = environment['APPDIR']
  return environment['APPIMAGE'] !== undefined && mount !== undefined && mount !== '' && path.startsWith(`${mount}/`)
}

/**
 * The same directory below $XDG_CACHE_HOME/hagstone, copied there once for each content.
 * Throws when it cannot be written.
 */
export function copyOutOfImage(directory: string, environment: NodeJS.ProcessEnv = process.env): string {
  const copy = join(baseDirectory('XDG_CACHE_HOME', environment), `native-${digestOf(directory)}`)
  if (existsSync(copy)) return copy
  makeDirectories(dirname(copy))
  const incomplete = mkdtempSync(`${copy}.`)
  try {
    cpSync(directory, incomplete, { recursive: true })
    renameSync(incomplete, copy)
  } catch (error) {
    rmSync(incomplete, { recursive: true, force: true })
    // Another process was faster.
    if (!['ENOTEMPTY', 'EEXIST'].includes(systemErrorCode(error) ?? '')) throw error
  }
  return copy
}

/** Digest of the paths and contents of all files below. */
function digestOf(directory: string): string {
  const digest = createHash('sha256')
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const path of files.map((file) => join(file.parentPath, file.name)).toSorted())
    digest.update(`${path.slice(directory.length)}\n`).update(readFileSync(path))
  return digest.digest('hex').slice(0, 16)
}
