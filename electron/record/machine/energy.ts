/**
 * Energy of the machine from the kernel's power capping interface (Documentation/power/powercap), as in REDSPY's Table
 * 5.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const powercap = '/sys/class/powercap'
/** Microjoules; a counter wraps to 0 after `range`. */
interface EnergyCounter {
  zone: string
  energy: number
  range: number
}
export interface EnergyReading {
  at: Date
  counters: EnergyCounter[]
}

/** More than any processor package takes, in watts: at this power a counter must not have wrapped twice. */
const MOST_POWER = 1000

/**
 * Counters of all processor packages and their memory; null if the kernel has none, or lets only root read them.
 * @param directory for tests
 */
export function readEnergy(at: Date, directory: string = powercap): EnergyReading | null {
  const counters = zones(directory).flatMap((zone) => readCounter(join(directory, zone), zone) ?? [])
  return counters.some(({ zone }) => !zone.slice(zone.indexOf(':') + 1).includes(':')) ? { at, counters } : null
}

/** Joules between two readings; null if one is missing, they differ, or a counter may have wrapped more than once. */
export function joulesBetween(start: EnergyReading | null, end: EnergyReading | null): number | null {
  if (!start || !end || start.counters.length !== end.counters.length) return null
  const seconds = (end.at.getTime() - start.at.getTime()) / 1000
  let microjoules = 0
  for (const { zone, energy, range } of start.counters) {
    const later = end.counters.find((counter) => counter.zone === zone)
    if (!later || seconds * MOST_POWER * 1e6 > range) return null
    microjoules += later.energy >= energy ? later.energy - energy : later.energy + range - energy
  }
  return microjoules / 1e6
}

/** intel-rapl:0 is a package (AMD's too), intel-rapl:0:1 a part of it. */
function zones(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => /^intel-rapl(?::\d+){1,2}$/.test(name))
  } catch {
    return []
  }
}

/** Null for parts that their package also counts, and for unreadable ones. */
function readCounter(directory: string, zone: string): EnergyCounter | null {
  try {
    const field = (name: string): string => readFileSync(join(directory, name), 'utf8').trim()
    if (!/^(?:package-\d+|dram)/.test(field('name'))) return null
    const [energy, range] = [Number(field('energy_uj')), Number(field('max_energy_range_uj'))]
    return energy >= 0 && range > 0 ? { zone, energy, range } : null
  } catch {
    return null
  }
}
