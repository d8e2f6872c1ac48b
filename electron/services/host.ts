/** host.*: the windows' questions about the machine and its files. */
import { homedir } from 'node:os'
import type { Parameters, RpcHandlers } from '../../shared/rpc/contract.ts'
import type { HostDescription } from '../../shared/rpc/host.ts'
import { workingDirectory } from '../directories.ts'
import { examineMachine } from '../doctor/doctor.ts'
import { KeptReport } from '../doctor/kept_report.ts'
import { machineCaches } from '../record/machine/machine_caches.ts'
import { hagstoneVersion } from '../version.ts'
import type { Desktop } from './desktop.ts'
import type { FileThread } from './files/file_thread.ts'
import type { RecentRuns } from './recent_runs.ts'

export interface HostSurroundings {
  kind: HostDescription['kind']
  launchRefusal: string | null
  openAtStart: string[]
  /** Two profiles that a window compares at once. */
  compareAtStart: { old: string; new: string } | null
  /** The app around the windows, if it gives each window its own files at its start; absent: browsers. */
  desktop?: Desktop
  recentRuns: RecentRuns
  files: FileThread
  /** Native dialog; resolves to null if there is none. */
  chooseFile(purpose: Parameters<'host.chooseFile'>['purpose'], client: number): Promise<string | null>
}

type HostMethods =
  | 'host.describe'
  | 'host.recent'
  | 'host.forgetRecent'
  | 'host.forgetGone'
  | 'host.labelRecent'
  | 'host.listDirectory'
  | 'host.chooseFile'
  | 'host.doctor'
  | 'host.fileKind'
  | 'validation.read'

export function createHostHandlers(surroundings: HostSurroundings): Pick<RpcHandlers, HostMethods> {
  const { files, recentRuns } = surroundings
  const doctor = new KeptReport(examineMachine)
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
        workingDirectory: workingDirectory() ?? homedir(),
        caches: machineCaches(),
      }
    },
    'host.recent': async () => recentRuns.list(),
    async 'host.forgetRecent'({ path }) {
      recentRuns.forget(path)
      surroundings.desktop?.recentRunsChanged(recentRuns.list())
      return null
    },
    async 'host.forgetGone'() {
      const forgotten = recentRuns.forgetGone()
      surroundings.desktop?.recentRunsChanged(recentRuns.list())
      return forgotten
    },
    async 'host.labelRecent'({ path, label }) {
      recentRuns.label(path, label)
      surroundings.desktop?.recentRunsChanged(recentRuns.list())
      return null
    },
    'host.listDirectory': (asked, { signal }) => files.call('host.listDirectory', asked, signal),
    'host.chooseFile': ({ purpose }, { client }) => surroundings.chooseFile(purpose, client),
    'host.doctor': (_parameters, { client }) => doctor.for(client),
    'host.fileKind': (asked, { signal }) => files.call('host.fileKind', asked, signal),
    'validation.read': (asked, { signal }) => files.call('validation.read', asked, signal),
  }
}
