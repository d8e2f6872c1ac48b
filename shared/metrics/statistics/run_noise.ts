/**
 * The spread of several runs of one command (docs/metrics.md, Several runs). The interval of one run covers the chance of
 * its samples, not the difference to the next run.
 */
import type { RunOfSeveral, Tool } from '../../run.ts'

export interface Spread {
  mean: number
  /** Standard deviation from run to run. */
  deviation: number
  /** Interval of the mean, by Student's t. */
  ci95: [number, number]
}

export interface RunsReport {
  /** In order. */
  each: RunOfSeveral[]
  /** Seconds of CPU time of one run. */
  cpuSeconds: Spread | null
  /** Spread of one run, in the unit of the totals. Has only tools that found something in a run. */
  tools: Partial<Record<Tool, { waste: Spread | null; fraction: Spread | null }>>
}

/** Quantiles 97.5 % of Student's t by degrees of freedom from 1 (e.g. Abramowitz & Stegun, table 26.10). */
const STUDENT_975 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069,
  2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
]
const NORMAL_975 = 1.96

/** @param degrees at least 1 */
export function studentQuantile(degrees: number): number {
  // Beyond the table: Cornish & Fisher, to first order.
  return STUDENT_975[degrees - 1] ?? NORMAL_975 + (NORMAL_975 ** 3 + NORMAL_975) / (4 * degrees)
}

/** Null of fewer than two. */
export function spreadOf(values: number[]): Spread | null {
  if (values.length < 2) return null
  const mean = sum(values) / values.length
  const deviation = Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1))
  const half = (studentQuantile(values.length - 1) * deviation) / Math.sqrt(values.length)
  return { mean, deviation, ci95: [mean - half, mean + half] }
}

/**
 * Half of the 95 % interval of a share of sums over runs: the ratio estimator with runs as its clusters (Cochran, Sampling
 * Techniques, 1977, 6.4). Sampling within runs is in it too.
 * @param parts of each run @param wholes that they are parts of
 * @returns null of fewer than two runs that found anything
 */
export function betweenRuns(parts: number[], wholes: number[]): number | null {
  const runs = wholes.filter((whole) => whole > 0).length
  const whole = sum(wholes)
  if (runs < 2 || whole <= 0) return null
  const share = sum(parts) / whole
  const squares = sum(parts.map((part, run) => (part - share * wholes[run]!) ** 2))
  return (studentQuantile(runs - 1) * Math.sqrt((squares * runs) / (runs - 1))) / whole
}

/** The interval, or the one between runs around the share where that is wider to either side. */
export function widenByRuns([low, high]: [number, number], share: number, half: number | null): [number, number] {
  return half === null ? [low, high] : [Math.max(0, Math.min(low, share - half)), Math.min(1, Math.max(high, share + half))]
}

/** Null unless the command was run several times. */
export function runsReport(each: RunOfSeveral[] | undefined): RunsReport | null {
  if (each === undefined || each.length < 2) return null
  const tools = new Set(each.flatMap(({ tools }) => Object.keys(tools) as Tool[]))
  const of = (tool: Tool): { waste: Spread | null; fraction: Spread | null } => {
    const found = each.map(({ tools }) => tools[tool] ?? { waste: 0, use: 0, traps: 0 })
    return {
      waste: spreadOf(found.map(({ waste }) => waste)),
      fraction: spreadOf(found.filter(({ waste, use }) => waste + use > 0).map(({ waste, use }) => waste / (waste + use))),
    }
  }
  return { each, cpuSeconds: spreadOf(each.map(({ cpuSeconds }) => cpuSeconds)), tools: Object.fromEntries([...tools].map((tool) => [tool, of(tool)])) }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
