/** Changes the parts of a profile besides its measurements: sources, and users' notes. */
import { accessSync, constants, copyFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { threadId } from 'node:worker_threads'
import { RpcError } from '../../shared/rpc/contract.ts'
import { messageOf, systemErrorCode } from '../failure.ts'
import { fileIdentity } from '../file_identity.ts'
import { OwnRecordings } from '../record/finishing/own_recordings.ts'
import { flushFile } from './flush_file.ts'
import { damagedProfile } from './invalid_profile.ts'
import { readProfileHeader } from './profile_header.ts'
import { checkSchema } from './read_tables.ts'
import { openForAmending, openUntrustedDatabase, type Database } from './sqlite.ts'

/** The first version with room for sources and notes. */
const FIRST_WITH_ROOM = 5

/** Whether it may be replaced by an amended copy. */
export function isAmendable(path: string): boolean {
  try {
    const real = realpathSync(path)
    accessSync(real, constants.W_OK)
    accessSync(dirname(real), constants.W_OK)
    return readProfileHeader(real).version >= FIRST_WITH_ROOM
  } catch (error) {
    if (systemErrorCode(error) === null && !(error instanceof RpcError)) throw error
    return false
  }
}

/**
 * Amends a copy and puts it in the profile's place. A reader sees either one whole, and windows with the old one open
 * continue to read it.
 * @param ownRecordings remembers the copy if it knew the profile
 * @throws RpcError bad-file, not-found, unable: one line; then the profile is unchanged
 */
export function amendProfile(
  path: string,
  amend: (database: Database) => void,
  ownRecordings = new OwnRecordings((line) => console.error(`hagstone: ${line}`)),
): void {
  const real = realPath(path)
  const { version } = readProfileHeader(real)
  if (version < FIRST_WITH_ROOM)
    throw new RpcError('unable', `${path} is of format ${version}, which has no room for sources or notes; record or analyse again with this version`)
  const own = ownRecordings.has(real)
  // Windows write notes in the query thread while their host adds sources.
  const temporary = `${real}.${process.pid}-${threadId}.partial`
  try {
    // A copy made before another process's change must not undo that change.
    const before = fileIdentity(real)
    rmSync(temporary, { force: true })
    copyFileSync(real, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    // The profile is untrusted: its content is checked before anything in it may run.
    withDatabase(openUntrustedDatabase(temporary), (database) => checkSchema(database, version))
    withDatabase(openForAmending(temporary), (database) => {
      database.run('BEGIN')
      amend(database)
      database.run('COMMIT')
    })
    flushFile(temporary)
    if (fileIdentity(real) !== before) throw new RpcError('unable', `${path} was changed by another process in the meantime; try again`)
    // Before the rename: a process that opens the profile right after it must find it known.
    if (own) ownRecordings.add(temporary)
    renameSync(temporary, real)
  } catch (error) {
    rmSync(temporary, { force: true })
    if (error instanceof RpcError) throw error
    throw new RpcError('unable', `${path} could not be changed (${messageOf(error)}); it is as it was`)
  }
}

/**
 * The content of the tables for sources and notes; `otherwise` for profiles of versions without them. @throws RpcError
 * bad-file
 */
export function readAmendments<T>(path: string, read: (database: Database) => T, otherwise: T): T {
  const { version } = readProfileHeader(path)
  if (version < FIRST_WITH_ROOM) return otherwise
  try {
    return withDatabase(openUntrustedDatabase(path), (database) => {
      checkSchema(database, version)
      return read(database)
    })
  } catch (error) {
    if (error instanceof RpcError) throw error
    throw damagedProfile(path, error)
  }
}

/** Bytes of the file. */
export function profileSize(path: string): number {
  return statSync(path).size
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    throw new RpcError('not-found', `${path} cannot be found (${systemErrorCode(error) ?? messageOf(error)}); check the path`)
  }
}

function withDatabase<T>(database: Database, read: (database: Database) => T): T {
  try {
    return read(database)
  } finally {
    database.close()
  }
}
