/**
 * Keeps a cache directory within a size: the least recently used files are removed. Safe for several processes at once:
 * a file that another process removes first is no error, and open files remain readable.
 */
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { systemErrorCode } from '../failure.ts'

/** The size that one cleaning leaves, so that not every new file has to scan them all. */
const LEFT = 0.75
/** A killed writer left these; a working one is younger. ms */
const ABANDONED = 3_600_000

export interface CacheBounds {
  /** Bytes of all files together. */
  mostBytes: number
  /** ms: a file used more recently stays, whatever its size, since its reader may still have to open it */
  inUse: number
  /** By the file's name: its writer renames it when it is complete. */
  isUnfinished(name: string): boolean
}

/** The modification time of a file says when it was used last. */
export function removeUnused(directory: string, { mostBytes, inUse, isUnfinished }: CacheBounds): void {
  const now = Date.now()
  const files = filesBelow(directory).map((file) => ({ ...file, isUnfinished: isUnfinished(file.name) }))
  for (const file of files) if (file.isUnfinished && file.used < now - ABANDONED) rmSync(file.path, { force: true })
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes <= mostBytes) return
  const removable = files.filter((file) => !file.isUnfinished && file.used <= now - inUse)
  for (const file of removable.sort((a, b) => a.used - b.used)) {
    if (bytes <= mostBytes * LEFT) return
    rmSync(file.path, { force: true })
    bytes -= file.bytes
  }
}

interface CachedFile {
  path: string
  name: string
  bytes: number
  used: number
}

function filesBelow(directory: string): CachedFile[] {
  return (
    present(() => readdirSync(directory, { withFileTypes: true }))?.flatMap((entry) => {
      const path = join(directory, entry.name)
      if (entry.isDirectory()) return filesBelow(path)
      const status = entry.isFile() ? present(() => lstatSync(path)) : null
      return status === null ? [] : [{ path, name: entry.name, bytes: status.size, used: status.mtimeMs }]
    }) ?? []
  )
}

/** Null where another process removed it. */
function present<T>(look: () => T): T | null {
  try {
    return look()
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
    return null
  }
}
