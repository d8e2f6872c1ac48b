/** Checks of the operating system: version, permissions, disk space, debug files. */
import { existsSync, readFileSync, readdirSync, statfsSync } from 'node:fs'
import { release, tmpdir } from 'node:os'
import { sizeText } from '../../shared/names/size_text.ts'
import type { DoctorCheck } from '../../shared/rpc/host.ts'
import { workingDirectory } from '../directories.ts'
import { platformObstacle } from '../platform.ts'

const debugFileDirectory = '/usr/lib/debug'

/** Bytes that a recording of some minutes needs. */
const LEAST_FREE = 2 ** 30

/** Checks of the operating system and its limits, without opening any event. */
export function systemChecks(): DoctorCheck[] {
  if (platformObstacle() !== null) return [platform()]
  return [platform(), kernel(), libraryC(), ptraceScope(), debugFiles(), spaceHere(), diskSpace(tmpdir(), 'disk-temporary', 'Disk space for temporary files')]
}

function kernel(): DoctorCheck {
  const version = release()
  const check = { id: 'kernel', title: 'Kernel' }
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  if (major > 5 || (major === 5 && minor >= 13)) return { ...check, status: 'works', detail: `Linux ${version}.`, remedy: null }
  return {
    ...check,
    status: 'limited',
    detail: `Linux ${version} has no synchronous perf signals (5.13 and newer); watchpoints are reported by O_ASYNC.`,
    remedy: 'update the kernel to 5.13 or newer',
  }
}

function platform(): DoctorCheck {
  const check = { id: 'platform', title: 'Platform' }
  const obstacle = platformObstacle()
  if (obstacle === null) return { ...check, status: 'works', detail: 'x86-64 Linux.', remedy: null }
  return { ...check, status: 'fails', detail: `${obstacle}.`, remedy: 'record on x86-64 Linux' }
}

function libraryC(): DoctorCheck {
  const check = { id: 'libc', title: 'C library' }
  const report: unknown = process.report.getReport()
  const header = typeof report === 'object' && report !== null && 'header' in report ? report.header : null
  const version = typeof header === 'object' && header !== null && 'glibcVersionRuntime' in header ? String(header.glibcVersionRuntime) : null
  if (version !== null) return { ...check, status: 'works', detail: `glibc ${version}.`, remedy: null }
  return { ...check, status: 'fails', detail: 'Not glibc: the sampler cannot be preloaded.', remedy: 'record on a distribution with glibc' }
}

/** Yama (kernel documentation, admin-guide/LSM/Yama): 1 and above let only root attach to running processes. */
function ptraceScope(): DoctorCheck {
  const check = { id: 'ptrace-scope', title: 'kernel.yama.ptrace_scope' }
  const path = '/proc/sys/kernel/yama/ptrace_scope'
  if (!existsSync(path)) return { ...check, status: 'works', detail: 'Yama is not active: record --pid may attach to own processes.', remedy: null }
  const scope = Number(readFileSync(path, 'utf8'))
  if (scope === 0 || (scope < 3 && process.geteuid?.() === 0))
    return { ...check, status: 'works', detail: `${scope}: record --pid may attach to own processes.`, remedy: null }
  const detail = `${scope}: ${scope < 3 ? 'only root may attach' : 'no user may attach'} to running processes (record --pid); programs started by record need nothing.`
  return {
    ...check,
    status: 'limited',
    detail,
    ...(scope < 3
      ? { remedy: 'permit it', command: 'sudo sysctl kernel.yama.ptrace_scope=0' }
      : { remedy: 'set kernel.yama.ptrace_scope=0 in /etc/sysctl.d and restart the machine' }),
  }
}

function debugFiles(): DoctorCheck {
  const check = { id: 'debug-files', title: 'Separate debug information' }
  const byBuildId = `${debugFileDirectory}/.build-id`
  const count = existsSync(byBuildId) ? readdirSync(byBuildId).length : 0
  if (count > 0) return { ...check, status: 'works', detail: `${byBuildId} is there.`, remedy: null }
  return {
    ...check,
    status: 'limited',
    detail: `None in ${debugFileDirectory}: functions of the system's libraries have names only where these are exported, and no lines.`,
    remedy: 'install the -dbgsym or -debuginfo packages of the libraries in question',
  }
}

function spaceHere(): DoctorCheck {
  const [id, title] = ['disk-here', 'Disk space here'] as const
  const here = workingDirectory()
  if (here !== null) return diskSpace(here, id, title)
  return {
    id,
    title,
    status: 'fails',
    detail: 'The current directory was deleted, so that nothing can be recorded in it.',
    remedy: 'change to another directory (cd)',
  }
}

function diskSpace(directory: string, id: string, title: string): DoctorCheck {
  const status = statfsSync(directory)
  const free = status.bavail * status.bsize
  const detail = `${sizeText(free)} free in ${directory}.`
  if (free >= LEAST_FREE) return { id, title, status: 'works', detail, remedy: null }
  return { id, title, status: 'limited', detail: `${detail} A long recording may end early.`, remedy: 'free space, or record where there is more' }
}
