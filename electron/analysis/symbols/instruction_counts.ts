/** Exact accesses of each instruction, from a counting run of the exhaustive engine. */
import type { InstructionCounts } from '../../../shared/metrics/reweighting.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { ACCESS_LOAD, MODULE_UNKNOWN } from '../../raw/raw_layout.ts'
import type { RawProcess } from '../../raw/raw_process.ts'

/**
 * Counts of a profile's instructions. Code is the same if its module's build id is, or its path if it has none. Code
 * outside modules matches nothing.
 * @param processes of the counting run
 */
export function countInstructions({ modules, instructions }: Pick<ProfileTables, 'modules' | 'instructions'>, processes: RawProcess[]): InstructionCounts {
  const rows = instructionRows({ modules, instructions })
  const column = (): Float64Array => new Float64Array(instructions.length)
  const counts: InstructionCounts = {
    loads: { instances: column(), bytes: column() },
    stores: { instances: column(), bytes: column() },
    total: { loads: { instances: 0, bytes: 0 }, stores: { instances: 0, bytes: 0 } },
  }
  for (const process of processes) {
    const rowOf = (module: number, address: number): number | undefined => {
      const known = process.modules.get(module)
      return module === MODULE_UNKNOWN || !known ? undefined : rows.get(moduleKey(known))?.get(address)
    }
    for (const { exact } of process.writers) {
      if (!exact) continue
      const { blocks, accesses, blockCounts } = exact
      for (let row = 0; row < blockCounts.length; row++) {
        const block = blockCounts.block[row]!
        const count = blockCounts.count[row]!
        for (let access = blocks.start[block]!; access < blocks.start[block + 1]!; access++) {
          const kind = accesses.kind[access] === ACCESS_LOAD ? 'loads' : 'stores'
          const bytes = count * accesses.bytes[access]!
          counts.total[kind].instances += count
          counts.total[kind].bytes += bytes
          const instruction = rowOf(blocks.module[block]!, blocks.offset[block]! + accesses.offset[access]!)
          if (instruction === undefined) continue
          counts[kind].instances[instruction]! += count
          counts[kind].bytes[instruction]! += bytes
        }
      }
    }
  }
  return counts
}

/** By module, then address. */
function instructionRows({ modules, instructions }: Pick<ProfileTables, 'modules' | 'instructions'>): Map<string, Map<number, number>> {
  const rows = new Map<string, Map<number, number>>()
  instructions.forEach(({ module, address }, row) => {
    const described = modules[module]
    if (!described) return
    const key = moduleKey(described)
    const known = rows.get(key) ?? new Map<number, number>()
    rows.set(key, known.set(address, row))
  })
  return rows
}

/**
 * A library has several paths (symbolic links): the linker names one to the sampler and the kernel another to the
 * engine.
 */
function moduleKey({ path, buildId }: { path: string; buildId: string }): string {
  return buildId === '' ? path : buildId
}
