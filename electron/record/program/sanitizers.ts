/** Parts of a program that conflict with a sampler: sanitizers (gcc and clang, -fsanitize=). */
import { closeSync, openSync } from 'node:fs'
import { basename } from 'node:path'
import { readAt } from '../file_bytes.ts'
import { readSegments, segmentType } from './elf_segments.ts'

export interface Sanitizers {
  /** Library that must be loaded before all others, as the program names it; null if there is none. */
  runtime: string | null
  /** LeakSanitizer runs when the program ends, and gives up in a traced process. */
  findsLeaks: boolean
  /** The sanitizer that keeps Valgrind from running the program, by its compiler name; null if there is none. */
  refusesValgrind: string | null
}

/** Size of an entry of the dynamic section, 64-bit, and kinds of entries (System V ABI, chapter 5). */
const entrySize = 16
const largestSection = 64 << 20
const tag = { needed: 1, stringTable: 5, stringSize: 10 }

const comesFirst = /^(?:lib(?:hw)?asan\.so|libclang_rt\.(?:hw)?asan)/
const bringsLeakSanitizer = /^(?:lib(?:l|a)san\.so|libclang_rt\.asan)/
/** They arrange the address space, or trace the process, as Valgrind does. */
const refusingValgrind: Array<{ name: string; library: RegExp; symbol: string }> = [
  ['address', 'asan'],
  ['hwaddress', 'hwasan'],
  ['thread', 'tsan'],
  ['memory', 'msan'],
  ['leak', 'lsan'],
].map(([name, short]) => ({ name: name!, library: new RegExp(`^lib(?:clang_rt\\.)?${short}[.-]`), symbol: `__${short}_init` }))
const leakSanitizer = Buffer.from('\0__lsan_do_leak_check\0')

/** Every offset is untrusted: nothing is read outside the file. Throws the system's error when unreadable. */
export function sanitizersOf(executable: string, environment: Record<string, string>): Sanitizers {
  const names = dynamicNames(executable)
  const runtime = names?.needed.find((name) => comesFirst.test(name)) ?? null
  const built = names !== null && (names.needed.some((name) => bringsLeakSanitizer.test(name)) || names.table.includes(leakSanitizer))
  const switchedOff = ['ASAN_OPTIONS', 'LSAN_OPTIONS'].some((name) => environment[name]?.includes('detect_leaks=0') === true)
  const refusing =
    names === null
      ? undefined
      : refusingValgrind.find(({ library, symbol }) => names.needed.some((needed) => library.test(needed)) || names.table.includes(`\0${symbol}\0`))
  return { runtime, findsLeaks: built && !switchedOff, refusesValgrind: refusing?.name ?? null }
}

/** Inserts `library` into a list of LD_PRELOAD, after those that must come first. */
export function preloadedWith(library: string, list: string, runtime: string | null): string {
  const entries = list.split(/[: ]+/).filter((entry) => entry !== '')
  const first = entries.findIndex((entry) => !comesFirst.test(basename(entry)))
  const leading = first < 0 ? entries : entries.slice(0, first)
  const there = runtime === null || leading.some((entry) => basename(entry) === basename(runtime))
  return [...(there ? [] : [runtime]), ...leading, library, ...entries.slice(leading.length)].join(':')
}

function dynamicNames(path: string): { needed: string[]; table: Buffer } | null {
  const descriptor = openSync(path, 'r')
  try {
    const segments = readSegments(descriptor)
    const dynamic = segments?.find(({ type }) => type === segmentType.dynamic)
    if (dynamic === undefined) return null
    const entries = entriesOf(readAt(descriptor, dynamic.offset, Math.min(dynamic.bytesInFile, largestSection)))
    const valueOf = (wanted: number): number | undefined => entries.find((entry) => entry.tag === wanted)?.value
    const address = valueOf(tag.stringTable)
    const within = segments?.find(
      ({ type, address: start, bytesInFile }) => type === segmentType.load && address !== undefined && address >= start && address < start + bytesInFile,
    )
    if (address === undefined || within === undefined) return null
    const table = readAt(descriptor, within.offset + address - within.address, Math.min(valueOf(tag.stringSize) ?? 0, largestSection))
    const textAt = (offset: number): string => {
      const end = table.indexOf(0, offset)
      return offset >= table.length || end < 0 ? '' : table.toString('latin1', offset, end)
    }
    return { needed: entries.filter((entry) => entry.tag === tag.needed).map(({ value }) => textAt(value)), table }
  } finally {
    closeSync(descriptor)
  }
}

/** Up to the null entry. */
function entriesOf(section: Buffer): Array<{ tag: number; value: number }> {
  const entries = Array.from({ length: Math.floor(section.length / entrySize) }, (_, index) => ({
    tag: Number(section.readBigUInt64LE(index * entrySize)),
    value: Number(section.readBigUInt64LE(index * entrySize + 8)),
  }))
  const end = entries.findIndex((entry) => entry.tag === 0)
  return end < 0 ? entries : entries.slice(0, end)
}
