import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Flushes a file to disk before it takes another's name. @throws a file-system error */
export function flushFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
