import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { systemErrorCode } from '../failure.ts'

/** The first bytes of a file; fewer when it is shorter. Throws the system's error. */
export function readStart(path: string, length: number): Buffer {
  const descriptor = openSync(path, 'r')
  try {
    return readAt(descriptor, 0, length)
  } finally {
    closeSync(descriptor)
  }
}

/** Bytes of an open file; fewer at its end, none at an offset that no file has. */
export function readAt(descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length)
  if (!Number.isSafeInteger(position)) return buffer.subarray(0, 0)
  let filled = 0
  while (filled < length) {
    const read = readSync(descriptor, buffer, filled, length - filled, position + filled)
    if (read === 0) break
    filled += read
  }
  return buffer.subarray(0, filled)
}

/** A whole text, as the kernel's files are; null where it cannot be read. */
export function textIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
}
