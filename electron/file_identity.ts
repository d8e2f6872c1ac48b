import { statSync } from 'node:fs'
import { systemErrorCode } from './failure.ts'

/** Stays the same when the file is renamed, changes when it is replaced or written to; can be a file's name. @throws a file-system error */
export function fileIdentity(path: string): string {
  const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true })
  return [dev, ino, size, mtimeNs].join('-')
}

/** Null of a file that is gone or unreadable. */
export function identityOf(path: string): string | null {
  try {
    return fileIdentity(path)
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
}
