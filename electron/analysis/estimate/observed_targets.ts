/** Where computed calls and jumps of a run went, with the places of this profile. */
import { growingFloat64 } from '../../../shared/profile/columns/growing_column.ts'
import { VALUE_TARGET } from '../../raw/raw_layout.ts'
import type { RawModule, RawProcess } from '../../raw/raw_process.ts'
import type { RawValues } from '../../raw/raw_values.ts'
import type { MergedModule } from '../merged.ts'

/** Rows: how often this instruction went there. Addresses are ELF virtual addresses in modules by number. */
export interface ObservedJumps {
  length: number
  module: Float64Array
  address: Float64Array
  targetModule: Float64Array
  targetAddress: Float64Array
  count: Float64Array
}

/** Summed over all processes. Code outside any module is left out, as source and as target. */
export function observedJumps(processes: RawProcess[], modules: MergedModule[]): ObservedJumps {
  const numbers = new Map(modules.map(({ path, buildId }, number) => [identity({ path, buildId }), number]))
  const columns = {
    module: growingFloat64(),
    address: growingFloat64(),
    targetModule: growingFloat64(),
    targetAddress: growingFloat64(),
    count: growingFloat64(),
  }
  for (const process of processes) {
    const moduleAt = modulesByAddress(process)
    const numberOf = (module: RawModule | undefined): number | undefined => (module ? numbers.get(identity(module)) : undefined)
    for (const { values } of process.writers) {
      for (const jump of values ? jumpsOf(values) : []) {
        const target = moduleAt(jump.target)
        const row = {
          module: numberOf(process.modules.get(jump.module)),
          address: jump.offset,
          targetModule: numberOf(target),
          targetAddress: jump.target - (target?.bias ?? 0),
          count: jump.count,
        }
        if (row.module === undefined || row.targetModule === undefined) continue
        for (const [name, column] of Object.entries(columns)) column.push(row[name as keyof typeof row]!)
      }
    }
  }
  const { module, address, targetModule, targetAddress, count } = columns
  return {
    length: module.length,
    module: module.finish(),
    address: address.finish(),
    targetModule: targetModule.finish(),
    targetAddress: targetAddress.finish(),
    count: count.finish(),
  }
}

/**
 * If several modules were at an address one after another, the last one counts. Many jumps have the same few targets.
 */
function modulesByAddress({ modules }: RawProcess): (address: number) => RawModule | undefined {
  const loaded = [...modules.values()]
  const known = new Map<number, RawModule | undefined>()
  return (address) => {
    if (!known.has(address))
      known.set(
        address,
        loaded.findLast(({ start, end }) => address >= start && address < end),
      )
    return known.get(address)
  }
}

function identity({ path, buildId }: MergedModule): string {
  return `${buildId}\n${path}`
}

function* jumpsOf({ tables, entries }: RawValues): Generator<{ module: number; offset: number; target: number; count: number }> {
  for (let row = 0; row < tables.length; row++) {
    if (tables.role[row] !== VALUE_TARGET) continue
    for (let entry = tables.start[row]!; entry < tables.start[row + 1]!; entry++) {
      yield {
        module: tables.module[row]!,
        offset: tables.offset[row]!,
        target: entries.high[entry]! * 2 ** 32 + entries.low[entry]!,
        count: entries.count[entry]!,
      }
    }
  }
}
