/**
 * Adverse conditions for runs: little memory, a small disk, a clock that jumps. Each needs something of the machine and
 * reports if it is missing.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemErrorCode } from '../../electron/failure.ts'

/** The basis of a condition, or why it is not available here. */
export type Available<Kind> = { had: Kind } | { missing: string }

export interface MemoryLimit {
  /** A command that runs with so much memory, page cache included; the kernel kills what needs more. */
  limited(name: string, bytes: number, command: string[]): string[]
  release(name: string): Promise<void>
}

/** Memory of control groups, of either version. */
export function memoryLimit(): Available<MemoryLimit> {
  const [parent, limitFile] = existsSync('/sys/fs/cgroup/cgroup.controllers')
    ? ['/sys/fs/cgroup', 'memory.max']
    : ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes']
  const groupOf = (name: string): string => join(parent, `hagstone-${process.pid}-${name}`)
  try {
    mkdirSync(groupOf('probe'))
  } catch (error) {
    return { missing: `no control group can be made in ${parent} (${systemErrorCode(error) ?? String(error)}): run as root` }
  }
  const controlled = existsSync(join(groupOf('probe'), limitFile))
  rmdirSync(groupOf('probe'))
  if (!controlled) return { missing: `control groups of ${parent} have no ${limitFile}: enable the memory controller there` }
  return {
    had: {
      limited(name, bytes, command) {
        mkdirSync(groupOf(name))
        writeFileSync(join(groupOf(name), limitFile), String(bytes))
        return ['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', groupOf(name), ...command]
      },
      async release(name) {
        // A group stays busy for a moment after its last process.
        for (let attempt = 0; ; attempt++) {
          try {
            return rmdirSync(groupOf(name))
          } catch (error) {
            if (systemErrorCode(error) !== 'EBUSY' || attempt === 100) throw error
            await sleep(50)
          }
        }
      },
    },
  }
}

export interface SmallDisk {
  /** A command that has a disk of this size at `directory`, for itself alone; it goes away with its last process. */
  on(directory: string, bytes: number, command: string[]): string[]
}

/** A file system in memory, in a mount namespace of its own. */
export function smallDisk(directory: string): Available<SmallDisk> {
  const unshare = ['unshare', '--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]
  const on: SmallDisk['on'] = (place, bytes, command) => [
    ...unshare,
    'sh',
    '-c',
    'mount -t tmpfs -o size="$1" tmpfs "$0" && shift && exec "$@"',
    place,
    String(bytes),
    ...command,
  ]
  const [program = '', ...rest] = on(directory, 65_536, ['true'])
  try {
    execFileSync(program, rest, { stdio: 'ignore' })
    return { had: { on } }
  } catch {
    return { missing: 'no file system can be mounted in a namespace: run as root, or allow user namespaces' }
  }
}

export interface JumpingClock {
  environment: Record<string, string>
  /** Sets the time of day of all that run with the environment, in seconds from now; clocks that only rise stay. */
  jump(seconds: number): void
}

/** libfaketime, of Debian's package `faketime`; the machine's own time does not change. */
export function jumpingClock(file: string): Available<JumpingClock> {
  let library: string
  try {
    const set = /^LD_PRELOAD=(.+)$/m.exec(execFileSync('faketime', ['now', 'env'], { encoding: 'utf8' }))
    if (set === null) return { missing: 'faketime sets no LD_PRELOAD' }
    library = set[1]!
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
    return { missing: 'faketime is not installed: apt install faketime' }
  }
  const jump: JumpingClock['jump'] = (seconds) => writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`)
  jump(0)
  return {
    had: {
      environment: { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', FAKETIME_DONT_RESET: '1' },
      jump,
    },
  }
}

/** Bytes of memory that a process has resident. */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
}
