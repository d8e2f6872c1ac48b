/** host.*: what the windows ask about the machine and its files. */
import { constants, accessSync, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { DirectoryEntry, HostDescription, Parameters, RpcHandlers } from '../../shared/rpc/contract.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { examineMachine } from '../doctor/doctor.ts'
import { systemErrorCode } from '../failure.ts'
import { isRawRecording } from '../record/kept_recording.ts'
import { machineCaches } from '../record/machine_caches.ts'
import { assertDrawable, isValidationFile, readValidation } from '../validate/read_validation.ts'
import { hagstoneVersion } from '../version.ts'
import type { Desktop } from './desktop.ts'
import type { RecentRuns } from './recent_runs.ts'

/** A directory with more entries is shown cut; the windows say so by its last entry's absence, never by waiting. */
const mostEntries = 5000
const profileSuffix = '.hagstone'
/** Only files of this name are looked into when a directory is listed. */
const validationSuffix = '.json'
/** Raw recordings open like profiles: of ranks, and what a killed launcher left. */
const recordingSuffix = '-recording'

export interface HostSurroundings {
  kind: HostDescription['kind']
  launchRefusal: string | null
  openAtStart: string[]
  /** Two profiles that a window compares at once. */
  compareAtStart: { old: string; new: string } | null
  /** The app around the windows, where each window has files of its own at its start; absent: they are in browsers. */
  desktop?: Desktop
  recentRuns: RecentRuns
  /** Native dialog; resolves to null where there is none. */
  chooseFile(purpose: Parameters<'host.chooseFile'>['purpose'], client: number): Promise<string | null>
}

type HostMethods = 'host.describe' | 'host.recent' | 'host.forgetRecent' | 'host.listDirectory' | 'host.chooseFile' | 'host.doctor' | 'host.fileKind' | 'validation.read'

export function createHostHandlers(surroundings: HostSurroundings): Pick<RpcHandlers, HostMethods> {
  const { recentRuns } = surroundings
  return {
    async 'host.describe'(_parameters, { client }) {
      const files = surroundings.desktop?.filesAtStart(client) ?? { profiles: surroundings.openAtStart, comparison: surroundings.compareAtStart }
      return {
        kind: surroundings.kind,
        version: hagstoneVersion(),
        canLaunch: surroundings.launchRefusal === null,
        launchRefusal: surroundings.launchRefusal,
        openAtStart: files.profiles,
        compareAtStart: files.comparison,
        homeDirectory: homedir(),
        workingDirectory: process.cwd(),
        caches: machineCaches(),
      }
    },
    'host.recent': async () => recentRuns.list(),
    async 'host.forgetRecent'({ path }) {
      recentRuns.forget(path)
      surroundings.desktop?.recentRunsChanged(recentRuns.list())
      return null
    },
    'host.listDirectory': async ({ path }) => listDirectory(path),
    'host.chooseFile': ({ purpose }, { client }) => surroundings.chooseFile(purpose, client),
    'host.doctor': examineMachine,
    async 'host.fileKind'({ path }) {
      assertDrawable(resolve(path))
      return isValidationFile(resolve(path)) ? 'validation' : 'profile'
    },
    'validation.read': async ({ path }) => readValidation(resolve(path)),
  }
}

/** Entries in order of names, directories first. `~` is the home directory. Hidden entries are left out. */
export function listDirectory(asked: string): { path: string; parent: string | null; entries: DirectoryEntry[] } {
  const path = resolve(asked === '~' || asked.startsWith('~/') ? homedir() + asked.slice(1) : asked)
  try {
    const names = readdirSync(path, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.'))
    const entries = names
      .slice(0, mostEntries)
      .map((entry) => ({ name: entry.name, path: join(path, entry.name), kind: kindOf(join(path, entry.name)) }))
      .filter((entry): entry is DirectoryEntry => entry.kind !== null)
    entries.sort((a, b) => Number(b.kind === 'directory') - Number(a.kind === 'directory') || a.name.localeCompare(b.name, 'en'))
    return { path, parent: path === '/' ? null : dirname(path), entries }
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new RpcError('not-found', `${path} is no directory; choose another one.`)
    if (code === 'EACCES' || code === 'EPERM') throw new RpcError('refused', `${path} may not be read by this user; choose another directory.`)
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
