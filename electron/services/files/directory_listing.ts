/** The entries of a directory for the windows' own file dialog. */
import { constants, accessSync, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { RpcError, type Result } from '../../../shared/rpc/contract.ts'
import { type DirectoryEntry } from '../../../shared/rpc/host.ts'
import { systemErrorCode } from '../../failure.ts'
import { isRawRecording } from '../../record/finishing/kept_recording.ts'
import { isValidationFile } from '../../validate/read_validation.ts'

/** A list that is too long to read. */
const mostEntries = 5000
const profileSuffix = '.hagstone'
/** Only files with this name are opened when a directory is listed. */
const validationSuffix = '.json'
/** Raw recordings open like profiles: those of ranks, and leftovers of a killed launcher. */
const recordingSuffix = '-recording'

/**
 * Entries sorted by name, directories first. `~` is the home directory. Hidden entries are left out.
 * @param most entries; beyond that only the first by name are listed, with the number of the others
 */
export function listDirectory(asked: string, most = mostEntries): Result<'host.listDirectory'> {
  const path = resolve(asked === '~' || asked.startsWith('~/') ? homedir() + asked.slice(1) : asked)
  try {
    const names = readdirSync(path)
      .filter((name) => !name.startsWith('.'))
      .sort()
    const entries = names
      .slice(0, most)
      .map((name) => ({ name, path: join(path, name), kind: kindOf(join(path, name)) }))
      .filter((entry): entry is DirectoryEntry => entry.kind !== null)
    entries.sort((a, b) => Number(b.kind === 'directory') - Number(a.kind === 'directory') || a.name.localeCompare(b.name, 'en'))
    return { path, parent: path === '/' ? null : dirname(path), entries, leftOut: Math.max(0, names.length - most) }
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new RpcError('not-found', `${path} is no directory; choose another one.`)
    if (code === 'EACCES' || code === 'EPERM') throw new RpcError('refused', `${path} is not readable by this user; choose another directory.`)
    throw error
  }
}

/** Null for entries that vanished or lead nowhere. */
function kindOf(path: string): DirectoryEntry['kind'] | null {
  try {
    const status = statSync(path)
    if (status.isDirectory()) return path.endsWith(recordingSuffix) && isRawRecording(path) ? 'profile' : 'directory'
    if (!status.isFile()) return null
    if (path.endsWith(profileSuffix)) return 'profile'
    if (path.endsWith(validationSuffix) && isValidationFile(path)) return 'validation'
    accessSync(path, constants.X_OK)
    return 'program'
  } catch (error) {
    return systemErrorCode(error) === 'EACCES' ? 'file' : null
  }
}
