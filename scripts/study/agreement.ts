/** How runs agree that measured the same program in different ways, or in the same way again. */
import { mean } from '../bench/statistics.ts'
import type { BurstyResult, DeviationResult } from './results.ts'

/** Standard deviation of a sample, in the unit of its values; null for fewer than two. */
export function deviationOf(values: number[]): number | null {
  if (values.length < 2) return null
  const middle = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1))
}

/** Deviation of a tool's fraction over the runs that have one, in points. */
export function runToRun({ runs }: DeviationResult, tool: string): number | null {
  const deviation = deviationOf(runs.flatMap(({ fractions }) => fractions[tool] ?? []))
  return deviation === null ? null : deviation * 100
}

export interface OrderAgreement {
  /** Pairs of the full run's top ten, and those of them in the other's top ten. */
  listed: number
  shared: number
  /** Those at the same rank in both. */
  sameRank: number
}

export function orderAgreement(full: string[], other: string[]): OrderAgreement {
  return { listed: full.length, shared: full.filter((pair) => other.includes(pair)).length, sameRank: full.filter((pair, rank) => other[rank] === pair).length }
}

/** Fraction of a window less that of the full run in points, and the order; null where either found none. */
export function burstyBesideFull({ full, windows }: BurstyResult, tool: string): Array<{ window: string; difference: number | null; order: OrderAgreement }> {
  return windows.map(({ window, found }) => {
    const [exact, sampled] = [full.fractions[tool] ?? null, found.fractions[tool] ?? null]
    return {
      window,
      difference: exact === null || sampled === null ? null : (sampled - exact) * 100,
      order: orderAgreement(full.topPairs[tool] ?? [], found.topPairs[tool] ?? []),
    }
  })
}
