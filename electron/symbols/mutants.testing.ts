/**
 * Runs the symboliser over damaged copies of an ELF file; a separate program, so that a crash ends only it.
 *
 *   node mutants.testing.ts FILE MUTANT SEED COUNT → { refused, opened, lookups, frames, loops, jumps, typed }
 *
 * Each copy is written to MUTANT; after a crash it contains the copy that caused it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { SeededRandom } from '../../shared/metrics/statistics/random.ts'
import { loadSymbolsAddon } from './symbols_addon.ts'

interface Place {
  readonly start: number
  readonly size: number
}

interface Section extends Place {
  readonly address: number
  readonly executable: boolean
}

function sectionsOf(file: Buffer): Section[] {
  const sections: Section[] = []
  const table = Number(file.readBigUInt64LE(0x28))
  for (let number = 1; number < file.readUInt16LE(0x3c); number += 1) {
    const header = table + number * 64
    const isEmptyInFile = file.readUInt32LE(header + 4) === 8
    sections.push({
      start: Number(file.readBigUInt64LE(header + 0x18)),
      size: isEmptyInFile ? 0 : Number(file.readBigUInt64LE(header + 0x20)),
      address: Number(file.readBigUInt64LE(header + 0x10)),
      executable: (Number(file.readBigUInt64LE(header + 8)) & 4) !== 0,
    })
  }
  return sections
}

/** Where damage does most: header, program headers, section headers and each section, with equal chance. */
function placesOf(file: Buffer): Place[] {
  return [
    { start: 0, size: 64 },
    { start: 64, size: file.readUInt16LE(0x38) * 56 },
    { start: Number(file.readBigUInt64LE(0x28)), size: file.readUInt16LE(0x3c) * 64 },
    ...sectionsOf(file).filter((section) => section.size > 0),
  ]
}

function mutate(original: Buffer, random: SeededRandom): Buffer {
  if (random.nextBelow(10) === 0) return original.subarray(0, random.nextBelow(original.length))
  const copy = Buffer.from(original)
  const places = placesOf(original)
  const { start, size } = places[random.nextBelow(places.length)]!
  for (let left = 1 + random.nextBelow(8); left > 0; left -= 1) {
    const position = start + random.nextBelow(size)
    const interesting = [0, 0xff, 0x7f, 0x80, random.nextBelow(256), copy[position]! ^ (1 << random.nextBelow(8))]
    copy[position] = interesting[random.nextBelow(interesting.length)]!
  }
  return copy
}

const [file = '', mutantPath = '', seed = '', count = ''] = process.argv.slice(2)
const original = readFileSync(file)
const addon = loadSymbolsAddon()
const code = sectionsOf(original).filter((section) => section.executable)
const random = new SeededRandom(Number(seed))
const summary = { refused: 0, opened: 0, lookups: 0, frames: 0, loops: 0, jumps: 0, typed: 0 }
for (let number = 0; number < Number(count); number += 1) {
  writeFileSync(mutantPath, mutate(original, random))
  let module
  try {
    module = addon.openModule(mutantPath, { debugDirectories: [] })
  } catch (error) {
    if (!(error instanceof Error) || error.message.includes('\n')) throw error
    summary.refused += 1
    continue
  }
  summary.opened += 1
  module.buildIndex()
  const addresses = Float64Array.from({ length: 64 }, () => {
    const section = code[random.nextBelow(code.length)]!
    return section.address + random.nextBelow(section.size)
  })
  summary.frames += module.lookup(addresses).line.length
  summary.lookups += addresses.length
  summary.loops += module.loops(addresses).line.length
  for (const entry of module.functionEntries(addresses)) {
    if (entry < 0) continue
    summary.jumps += module.tailJumps(entry).jump.length
    if (!module.mayBePointedTo(entry)) module.jumpedToFrom(entry)
  }
  module.callTargets(addresses)
  module.indirectCalls(addresses)
  module.exportedCode('main')
  module.dataSymbols(addresses[0]!, addresses[0]! + 64)
  for (const address of addresses.subarray(0, 8)) {
    const range = module.functionAt(address)
    if (range !== null) module.disassemble(range.low, Math.min(range.high, range.low + 256), 'att')
  }
  module.codeAt(addresses[0]!, 64)
  for (const address of addresses.subarray(0, 16)) {
    module.staticVariable(address, addresses[1]!)
    for (const { type, part } of module.variables(address)) {
      for (let place = module.typedPlace(type, part), depth = 0; depth < 8; depth += 1) {
        summary.typed += 1
        const target = module.pointee(place.type)
        if (target === null) break
        place = module.typedPlace(target.type, depth * 8)
      }
    }
  }
  if (module.warnings.some((warning) => warning.includes('\n'))) throw new Error('a warning of several lines')
  module.close()
}
console.log(JSON.stringify(summary))
