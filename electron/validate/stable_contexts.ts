/** Contexts of several profiles of one execution by their content, so that their pairs can be compared. */
import type { ProfileModule, ProfileTables } from '../../shared/profile/profile.ts'
import { isWasteful, RELATIONS, TOOLS } from '../../shared/profile/profile.ts'
import { INSTRUCTION, isCalledRow } from '../../shared/profile/tables.ts'
import type { RankedPair } from '../../shared/metrics/statistics/rank_agreement.ts'
import type { Tool } from '../../shared/run.ts'

/** A library has several paths (symbolic links), of which the linker names one and the kernel another. */
export function moduleIdentity(module: ProfileModule | undefined): string {
  return module === undefined ? '' : module.buildId === '' ? module.path : module.buildId
}

/**
 * glibc's. The exhaustive engine puts a thread's calls below the call that started it; a sampler sees nothing above
 * this one.
 */
const THREAD_START = 'start_thread'

/** Numbers rows of calling-context trees: equal for equal content below equal parents, in any of the profiles. */
export class StableContexts {
  readonly #numbers = new Map<string, number>()

  /** @returns the number of each row of the profile's tree */
  numbersOf({ nodes, modules, functions, files, instructions }: ProfileTables): Int32Array {
    const moduleName = (module: number): string => moduleIdentity(modules[module])
    const numbers = new Int32Array(nodes.length)
    for (let row = 0; row < nodes.length; row++) {
      const parent = nodes.parent[row]!
      const described = functions[nodes.functionIndex[row]!]
      const line = nodes.line[row]!
      const instruction = instructions[nodes.instruction[row]!]
      // If known, the line identifies the row; two calls on one line are one row (electron/analysis/tree_builder.ts).
      const place =
        nodes.kind[row] === INSTRUCTION
          ? `${moduleName(instruction?.module ?? -1)} ${instruction?.address ?? ''}`
          : line < 0
            ? nodes.address[row]
            : `${files[nodes.file[row]!] ?? ''}:${line}`
      const name = described === undefined ? '' : `${described.linkageName} ${described.name} ${moduleName(described.module)}`
      const startsThread = isCalledRow(nodes.kind[row]!) && described?.name === THREAD_START
      numbers[row] = this.#number(startsThread ? THREAD_START : `${parent < 0 ? -1 : numbers[parent]} ${nodes.kind[row]} ${name} ${place}`)
    }
    return numbers
  }

  #number(key: string): number {
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#numbers.size
      this.#numbers.set(key, number)
    }
    return number
  }
}

/** A wasteful pair with rows of its own profile. */
export interface WastefulPair extends RankedPair {
  /** 0 where every access was counted. */
  traps: number
  source: number
  target: number
}

/** The tool's wasteful pairs of contexts, without other distinctions of pairs; in no order. */
export function wastefulPairs({ pairs }: ProfileTables, tool: Tool, numbers: Int32Array): WastefulPair[] {
  const amounts = new Map<string, { amount: number; traps: number; source: number; target: number }>()
  let total = 0
  for (let row = 0; row < pairs.length; row++) {
    if (TOOLS[pairs.tool[row]!] !== tool || !isWasteful(RELATIONS[pairs.relation[row]!]!)) continue
    const source = pairs.source[row]!
    const target = pairs.target[row]!
    const key = `${numbers[source]} ${numbers[target]}`
    const amount = pairs.amount[row]!
    const traps = pairs.traps[row]!
    total += amount
    const known = amounts.get(key)
    if (known) {
      known.amount += amount
      known.traps += traps
    } else {
      amounts.set(key, { amount, traps, source, target })
    }
  }
  return [...amounts].map(([key, { amount, ...pair }]) => ({ key, share: total > 0 ? amount / total : 0, ...pair }))
}
