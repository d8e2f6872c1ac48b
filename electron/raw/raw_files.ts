/**
 * Where the raw files of a recording are: in `processes`, where every process with a descriptor of it can create files,
 * whatever rights it gave up (native/agent/recording/recording_directory.h); in earlier versions beside recording.json.
 * Files of other users' processes are untrusted.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { RpcError } from '../../shared/rpc/contract.ts'
import { systemErrorCode } from '../failure.ts'
import { RAW_SUFFIX, UNRECORDED_NOTE } from './raw_layout.ts'

export const PROCESS_DIRECTORY = 'processes'

/** Paths of the raw files within the recording, in order. @throws a file-system error */
export function rawFilesIn(recording: string): string[] {
  return filesIn(recording, (name) => name.endsWith(RAW_SUFFIX))
}

/** A process that could not create its raw file. */
export interface UnrecordedProcess {
  processId: number
  /** Number of the user that it ran as. */
  user: number
  /** errno of the failure. */
  cause: number
  /** Name of its first thread, as far as it can be read. */
  name: string
}

/** @throws a file-system error */
export function unrecordedIn(recording: string): UnrecordedProcess[] {
  return filesIn(recording, (name) => UNRECORDED_NOTE.test(name)).flatMap((path) => {
    const [, processId, cause, name = ''] = UNRECORDED_NOTE.exec(path.slice(path.lastIndexOf('/') + 1)) ?? []
    const status = lstatSync(join(recording, path), { throwIfNoEntry: false })
    return status === undefined ? [] : [{ processId: Number(processId), user: status.uid, cause: Number(cause), name }]
  })
}

/**
 * Opens a file that another user may have made: follows no symbolic link and waits for no pipe.
 * @throws RpcError bad-file if it is not a regular file or may not be read, otherwise a file-system error
 */
export function withUntrustedFile<T>(path: string, read: (file: number) => T): T {
  const file = openUntrusted(path)
  try {
    if (!fstatSync(file).isFile()) throw new RpcError('bad-file', `${path} is not a file, so it is not a raw recording of Hagstone`)
    return read(file)
  } finally {
    closeSync(file)
  }
}

function openUntrusted(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ELOOP') throw new RpcError('bad-file', `${path} is a symbolic link, so it is not a raw recording of Hagstone`)
    if (code === 'EACCES') throw new RpcError('bad-file', `${path} is not readable by this user; read the recording as the user who made it`)
    throw error
  }
}

function filesIn(recording: string, isWanted: (name: string) => boolean): string[] {
  const names = readdirSync(recording)
  const inner = names.includes(PROCESS_DIRECTORY) ? readdirSync(join(recording, PROCESS_DIRECTORY)).map((name) => join(PROCESS_DIRECTORY, name)) : []
  return [...names, ...inner].filter((path) => isWanted(path.slice(path.lastIndexOf('/') + 1))).sort()
}
