/** Directories that may have been deleted, or must be created. */
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemErrorCode } from './failure.ts'

/**
 * Makes a directory and its parents. Node's own way (`recursive`) never ends if a file system answers ENOENT although
 * the parent exists, as /proc does.
 * @throws a file-system error
 */
export function makeDirectories(path: string, mode = 0o777): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (isDirectory(path)) return
    const parent = dirname(path)
    if (systemErrorCode(error) !== 'ENOENT' || isDirectory(parent)) throw error
    makeDirectories(parent, mode)
    makeDirectory(path, mode)
  }
}

/** Another process may have been faster. */
function makeDirectory(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (!isDirectory(path)) throw error
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return false
  }
}

/** Null where it was deleted. */
export function workingDirectory(): string | null {
  try {
    return process.cwd()
  } catch (error) {
    if (!isDeletedWorkingDirectory(error)) throw error
    return null
  }
}

/** Node's error for a relative path, or the working directory itself, after the directory was deleted. */
export function isDeletedWorkingDirectory(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd'
}
