/**
 * Which profiles this user recorded on this machine. A profile from elsewhere may name any file as a source; one that
 * `record` has just made names those of a program that the user chose to run. Nothing in the profile itself could tell.
 */
import { statSync } from 'node:fs'
import { z } from 'zod'
import { messageOf, systemErrorCode } from '../failure.ts'
import { JsonFile } from '../json_file.ts'
import { stateFile } from '../state_directory.ts'

const mostRecordings = 1000

/** Stays the same when the file is renamed, changes when it is replaced or written to. */
const fileIdentity = z.object({ device: z.number(), inode: z.number(), size: z.number(), modified: z.number() })
type FileIdentity = z.infer<typeof fileIdentity>

/** Where the list is kept. */
export const ownRecordingsFile = (): string => stateFile('own-recordings.json')

export class OwnRecordings {
  readonly #file: JsonFile<FileIdentity[]>
  readonly #warn: (line: string) => void

  /** @param warn gets one line when the list cannot be read or written; sources then need the user's word */
  constructor(warn: (line: string) => void, path: string = ownRecordingsFile()) {
    this.#file = new JsonFile(path, z.array(fileIdentity), { missing: [], warn, consequence: 'sources are shown after a question' })
    this.#warn = warn
  }

  /** Remembers a profile that was just recorded. */
  add(profile: string): void {
    const warn = (path: string, what: string, error: unknown): void => this.#warn(`${path} cannot be ${what} (${systemErrorCode(error) ?? messageOf(error)}); sources are shown after a question.`)
    let identity: FileIdentity
    try {
      identity = identityOf(profile)
    } catch (error) {
      return warn(profile, 'looked at', error)
    }
    try {
      this.#file.write([identity, ...this.#file.read()].slice(0, mostRecordings))
    } catch (error) {
      warn(this.#file.path, 'written', error)
    }
  }

  /** False also for a profile that is gone. */
  has(profile: string): boolean {
    try {
      const wanted = identityOf(profile)
      return this.#file.read().some((own) => own.device === wanted.device && own.inode === wanted.inode && own.size === wanted.size && own.modified === wanted.modified)
    } catch (error) {
      if (systemErrorCode(error) === null) throw error
      return false
    }
  }
}

function identityOf(path: string): FileIdentity {
  const { dev, ino, size, mtimeMs } = statSync(path)
  return { device: dev, inode: ino, size, modified: mtimeMs }
}
