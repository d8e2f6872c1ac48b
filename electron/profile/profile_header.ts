/** Reads the first 100 bytes of a file before SQLite does: kind, version, completeness. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { RpcError } from '../../shared/rpc/contract.ts'
import { APPLICATION_ID, PROFILE_VERSION } from './profile_schema.ts'

/** https://www.sqlite.org/fileformat.html section 1.3; all numbers big-endian. */
export const SQLITE_HEADER_SIZE = 100
const SQLITE_MAGIC = 'SQLite format 3\0'
const AT = { pageSize: 16, writeVersion: 18, readVersion: 19, pageCount: 28, userVersion: 60, applicationId: 68 } as const

export interface ProfileHeader {
  version: number
  fileSize: number
}

/** Whether a file that begins with these bytes is a profile of any version; SQLite files of other programs are not. */
export function isProfileHeader(bytes: Buffer): boolean {
  return (
    bytes.length >= SQLITE_HEADER_SIZE &&
    bytes.toString('latin1', 0, SQLITE_MAGIC.length) === SQLITE_MAGIC &&
    bytes.readUInt32BE(AT.applicationId) === APPLICATION_ID
  )
}

/** @throws RpcError bad-file, not-found, unable */
export function readProfileHeader(path: string): ProfileHeader {
  const { bytes, fileSize, regular } = readStart(path)
  if (!regular) throw new RpcError('bad-file', `${path} is not a file; give a profile (NAME.hagstone) that "hagstone record" wrote`)
  if (!isProfileHeader(bytes)) {
    throw new RpcError('bad-file', `${path} is not a Hagstone profile; give a NAME.hagstone file that "hagstone record" wrote`)
  }
  const version = bytes.readUInt32BE(AT.userVersion)
  if (version > PROFILE_VERSION) {
    throw new RpcError(
      'bad-file',
      `${path} was written by a newer version of Hagstone (format ${version}, this one reads up to ${PROFILE_VERSION}); update Hagstone`,
    )
  }
  const storedSize = bytes.readUInt16BE(AT.pageSize)
  const pageSize = storedSize === 1 ? 65536 : storedSize
  const legacyJournal = bytes[AT.writeVersion] === 1 && bytes[AT.readVersion] === 1
  if (version === 0 || pageSize < 512 || !legacyJournal) {
    throw new RpcError('bad-file', `${path} is damaged: its header makes no sense; copy it again, or run "hagstone analyze" on the raw recording`)
  }
  if (fileSize < pageSize * bytes.readUInt32BE(AT.pageCount)) {
    throw new RpcError(
      'bad-file',
      `${path} is truncated: ${fileSize} bytes of ${pageSize * bytes.readUInt32BE(AT.pageCount)} are there; copy it again, or run "hagstone analyze" on the raw recording`,
    )
  }
  return { version, fileSize }
}

function readStart(path: string): { bytes: Buffer; fileSize: number; regular: boolean } {
  let file: number
  try {
    // A pipe with that name must not block the reader.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new RpcError('not-found', `${path} does not exist; check the path`)
    throw new RpcError('unable', `${path} cannot be opened (${code}); check its permissions`)
  }
  try {
    const status = fstatSync(file)
    const bytes = Buffer.alloc(SQLITE_HEADER_SIZE)
    const got = status.isFile() ? readSync(file, bytes, 0, SQLITE_HEADER_SIZE, 0) : 0
    return { bytes: bytes.subarray(0, got), fileSize: status.size, regular: status.isFile() }
  } finally {
    closeSync(file)
  }
}
