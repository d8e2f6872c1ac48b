/**
 * Chooses the virtual PMUs of a validation, and the engine's parameters for them
 * (native/exhaustive/virtual/specification.h).
 */
import type { Granularity, Tool } from '../../shared/run.ts'
import { attributions, reservoirs } from '../record/options.ts'
import type { Attribution, Estimate, Reservoir, VirtualSettings } from '../../shared/validation.ts'

/** Tools that both a PMU can sample and the engine measures exactly. */
export const validatedTools = ['dead-stores', 'silent-stores', 'redundant-loads', 'reuse-distance'] as const satisfies Tool[]

/** The request; the first element of each list is the reference for the others. */
export interface ValidationSettings {
  tools: Tool[]
  periods: number[]
  registers: number[]
  reservoirs: Reservoir[]
  attributions: Attribution[]
  kernel: boolean[]
  skid: number
  /** Runs of each setting, with seeds from 1. */
  seeds: number
  granularity: Granularity
}

/** Same as HAGSTONE_MOST_VIRTUAL of native/exhaustive/options.h. */
export const mostVirtualPmus = 4096

export const virtualBounds = {
  period: { minimum: 2, maximum: 2 ** 40 },
  registers: { minimum: 1, maximum: 16 },
  seeds: { minimum: 1, maximum: 1000 },
} as const

/** The defaults that are varied one at a time. */
export const usualVariations = { reservoirs, attributions, kernel: [false, true] } as const

/** One virtual PMU. */
export interface PlannedPmu {
  settings: VirtualSettings
  variation: Estimate['variation']
  seed: number
}

/** Settings in the order of the result, each with all its seeds. Numbers of PMUs are positions in this list, from 1. */
export function plannedPmus(settings: ValidationSettings): PlannedPmu[] {
  return settings.tools.flatMap((tool) =>
    plannedSettings(tool, settings).flatMap((planned) => Array.from({ length: settings.seeds }, (_, i) => ({ ...planned, seed: i + 1 }))),
  )
}

/** Every period with every number of registers, and the other choices one at a time. */
function plannedSettings(tool: Tool, asked: ValidationSettings): Array<Omit<PlannedPmu, 'seed'>> {
  const { registers, reservoirs, attributions, kernel, skid } = asked
  const periods = tool === 'reuse-distance' ? withAnotherPeriod(asked) : asked.periods
  const base: VirtualSettings = {
    tool,
    period: periods[0]!,
    registers: registers[0]!,
    reservoir: reservoirs[0]!,
    attribution: attributions[0]!,
    kernel: kernel[0]!,
    skid,
  }
  const curves = registers.flatMap((count, r) =>
    periods.map((period, p) => ({
      settings: { ...base, period, registers: count },
      variation: r > 0 ? ('registers' as const) : p > 0 ? ('period' as const) : null,
    })),
  )
  return [
    ...curves,
    ...reservoirs.slice(1).map((reservoir) => ({ settings: { ...base, reservoir }, variation: 'reservoir' as const })),
    ...attributions.slice(1).map((attribution) => ({ settings: { ...base, attribution }, variation: 'attribution' as const })),
    ...kernel.slice(1).map((seen) => ({ settings: { ...base, kernel: seen }, variation: 'kernel' as const })),
  ]
}

/**
 * Only another period shows whether samples are sparse (shared/metrics/reuse/low_similarity.ts): a shorter one, or a
 * longer one if the skid leaves no room for a shorter one.
 */
function withAnotherPeriod({ periods, skid }: Pick<ValidationSettings, 'periods' | 'skid'>): number[] {
  const [period = virtualBounds.period.minimum] = periods
  if (periods.length > 1) return periods
  const shorter = Math.max(virtualBounds.period.minimum, Math.round(period / 4))
  return [period, shorter < period && skidFits(skid, shorter) ? shorter : period * 4]
}

/** The engine rounds periods to primes, at most one period away. */
export function skidFits(skid: number, period: number): boolean {
  return skid * 2 < period
}

export function specificationOf({ settings, seed }: PlannedPmu, granularity: Granularity): string {
  const { tool, period, registers, reservoir, attribution, kernel, skid } = settings
  const values = { tool, period, registers, reservoir, attribution, granularity, skid, kernel: kernel ? 'yes' : 'no', seed }
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')
}
