import { statSync } from 'node:fs'

/** Stays the same when the file is renamed, changes when it is replaced or written to; can be a file's name. @throws a file-system error */
export function fileIdentity(path: string): string {
  const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true })
  return [dev, ino, size, mtimeNs].join('-')
}
