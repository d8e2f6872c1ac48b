/** Loops around code locations, collected module by module. */
import { counted } from '../../../shared/names/counted.ts'
import { growingFloat64, growingInt32 } from '../../../shared/profile/columns/growing_column.ts'
import type { Counter } from '../../../shared/profile/profile.ts'
import type { LoopStatistics } from '../../symbols/symbols_addon.ts'
import type { Locations } from '../merged.ts'
import type { SymbolModule } from './symbol_source.ts'

/** Loops of location i are count[i] rows from first[i], outermost first. */
export interface LocationLoops {
  first: Int32Array
  count: Int32Array
  /** The location's frame that the loop belongs to, 0 being the outermost; never less than in the row before. */
  frame: Int32Array
  /** Into the profile's files; −1 if unknown. */
  file: Int32Array
  /** 1-based; −1 if unknown. */
  line: Int32Array
  /** ELF virtual address of the loop's header. */
  header: Float64Array
}

export class LoopCollector {
  readonly #first: Int32Array
  readonly #count: Int32Array
  readonly #columns = { frame: growingInt32(), file: growingInt32(), line: growingInt32(), header: growingFloat64() }
  readonly #file: (path: string) => number
  readonly #statistics = { functions: 0, loops: 0, irreducibleRegions: 0, unresolvedJumps: 0, tooLarge: 0 }

  /** @param file row of a path in the profile's files */
  constructor(locationCount: number, file: (path: string) => number) {
    this.#first = new Int32Array(locationCount)
    this.#count = new Int32Array(locationCount)
    this.#file = file
  }

  /** @param used locations in the module */
  lookUp(locations: Locations, used: number[], module: SymbolModule): void {
    const found = module.loops(Float64Array.from(used, (location) => locations.lookup[location]!))
    used.forEach((location, i) => {
      this.#first[location] = this.#columns.line.length
      this.#count[location] = found.loopStart[i + 1]! - found.loopStart[i]!
      for (let loop = found.loopStart[i]!; loop < found.loopStart[i + 1]!; loop++) {
        const path = found.strings[found.file[loop]!] ?? ''
        const known = path !== '' && found.line[loop]! > 0
        this.#columns.frame.push(found.frame[loop]!)
        this.#columns.file.push(known ? this.#file(path) : -1)
        this.#columns.line.push(known ? found.line[loop]! : -1)
        this.#columns.header.push(found.header[loop]!)
      }
    })
    const { loopStatistics } = module
    for (const name of Object.keys(this.#statistics) as Array<keyof LoopStatistics>) this.#statistics[name] += loopStatistics[name]
  }

  finish(): { loops: LocationLoops; statistics: LoopStatistics } {
    const { frame, file, line, header } = this.#columns
    const loops = { first: this.#first, count: this.#count, frame: frame.finish(), file: file.finish(), line: line.finish(), header: header.finish() }
    return { loops, statistics: this.#statistics }
  }
}

export function loopCounters(statistics: LoopStatistics): Counter[] {
  return [
    { name: 'loop_functions', value: statistics.functions, description: 'functions whose control flow was analysed for loops' },
    { name: 'loops', value: statistics.loops, description: 'natural loops found in them' },
    {
      name: 'loops_irreducible',
      value: statistics.irreducibleRegions,
      description: 'cycles with several entries, which are not natural loops and are omitted',
    },
    {
      name: 'loop_jumps_unresolved',
      value: statistics.unresolvedJumps,
      description: 'jumps through tables that were not found; loops around them may be missing',
    },
    { name: 'loop_functions_too_large', value: statistics.tooLarge, description: 'functions too large to be analysed for loops' },
  ]
}

/** Returns caveats about loops that were not found. */
export function loopNotes({ irreducibleRegions, unresolvedJumps, tooLarge }: LoopStatistics): string[] {
  const missing = [
    ...(irreducibleRegions > 0
      ? [
          `${counted(irreducibleRegions, 'cycle')} of the control flow with several entries, which ${irreducibleRegions === 1 ? 'is not a loop' : 'are not loops'}`,
        ]
      : []),
    ...(unresolvedJumps > 0 ? [`${counted(unresolvedJumps, 'jump')} through a table that was not found, where loops may be missing`] : []),
    ...(tooLarge > 0 ? [`${counted(tooLarge, 'function')} too large to be analysed`] : []),
  ]
  return missing.length > 0 ? [`Omitted loops: ${missing.join('; ')}.`] : []
}
