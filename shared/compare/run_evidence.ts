/** The evidence behind the numbers of one tool in one run, and the checks before two runs are compared. */
import type { Normalisation } from '../comparison.ts'
import type { Side } from './compared_number.ts'
import { isExact } from '../metrics/totals.ts'
import { effectiveCount, type SampleWeights } from '../metrics/unequal_periods.ts'
import type { RunDescription, Tool, Totals } from '../run.ts'
import { intervalByTraps, type Estimate } from './numbers.ts'

/** Makes estimates of one tool's amounts in one run. */
export class RunEvidence {
  readonly exact: boolean
  readonly #sampled: boolean
  readonly #perTrap: number
  readonly #weights: SampleWeights | undefined
  /** waste + use + reuses: what shares are of. */
  readonly total: number

  constructor(run: RunDescription, totals: Totals | undefined) {
    this.exact = isExact(run) && totals?.unpaired === undefined
    this.#sampled = run.engine !== 'exhaustive'
    this.#weights = run.sampleWeights
    this.total = totals ? totals.waste + totals.use + totals.reused : 0
    this.#perTrap = totals && totals.traps > 0 ? this.total / totals.traps : 0
  }

  /**
   * An amount, whose interval is the wider of two: that of its share, which knows correlation in time but takes the total
   * as given, and that of its traps, which knows that another run has another total.
   * @param shares 95 % interval of the amount's share of the total, where the profile has one
   */
  estimate(value: number, traps: number, shares: [number, number] | null = null): Estimate {
    if (!this.#sampled || this.#perTrap === 0) return { value, interval: null, exact: this.exact }
    const byTraps = intervalByTraps(value, effectiveCount({ amount: value, trials: traps }, this.#perTrap, this.#weights), this.#perTrap)
    const byShare = shares ? ([shares[0] * this.total, shares[1] * this.total] as const) : byTraps
    return { value, interval: [Math.min(byTraps[0], byShare[0], value), Math.max(byTraps[1], byShare[1], value)], exact: false }
  }

  /** An amount as a share of the total; null where nothing was decided. @param shares its 95 % interval, where the profile has one */
  share(value: number, traps: number, shares: [number, number] | null): Estimate | null {
    if (this.total === 0) return null
    const { interval, exact } = this.estimate(value, traps)
    return { value: value / this.total, interval: interval && (shares ?? [interval[0] / this.total, Math.min(1, interval[1] / this.total)]), exact }
  }
}

/** Both tools' accesses in the unit, decided or not; null if accesses were not counted. */
function accessed(run: RunDescription, totals: Totals | undefined): number | null {
  if (run.unit !== 'bytes' || !totals) return null
  const amount = totals.counted?.accessed ?? totals.waste + totals.use + totals.reused + totals.unaccounted
  return amount > 0 ? amount : null
}

/** Returns the factor of the new run's amounts; null where a run lacks the numbers for it. */
export function normalisingFactor(normalisation: Normalisation, runs: Record<Side, RunDescription>, totals: Record<Side, Totals | undefined>): number | null {
  if (normalisation === 'run') return 1
  if (normalisation === 'time')
    return runs.old.targetCpuSeconds > 0 && runs.new.targetCpuSeconds > 0 ? runs.old.targetCpuSeconds / runs.new.targetCpuSeconds : null
  const [old, recent] = [accessed(runs.old, totals.old), accessed(runs.new, totals.new)]
  return old !== null && recent !== null ? old / recent : null
}

/** One line that says why the two must not be compared, and what to do; null where they may. */
export function incomparable(old: RunDescription, recent: RunDescription): string | null {
  if (old.driver !== recent.driver || old.unit !== recent.unit) {
    const [clock, other] = old.driver === 'cpu-time' ? ['first', 'second'] : ['second', 'first']
    return `The ${clock} run is driven by the clock (ns of CPU time), the ${other} by accesses (bytes), so they cannot be compared; reweight the ${clock} run with "hagstone record --calibrate PROFILE", or record both in the same way`
  }
  if (commonTools(old, recent).length > 0) return null
  return `The runs have no tool in common (${old.tools.join(', ')}; ${recent.tools.join(', ')}); record one of them again with --tool ${old.tools.join(',')}`
}

export function commonTools(old: RunDescription, recent: RunDescription): Tool[] {
  return old.tools.filter((tool) => recent.tools.includes(tool))
}
