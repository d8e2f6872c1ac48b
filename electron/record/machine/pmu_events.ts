/**
 * Converts PMU events from perf's names into the content of HAGSTONE_EVENTS. Formats and listed events are read from
 * sysfs (Documentation/ABI/testing/sysfs-bus-event_source-devices-{events,format} of the kernel).
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, exitStatus } from '../../failure.ts'

const devices = '/sys/bus/event_source/devices'
/** PERF_TYPE_RAW of perf_event_open(2). */
const rawType = 4
const words = ['config', 'config1', 'config2'] as const
type Config = Record<(typeof words)[number], bigint>

/**
 * @param list comma-separated: `mem-stores`, `cpu/event=0xd0,umask=0x82/` or `r82d0`; a prefix `loads=`, `stores=` or
 * `all=` describes it, otherwise its name does
 * @param directory of the PMUs; for tests
 * @returns `kind:type:config:config1:config2`, one for every PMU that has the event
 * Throws Failure 125 for events that this machine lacks.
 */
export function resolveEvents(list: string, directory: string = devices): string[] {
  return list.split(/,(?![^/]*\/(?:,|$))/).flatMap((text) => resolve(text, directory))
}

function resolve(text: string, directory: string): string[] {
  const [, kind, event = ''] = /^(?:(loads|stores|all)=)?(.*)$/s.exec(text) ?? []
  const counted = kind ?? (/load/.test(event) ? 'loads' : /store/.test(event) ? 'stores' : 'all')
  const raw = /^r([0-9a-f]{1,16})$/i.exec(event)
  if (raw !== null) return [format(counted, rawType, { config: BigInt(`0x${raw[1]}`), config1: 0n, config2: 0n })]
  const [, pmu, terms] = /^([\w.-]+)\/(.*)\/$/.exec(event) ?? []
  if (pmu !== undefined && terms !== undefined) {
    if (readText(join(directory, pmu, 'type')) === null) throw refusal(text, `there is no PMU ${pmu} here, only ${pmusOf(directory).join(', ') || 'none'}`)
    return [format(counted, typeOf(directory, pmu), configOf(text, directory, pmu, terms))]
  }
  const found = /^[\w.-]+$/.test(event) ? pmusOf(directory).filter((name) => readText(join(directory, name, 'events', event)) !== null) : []
  if (found.length === 0) throw refusal(text, 'no PMU of this machine lists such an event')
  return found.map((name) => format(counted, typeOf(directory, name), configOf(text, directory, name, readText(join(directory, name, 'events', event)) ?? '')))
}

function refusal(text: string, why: string): Failure {
  return new Failure(exitStatus.recordFailure, `--event ${text}: ${why}; ls ${devices}/*/events shows what there is.`)
}

function format(kind: string, type: number, config: Config): string {
  return [kind, type.toString(16), ...words.map((word) => config[word].toString(16))].join(':')
}

function pmusOf(directory: string): string[] {
  try {
    return readdirSync(directory).toSorted()
  } catch {
    return []
  }
}

function typeOf(directory: string, pmu: string): number {
  return Number(readText(join(directory, pmu, 'type')))
}

function configOf(text: string, directory: string, pmu: string, terms: string): Config {
  const config: Config = { config: 0n, config1: 0n, config2: 0n }
  for (const term of terms.split(',')) {
    const [, name = '', digits = '1'] = /^([\w.-]+)(?:=(0x[0-9a-f]+|\d+))?$/i.exec(term) ?? []
    const place = /^(config[12]?):([\d,-]+)$/.exec(readText(join(directory, pmu, 'format', name)) ?? '')
    const word = words.find((known) => known === place?.[1])
    if (name === '' || word === undefined) throw refusal(text, `the PMU ${pmu} has no term ${term}`)
    const placed = placeBits(place?.[2] ?? '', BigInt(digits))
    if (placed === null) throw refusal(text, `the value of ${term} is too large`)
    config[word] |= placed
  }
  return config
}

/** The bits of `value`, lowest first, spread over ranges such as "0-7,32-35"; null if they do not fit. */
function placeBits(ranges: string, value: bigint): bigint | null {
  let rest = value
  let placed = 0n
  for (const range of ranges.split(',')) {
    const [first = 0, last = first] = range.split('-').map(Number)
    for (let bit = first; bit <= last; bit++, rest >>= 1n) placed |= (rest & 1n) << BigInt(bit)
  }
  return rest === 0n ? placed : null
}

/** Null where there is no such file. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
