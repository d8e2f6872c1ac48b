/**
 * Results that take long to compute again, in the user's cache directory (XDG Base Directory Specification): bounded,
 * checked, safe to delete at any time, and safe for several processes at once. A damaged or missing file is computed
 * again.
 */
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { baseDirectory } from '../base_directory.ts'
import { makeDirectories } from '../directories.ts'
import { systemErrorCode } from '../failure.ts'
import { removeUnused } from './remove_unused.ts'

const DIGEST = 'sha256'
const DIGEST_BYTES = 32

export class KeptFiles {
  readonly directory: string
  readonly #mostBytes: number

  /**
   * @param name of the directory; changes with the file format @param mostBytes of all files together; the least
   * recently used files are removed
   */
  constructor(name: string, mostBytes: number, environment: NodeJS.ProcessEnv = process.env) {
    this.directory = join(baseDirectory('XDG_CACHE_HOME', environment), name)
    this.#mostBytes = mostBytes
  }

  /** Null if the key has no file, or one that is damaged, not a plain file, or another user's. */
  read(key: string): Buffer | null {
    return withoutSystemErrors(() => {
      const path = this.#pathOf(key)
      // Follows no link, and waits for no pipe.
      const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
      let bytes: Buffer
      try {
        const status = fstatSync(file)
        if (!status.isFile() || !isOwn(status.uid) || status.size > this.#mostBytes + DIGEST_BYTES) return null
        bytes = readFileSync(file)
      } finally {
        closeSync(file)
      }
      const content = bytes.subarray(DIGEST_BYTES)
      if (!digestOf(key, content).equals(bytes.subarray(0, DIGEST_BYTES))) return null
      const now = new Date()
      utimesSync(path, now, now)
      return content
    })
  }

  /** A result that cannot be kept, or is larger than the whole cache, only costs the next user time. */
  keep(key: string, content: Uint8Array): void {
    if (content.byteLength > this.#mostBytes) return
    const path = this.#pathOf(key)
    const temporary = `${path}.${process.pid}`
    withoutSystemErrors(() => {
      makeDirectories(this.directory, 0o700)
      if (!isOwn(lstatSync(this.directory).uid)) return
      try {
        rmSync(temporary, { force: true })
        writeFileSync(temporary, Buffer.concat([digestOf(key, content), content]), { flag: 'wx', mode: 0o600 })
        renameSync(temporary, path)
      } catch (error) {
        rmSync(temporary, { force: true })
        throw error
      }
      removeUnused(this.directory, { mostBytes: this.#mostBytes, inUse: 0, isUnfinished: (name) => name.includes('.') })
    })
  }

  #pathOf(key: string): string {
    return join(this.directory, createHash(DIGEST).update(key).digest('hex'))
  }
}

/** Includes its key: a renamed file matches nothing. */
function digestOf(key: string, content: Uint8Array): Buffer {
  return createHash(DIGEST)
    .update(`${Buffer.byteLength(key)} ${key}`)
    .update(content)
    .digest()
}

function isOwn(owner: number): boolean {
  const user = process.geteuid?.()
  return user === undefined || owner === user
}

function withoutSystemErrors<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
}
