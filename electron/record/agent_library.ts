import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { baseDirectory } from '../base_directory.ts'
import { makeDirectories } from '../directories.ts'
import { Failure, exitStatus } from '../failure.ts'
import { nativePart } from '../paths.ts'

/**
 * The agent at a path that outlives this process and that LD_PRELOAD can name. An AppImage is a mount that disappears
 * with the app, while a recorded daemon may keep the library mapped; and the loader splits LD_PRELOAD at blanks and
 * colons. In both cases it is copied into the user's cache first. Throws Failure 125 if that path has such characters
 * too.
 */
export function stableAgentPath(): string {
  const path = nativePart('agent')
  const mount = process.env['APPDIR']
  const temporary = mount !== undefined && mount !== '' && path.startsWith(`${mount}/`)
  return temporary || !canBePreloaded(path) ? cachedCopy(path) : path
}

function cachedCopy(path: string): string {
  const cache = baseDirectory('XDG_CACHE_HOME')
  const identity = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16)
  const copy = join(cache, `libhagstone_agent-${identity}.so`)
  if (!canBePreloaded(copy)) {
    throw new Failure(
      exitStatus.recordFailure,
      `LD_PRELOAD cannot name ${path} nor ${copy}, because of a blank or colon in the path; set XDG_CACHE_HOME to a directory without.`,
    )
  }
  if (!existsSync(copy)) {
    makeDirectories(cache)
    const temporary = `${copy}.${process.pid}`
    copyFileSync(path, temporary)
    chmodSync(temporary, 0o755)
    renameSync(temporary, copy)
  }
  return copy
}

function canBePreloaded(path: string): boolean {
  return !/[\s:]/.test(path)
}
