/**
 * Results of examining modules, in the cache directory by build id: bounded by the number of modules, safe to delete.
 */
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { baseDirectory } from '../../base_directory.ts'
import { makeDirectories } from '../../directories.ts'
import { systemErrorCode } from '../../failure.ts'

export type KeptKind = 'needs' | 'loops'

/** Changes with the kept data of a module or how it is found. */
const cacheVersion = 2

function pathOf(buildId: string, kind: KeptKind): string {
  return join(baseDirectory('XDG_CACHE_HOME'), `modules-${cacheVersion}`, `${buildId}.${kind}`)
}

/** Null if nothing, or something damaged, is kept. */
export function keptEarlier(buildId: string, kind: KeptKind): string | null {
  try {
    const text = readFileSync(pathOf(buildId, kind), 'utf8')
    const end = text.indexOf('\n')
    const found = text.slice(end + 1)
    return text.slice(0, Math.max(0, end)) === digest(found) ? found : null
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
}

/** A cache that cannot be written only costs the next examination time. */
export function keep(buildId: string, kind: KeptKind, text: string): void {
  const path = pathOf(buildId, kind)
  const temporary = `${path}.${process.pid}`
  try {
    makeDirectories(dirname(path), 0o700)
    writeFileSync(temporary, `${digest(text)}\n${text}`)
    renameSync(temporary, path)
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    rmSync(temporary, { force: true })
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
