/**
 * Names of code compiled at run time, from the map that its runtime wrote for perf and the launcher kept in the
 * recording (jit-interface.txt of the kernel's tools/perf): lines "START SIZE NAME", numbers hexadecimal. Code may have
 * been replaced by other code at the same address. The map only has an order, so the last line wins.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { lowerBound } from '../../../shared/profile/columns/lower_bound.ts'
import { sizeText } from '../../../shared/names/size_text.ts'
import { messageOf, systemErrorCode } from '../../failure.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import type { Locations } from '../merged.ts'

const LARGEST_MAP = 64 << 20
const LONGEST_NAME = 4096
const NEWLINE = 0x0a

export interface GeneratedCode {
  /** By location. */
  names: Map<number, string>
  /** Sentences about maps that could not be used. */
  problems: string[]
}

/**
 * Names of all locations in no module for which a process left a map.
 * @param launchers directory of each process's launcher, where its map lies
 */
export function nameGeneratedCode(processes: RawProcess[], launchers: string[], locations: Locations): GeneratedCode {
  const result: GeneratedCode = { names: new Map(), problems: [] }
  const wanted = new Map<number, number[]>()
  for (let location = 0; location < locations.length; location++) {
    const process = locations.process[location]!
    if (locations.module[location]! >= 0 || process < 0) continue
    const used = wanted.get(process)
    if (used) used.push(location)
    else wanted.set(process, [location])
  }
  for (const [process, used] of wanted) {
    const path = join(launchers[process]!, `perf-${processes[process]!.header.processId}.map`)
    try {
      const map = readMap(path)
      if (map === null) continue
      const names = namesIn(
        map,
        Float64Array.from(used, (location) => locations.lookup[location]!),
      )
      used.forEach((location, i) => {
        if (names[i] !== null) result.names.set(location, names[i]!)
      })
    } catch (error) {
      result.problems.push(`${path} is not used (${systemErrorCode(error) ?? messageOf(error)}): code compiled at run time shows as addresses.`)
    }
  }
  return result
}

/** Null if there is none. @throws a file-system error, or an Error that says why the file is not read */
function readMap(path: string): Buffer | null {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
  try {
    const status = fstatSync(file)
    if (!status.isFile()) throw new Error('no regular file')
    if (status.size > LARGEST_MAP) throw new Error(`larger than ${sizeText(LARGEST_MAP)}`)
    const bytes = Buffer.alloc(status.size)
    let length = 0
    for (let got = -1; got !== 0 && length < bytes.length; length += got) got = readSync(file, bytes, length, bytes.length - length, length)
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}

/**
 * The name of each address in a map; null where no line covers it. Lines that make no sense are skipped. Linear in
 * lines and addresses, however lines overlap: the map is untrusted.
 */
export function namesIn(map: Buffer, addresses: Float64Array): Array<string | null> {
  const names: Array<string | null> = Array.from(addresses, () => null)
  const order = Array.from(addresses.keys()).sort((a, b) => addresses[a]! - addresses[b]!)
  const sorted = Float64Array.from(order, (row) => addresses[row]!)
  /** The next position at or after each that has no name yet. */
  const open = Int32Array.from({ length: sorted.length + 1 }, (_, position) => position)
  let unnamed = sorted.length
  // From the last line back, so that the first name assigned is final.
  for (let end = map.length; end > 0 && unnamed > 0;) {
    const start = map.lastIndexOf(NEWLINE, end - 1) + 1
    const line = readLine(map, start, end)
    end = start - 1
    if (line === null) continue
    for (let at = next(open, lowerBound(sorted, line.start)); at < sorted.length && sorted[at]! < line.end; at = next(open, at)) {
      names[order[at]!] = line.name
      open[at] = at + 1
      unnamed--
    }
  }
  return names
}

function readLine(map: Buffer, start: number, end: number): { start: number; end: number; name: string } | null {
  const text = map.toString('utf8', start, Math.min(end, start + LONGEST_NAME))
  const parts = /^(?:0x)?([0-9a-f]{1,16}) (?:0x)?([0-9a-f]{1,16}) +(\S.*?)\s*$/i.exec(text)
  if (!parts) return null
  const low = Number.parseInt(parts[1]!, 16)
  return { start: low, end: low + Number.parseInt(parts[2]!, 16), name: parts[3]! }
}

/** Follows `open`, halving the way. */
function next(open: Int32Array, position: number): number {
  let at = position
  while (open[at] !== at) {
    open[at] = open[open[at]!]!
    at = open[at]!
  }
  return at
}
