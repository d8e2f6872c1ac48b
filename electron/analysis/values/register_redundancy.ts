/**
 * Results of the tool `registers` over the whole run: the sums behind REDSPY's six fractions (REDSPY 4.1; metrics 7).
 */
import { RELATIONS, TOOLS } from '../../../shared/profile/profile.ts'
import type { RegisterRedundancy, RepeatedBytes } from '../../../shared/registers.ts'
import type { RunDescription, Tool } from '../../../shared/run.ts'
import { PAIR_FLAG_APPROXIMATE, PAIR_FLAG_LOADED, STATISTIC_INDEX, type StatisticName } from '../../raw/raw_layout.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import type { CountedAccesses } from '../merged.ts'

const REDUNDANT = RELATIONS.indexOf('REDUNDANT_WITH')

/** Absent where registers were not measured. */
export function describeRegisters(processes: RawProcess[], { produced }: CountedAccesses): Pick<RunDescription, 'registers'> {
  const measured = (tool: Tool): boolean => processes.some(({ header }) => header.engine === 'exhaustive' && header.tools.includes(TOOLS.indexOf(tool)))
  if (!measured('registers')) return {}
  const sums: RegisterRedundancy = {
    load: sumsOf(produced.load),
    store: measured('silent-stores') ? sumsOf(produced.store) : null,
    register: sumsOf(produced.register),
    instructions: { executed: 0, precise: 0, approximate: 0 },
  }
  for (const { writers } of processes) {
    for (const { exact, statistics } of writers) {
      const count = (name: StatisticName): number => statistics?.[STATISTIC_INDEX[name]] ?? 0
      sums.instructions.executed += count('instructions_measured')
      sums.instructions.precise += count('repeating_instructions')
      sums.instructions.approximate += count('repeating_floating_instructions')
      if (exact) addPairs(sums, exact.pairs)
    }
  }
  return { registers: sums }
}

function sumsOf({ precise, approximate }: { precise: number; approximate: number }): RepeatedBytes {
  return { precise: { bytes: precise, repeated: 0 }, approximate: { bytes: approximate, repeated: 0 } }
}

type ExactPairs = NonNullable<RawProcess['writers'][number]['exact']>['pairs']

function addPairs(sums: RegisterRedundancy, { length, tool, relation, flags, bytes, instances }: ExactPairs): void {
  for (let pair = 0; pair < length; pair++) {
    if (relation[pair] !== REDUNDANT) continue
    const comparison = flags[pair]! & PAIR_FLAG_APPROXIMATE ? 'approximate' : 'precise'
    const name = TOOLS[tool[pair]!]
    if (name === 'registers') sums[flags[pair]! & PAIR_FLAG_LOADED ? 'load' : 'register'][comparison].repeated += bytes[pair]!
    if (name !== 'silent-stores' || !sums.store) continue
    sums.store[comparison].repeated += bytes[pair]!
    sums.instructions[comparison] += instances[pair]!
  }
}
