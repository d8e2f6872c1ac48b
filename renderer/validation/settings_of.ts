/** The estimates of a tool in the order in which they are drawn: curves over periods or registers, and policies beside each other. */
import { counted, groupedDigits } from '../../shared/names/counted.ts'
import type { Estimate, VirtualSettings } from '../../shared/validation.ts'

/** Points of one curve, from the smallest place on the axis on. */
interface Curve {
  name: string
  points: Array<{ at: number; estimate: Estimate }>
}

export interface Curves {
  axis: 'period' | 'registers'
  curves: Curve[]
}

/** One curve for each number of registers over the periods, or one over the registers where there is one period; null where there is nothing to connect. */
export function curvesOf(estimates: readonly Estimate[]): Curves | null {
  const swept = estimates.filter(({ variation }) => variation === null || variation === 'period' || variation === 'registers')
  const periods = new Set(swept.map(({ settings }) => settings.period))
  const registers = new Set(swept.map(({ settings }) => settings.registers))
  if (periods.size > 1) {
    const curves = [...registers]
      .toSorted((a, b) => a - b)
      .map((count) => ({
        name: counted(count, 'register'),
        points: ordered(
          swept.filter(({ settings }) => settings.registers === count),
          'period',
        ),
      }))
    return { axis: 'period', curves }
  }
  return registers.size > 1 ? { axis: 'registers', curves: [{ name: '', points: ordered(swept, 'registers') }] } : null
}

/** The estimate for the requested settings, and those with another policy; empty where no policy differs. */
export function policiesOf(estimates: readonly Estimate[]): Estimate[] {
  const policies = estimates.filter(({ variation }) => variation === null || variation === 'reservoir' || variation === 'attribution' || variation === 'kernel')
  return policies.length > 1 ? policies : []
}

/** "1 of 1,009". */
export function periodText(period: number): string {
  return `1 of ${groupedDigits(period)}`
}

/** Everything about a virtual PMU but its seed. */
export function settingsText({ period, registers, reservoir, attribution, kernel, skid }: VirtualSettings): string {
  return [
    `${periodText(period)} accesses`,
    counted(registers, 'register'),
    `reservoir ${reservoir}`,
    `attribution ${attribution}`,
    `kernel ${kernel ? 'seen' : 'not seen'}`,
    ...(skid > 0 ? [`skid ${skid}`] : []),
  ].join(' · ')
}

/** How the settings differ from the requested ones. */
export function variationText({ settings, variation }: Pick<Estimate, 'settings' | 'variation'>): string {
  switch (variation) {
    case null:
      return 'as asked'
    case 'period':
      return periodText(settings.period)
    case 'registers':
      return `${counted(settings.registers, 'register')}, ${periodText(settings.period)}`
    case 'kernel':
      return `kernel ${settings.kernel ? 'seen' : 'not seen'}`
    default:
      return `${variation} ${settings[variation]}`
  }
}

function ordered(estimates: Estimate[], axis: 'period' | 'registers'): Curve['points'] {
  return estimates.map((estimate) => ({ at: estimate.settings[axis], estimate })).toSorted((a, b) => a.at - b.at)
}
