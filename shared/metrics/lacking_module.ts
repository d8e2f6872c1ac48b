/** The module that a run's numbers say the least of: much of the CPU time, few of the samples. */
import { baseName } from '../profile/frames.ts'
import type { ProfileTables } from '../profile/profile.ts'
import { scoreInterval } from './statistics/binomial.ts'
import type { LackingModule } from '../run.ts'

type Tables = Pick<ProfileTables, 'cpuTimes' | 'watches' | 'pairs' | 'nodes' | 'functions' | 'modules'>

/** Smaller differences are no cause of anything: a sample's access lies a little behind its interrupt, often in another module. */
const LEAST_LACK = 0.2

/** Null where no module lacks so many by more than chance, or the places of the interrupts were not kept. */
export function lackingModule(profile: Tables): LackingModule | null {
  const { cpuTimes, watches, pairs } = profile
  const time = byModule(profile, cpuTimes.node, cpuTimes.time)
  const interrupts = byModule(profile, cpuTimes.node, cpuTimes.interrupts)
  const seen = { samples: byModule(profile, watches.node, watches.samples), observations: byModule(profile, pairs.source, pairs.traps) }
  const lacks = profile.modules.flatMap(({ path }, module): LackingModule[] => {
    const cpuShare = shareOf(time, module)
    return (['samples', 'observations'] as const)
      .filter((of) => isLess(seen[of], interrupts, module))
      .map((of) => ({ name: baseName(path), cpuShare, share: shareOf(seen[of], module), of }))
      .filter(({ share }) => cpuShare - share >= LEAST_LACK)
  })
  return lacks.sort((a, b) => b.cpuShare - b.share - (a.cpuShare - a.share))[0] ?? null
}

interface Sums {
  total: number
  of: Float64Array
}

function byModule({ nodes, functions, modules }: Tables, rows: Int32Array, values: Float64Array): Sums {
  const sums: Sums = { total: 0, of: new Float64Array(modules.length) }
  rows.forEach((node, row) => {
    if (node < 0) return
    sums.total += values[row]!
    const module = functions[nodes.functionIndex[node]!]?.module ?? -1
    if (module >= 0) sums.of[module]! += values[row]!
  })
  return sums
}

function shareOf({ total, of }: Sums, module: number): number {
  return total === 0 ? 0 : of[module]! / total
}

/** By their 95 % intervals. Of nothing every share is less. */
function isLess(seen: Sums, interrupts: Sums, module: number): boolean {
  if (interrupts.total === 0) return false
  const most = seen.total === 0 ? 0 : scoreInterval(seen.of[module]!, seen.total)[1]
  return most < scoreInterval(interrupts.of[module]!, interrupts.total)[0]
}
