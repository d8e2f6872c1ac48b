/** The value tables of a profile: the merged values, with places and symbols from this machine. */
import type { ProfileInstruction } from '../../../shared/profile/profile.ts'
import type { ValueEntryTable, ValueTable } from '../../../shared/profile/tables.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import type { TreeInstruction } from '../build_tree.ts'
import { estimateValues } from '../estimate/estimate_values.ts'
import { observedJumps } from '../estimate/observed_targets.ts'
import { disassembleInstructions } from '../symbols/function_code.ts'
import type { Locations, Merged } from '../merged.ts'
import type { MergedValues } from '../merged.ts'
import type { SymbolModule } from '../symbols/symbol_source.ts'
import type { LocationFrames } from '../symbols/symbolise.ts'
import { nameParameters } from './value_parameters.ts'
import { nameTargets } from './value_symbols.ts'
import { nameVariables } from './value_variables.ts'

export interface ValueTables {
  valueTables: ValueTable
  valueEntries: ValueEntryTable
  /** Names of parameters, of variables, and of the targets of pointers. */
  valueNames: string[]
}

/**
 * @param instructions of the profile so far; instructions that only have values are added
 * @param opened by module; null where it could not be opened
 */
export function describeValues(
  processes: RawProcess[],
  { values, locations, modules }: Merged,
  frames: LocationFrames,
  instructions: ProfileInstruction[],
  opened: Array<SymbolModule | null>,
): ValueTables {
  const innermost = values.location.map((location) => frames.start[location + 1]! - 1)
  const valueNames: string[] = []
  const { name, bytes, entries } = nameParameters(values, locations, opened, valueNames)
  nameVariables(values, locations, opened, name, valueNames)
  const named: MergedValues = { ...values, bytes, entries }
  const { location, process: _, counts, entries: __, ...kinds } = named
  const valueTables: ValueTable = {
    ...kinds,
    ...counts,
    instruction: instructionRows(location, locations, instructions, opened),
    functionIndex: innermost.map((frame) => frames.functionIndex[frame]!),
    file: innermost.map((frame) => frames.file[frame]!),
    line: innermost.map((frame) => frames.line[frame]!),
    name,
    estimated: new Float64Array(values.length).fill(NOT_ESTIMATED),
  }
  const { inMemory: ___, ...values64 } = entries
  const valueEntries = { ...values64, symbol: nameTargets(named, processes, modules, opened, valueNames) }
  estimateValues(valueTables, valueEntries, instructions, opened, observedJumps(processes, modules))
  return { valueTables, valueEntries, valueNames }
}

/** Value of the column `estimated` if nothing was estimated. */
const NOT_ESTIMATED = -1

function instructionRows(location: Int32Array, locations: Locations, instructions: ProfileInstruction[], opened: Array<SymbolModule | null>): Int32Array {
  const rows = new Map(instructions.map(({ module, address }, row) => [`${module} ${address}`, row]))
  const added: TreeInstruction[] = []
  const known = new Int32Array(locations.length).fill(-1)
  for (const place of location) {
    if (known[place]! >= 0) continue
    const module = locations.module[place]!
    const address = locations.offset[place]!
    known[place] = rows.get(`${module} ${address}`) ?? instructions.length + added.push({ module, address, isCode: true }) - 1
  }
  for (const instruction of disassembleInstructions(added, opened)) instructions.push(instruction)
  return location.map((place) => known[place]!)
}
