/**
 * Remembers the profiles that this user recorded on this machine. A profile from elsewhere may name any file as a source; a
 * new one from `record` names those of a program that the user chose to run. A mark in the profile itself could not be
 * trusted.
 */
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories } from '../../directories.ts'
import { messageOf, systemErrorCode } from '../../failure.ts'
import { fileIdentity } from '../../file_identity.ts'
import { stateFile } from '../../state_directory.ts'
import { DESCRIPTION_FILE } from '../recording_description.ts'

const mostRecordings = 1000
/** The number that one cleaning leaves, so that not every recording after the thousandth scans all of them. */
const keptRecordings = 900

/** Where they are remembered. */
export const ownRecordingsDirectory = (): string => stateFile('own-recordings')

/** One empty file per recording, named by its identity: concurrent processes do not lose each other's. */
export class OwnRecordings {
  readonly #directory: string
  readonly #warn: (line: string) => void

  /** @param warn receives one line if a recording cannot be remembered; its sources then need the user's consent */
  constructor(warn: (line: string) => void, directory: string = ownRecordingsDirectory()) {
    this.#directory = directory
    this.#warn = warn
  }

  /** Remembers a profile that was just recorded. */
  add(profile: string): void {
    const warn = (path: string, what: string, error: unknown, remedy = ''): void =>
      this.#warn(`${path} cannot be ${what} (${systemErrorCode(error) ?? messageOf(error)}); sources are only shown after you confirm.${remedy}`)
    let identity: string
    try {
      identity = fileIdentity(profile)
    } catch (error) {
      return warn(profile, 'looked at', error)
    }
    try {
      makeDirectories(this.#directory, 0o700)
      writeFileSync(join(this.#directory, identity), '')
      this.#forgetOldest()
    } catch (error) {
      warn(this.#directory, 'written', error, ' Set XDG_STATE_HOME to a directory that you can write to.')
    }
  }

  /** Remembers a raw recording that was just made, of a job by that of its rank 0. */
  addRaw(directory: string): void {
    this.add(join(directory, DESCRIPTION_FILE))
  }

  /** Whether a raw recording was made here, or that of rank 0 in it: another one copied to it was the user's choice. */
  hasRaw(directory: string): boolean {
    return [directory, join(directory, 'rank-0')].some((each) => this.has(join(each, DESCRIPTION_FILE)))
  }

  /** False also for a profile that is gone. */
  has(profile: string): boolean {
    try {
      return existsSync(join(this.#directory, fileIdentity(profile)))
    } catch (error) {
      if (systemErrorCode(error) === null) throw error
      return false
    }
  }

  #forgetOldest(): void {
    const names = readdirSync(this.#directory)
    if (names.length <= mostRecordings) return
    const rememberedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    const paths = names.map((name) => join(this.#directory, name)).map((path) => ({ path, time: rememberedAt(path) }))
    for (const { path } of paths.sort((a, b) => b.time - a.time).slice(keptRecordings)) rmSync(path, { force: true })
  }
}
