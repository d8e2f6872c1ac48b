/** What the system's limits on memory mean for the exhaustive engine, whose shadow memory is terabytes of address space. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemErrorCode } from '../../failure.ts'
import type { Obstacle } from '../perf_obstacles.ts'

export interface MemoryLimits {
  /** RLIMIT_AS in bytes (`ulimit -v`); null: unlimited */
  addressSpace: number | null
  /** It can be raised by this user. */
  addressSpaceRaisable: boolean
  /** vm.overcommit_memory: 2 refuses address space that memory and swap could not hold (proc(5)) */
  overcommit: number
  /** Bytes that a program can still get: of the machine, or of the control group where that is less; null: not known */
  available: number | null
}

const strictAccounting = 2
const bytesPerKibibyte = 1024

export function readMemoryLimits(): MemoryLimits {
  const limit = /^Max address space\s+(\S+)\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))
  const soft = limit?.[1] ?? 'unlimited'
  return {
    addressSpace: soft === 'unlimited' ? null : Number(soft),
    addressSpaceRaisable: limit?.[2] === 'unlimited',
    overcommit: Number(textOf('/proc/sys/vm/overcommit_memory') ?? 0),
    available: availableMemory(),
  }
}

/** Null if the engine can have its address space. */
export function limitObstacle({ addressSpace, addressSpaceRaisable, overcommit }: MemoryLimits): Obstacle | null {
  if (addressSpace !== null) {
    return {
      problem: `ulimit -v is ${addressSpace / bytesPerKibibyte} KiB here, and the shadow memory of the exhaustive engine takes terabytes of address space`,
      remedy: addressSpaceRaisable ? 'run ulimit -v unlimited' : 'run as root or have the hard limit lifted (as in /etc/security/limits.conf)',
    }
  }
  if (overcommit === strictAccounting) {
    return {
      problem: 'vm.overcommit_memory is 2 here, which forbids the shadow memory of the exhaustive engine: terabytes of address space, most of it never touched',
      remedy: 'run sudo sysctl vm.overcommit_memory=0',
    }
  }
  return null
}

function availableMemory(): number | null {
  const line = /^MemAvailable:\s+(\d+) kB/m.exec(textOf('/proc/meminfo') ?? '')
  const machine = line?.[1] === undefined ? [] : [Number(line[1]) * bytesPerKibibyte]
  const known = [...machine, ...controlGroups().flatMap(leftInControlGroup)]
  return known.length === 0 ? null : Math.max(0, Math.min(...known))
}

/** Directories of this process's control group and those around it (cgroups(7), version 2). */
function controlGroups(): string[] {
  const path = /^0::(\/.*)$/m.exec(textOf('/proc/self/cgroup') ?? '')?.[1]
  if (path === undefined) return []
  const names = path.split('/').filter((name) => name !== '' && name !== '..')
  return Array.from({ length: names.length + 1 }, (_, depth) => join('/sys/fs/cgroup', ...names.slice(0, depth)))
}

function leftInControlGroup(directory: string): number[] {
  const most = Number(textOf(join(directory, 'memory.max')) ?? Number.NaN)
  const used = Number(textOf(join(directory, 'memory.current')) ?? Number.NaN)
  return Number.isFinite(most) && Number.isFinite(used) ? [most - used] : []
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
}
