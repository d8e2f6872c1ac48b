/**
 * The system's memory limits and their effect on the exhaustive engine, whose shadow memory is terabytes of address space.
 */
import type { Obstacle } from '../machine/obstacle.ts'
import { textIfThere } from '../file_bytes.ts'
import { leftInControlGroups } from './control_group_memory.ts'

export interface MemoryLimits {
  /** The limits in force on address space, touched or not (setrlimit(2)) */
  ofProcess: ProcessLimit[]
  /** vm.overcommit_memory: 2 refuses address space that exceeds memory and swap (proc(5)) */
  overcommit: number
  /** Bytes still available to a program: of the machine, or of a control group if that has less; null: unknown */
  available: number | null
}

export interface ProcessLimit {
  /** Option of the shell's ulimit. */
  option: '-v' | '-d'
  bytes: number
  /** It can be raised by this user. */
  raisable: boolean
}

const strictAccounting = 2
const bytesPerKibibyte = 1024
/** RLIMIT_AS, and RLIMIT_DATA, which counts all private writable mappings since Linux 4.7. */
const limitNames: ReadonlyArray<[name: string, option: ProcessLimit['option']]> = [
  ['address space', '-v'],
  ['data size', '-d'],
]

export function readMemoryLimits(): MemoryLimits {
  return {
    ofProcess: processLimits(textIfThere('/proc/self/limits') ?? ''),
    overcommit: Number(textIfThere('/proc/sys/vm/overcommit_memory') ?? 0),
    available: availableMemory(),
  }
}

/** @param table as /proc/PID/limits has it */
export function processLimits(table: string): ProcessLimit[] {
  return limitNames.flatMap(([name, option]) => {
    const [, soft = 'unlimited', hard] = new RegExp(`^Max ${name}\\s+(\\S+)\\s+(\\S+)`, 'm').exec(table) ?? []
    return soft === 'unlimited' ? [] : [{ option, bytes: Number(soft), raisable: hard === 'unlimited' }]
  })
}

/** Null if the engine can have its address space. */
export function limitObstacle({ ofProcess, overcommit }: Pick<MemoryLimits, 'ofProcess' | 'overcommit'>): Obstacle | null {
  const [limit] = ofProcess
  if (limit !== undefined) {
    return {
      problem: `ulimit ${limit.option} is ${limit.bytes / bytesPerKibibyte} KiB here, and the shadow memory of the exhaustive engine takes terabytes of address space`,
      ...(limit.raisable
        ? { remedy: 'lift the limit', command: `ulimit ${limit.option} unlimited` }
        : { remedy: 'run as root or have the hard limit lifted (as in /etc/security/limits.conf)' }),
    }
  }
  if (overcommit === strictAccounting) {
    return {
      problem: 'vm.overcommit_memory is 2 here, which forbids the shadow memory of the exhaustive engine: terabytes of address space, most of it never touched',
      remedy: 'permit it',
      command: 'sudo sysctl vm.overcommit_memory=0',
    }
  }
  return null
}

function availableMemory(): number | null {
  const line = /^MemAvailable:\s+(\d+) kB/m.exec(textIfThere('/proc/meminfo') ?? '')
  const machine = line?.[1] === undefined ? [] : [Number(line[1]) * bytesPerKibibyte]
  const known = [...machine, ...leftInControlGroups()]
  return known.length === 0 ? null : Math.max(0, Math.min(...known))
}
