/** The data caches of this machine's processor, from sysfs. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { MachineCache } from '../../../shared/machine.ts'

const firstProcessor = '/sys/devices/system/cpu/cpu0/cache'
const unitBytes: Record<string, number> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 }

/**
 * Data and unified caches of the first processor, smallest first; empty if the kernel does not list them (some virtual
 * machines). On hybrid processors the first one is a performance core.
 * @param directory for tests; sysfs-devices-system-cpu of the kernel's ABI documentation describes it
 */
export function machineCaches(directory: string = firstProcessor): MachineCache[] {
  return indices(directory)
    .map((name) => readCache(join(directory, name)))
    .filter((cache): cache is MachineCache => cache !== null)
    .sort((a, b) => a.bytes - b.bytes)
}

function indices(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => /^index\d+$/.test(name))
  } catch {
    return []
  }
}

/** Null for instruction caches and for caches without a readable size. */
function readCache(directory: string): MachineCache | null {
  try {
    const field = (name: string): string => readFileSync(join(directory, name), 'utf8').trim()
    if (field('type') === 'Instruction') return null
    const size = /^(\d+)([KMG]?)$/.exec(field('size'))
    const level = Number(field('level'))
    const bytes = Number(size?.[1]) * (unitBytes[size?.[2] ?? ''] ?? Number.NaN)
    return bytes > 0 && level > 0 ? { level, bytes } : null
  } catch {
    return null
  }
}
