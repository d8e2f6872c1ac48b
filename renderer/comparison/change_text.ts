/** Differences of two runs as people read them: a sign that is never a guess, and its significance. */
import type { ComparisonHead } from '../../shared/comparison.ts'
import type { ComparedNumber, ComparedRatio, Significance } from '../../shared/compare/compared_number.ts'
import { COST_NAMES } from '../../shared/names/cost_names.ts'
import type { Unit } from '../../shared/run.ts'
import { countText, percentText, quantityText, significant } from '../format/quantities.ts'

/** Less of it is a win, more a loss; or neither means anything by itself. */
export type Better = 'less' | 'neither'

const minus = '−'

/** "+1.20", "−0.3" of a text that was made of the absolute value. */
function signed(change: number, text: string): string {
  return change === 0 ? text : `${change > 0 ? '+' : minus}${text}`
}

export function changeText(change: number, unit: Unit): string {
  return signed(change, quantityText(Math.abs(change), unit))
}

/** Less than this would read 0.00. */
const leastPoints = 0.005

/** Above this a change is a factor: "×12" says more than "+1100 %". */
const mostPercent = 9.995

/**
 * Δ % of an amount: "−64 %", "×12", "–" where there is none in either run. "new" and "gone" mean what the status of pairs
 * (ComparedPairs) calls so: within the noise, one run may have missed it by chance.
 */
export function relativeText({ old, new: present, relative, significance }: Pick<ComparedNumber, 'old' | 'new' | 'relative' | 'significance'>): string {
  const byChance = significance === 'noise'
  if (relative === null) return byChance || present === 0 ? '–' : 'new'
  if (present === 0 && old > 0 && !byChance) return 'gone'
  if (relative > mostPercent) return `×${significant(relative + 1)}`
  return signed(relative, percentText(Math.abs(relative)))
}

/** A difference of shares in percentage points: "−25.9 pp". */
export function pointsText(change: number | null): string {
  if (change === null) return '–'
  const points = Math.abs(change) * 100
  return points < leastPoints ? '0 pp' : `${signed(change, significant(points))} pp`
}

/** A difference that counts: exact, or beyond the noise. */
export function counts(significance: Significance): boolean {
  return significance === 'exact' || significance === 'significant'
}

/** The significance of a change, in few enough words for a cell. */
export const certaintyWords: Record<Significance, string> = { exact: 'exact', significant: 'beyond the noise', noise: 'within the noise', unknown: 'not known' }

/** The same with the 95 % interval of the change, of shares. */
export function certaintyText({ significance, ci95 }: Pick<ComparedRatio, 'significance' | 'ci95'>): string {
  return `${certaintyWords[significance]}${ci95 === null ? '' : ` (${pointsText(ci95[0])} to ${pointsText(ci95[1])})`}`
}

/** The tone of a change: wins cool, losses warm, possible noise dim. */
export function toneOf({ change, significance }: Pick<ComparedRatio, 'change' | 'significance'>, better: Better): '' | 'dim' | 'use' | 'waste' {
  if (change === null || change === 0 || !counts(significance)) return 'dim'
  return better === 'neither' ? '' : change < 0 ? 'use' : 'waste'
}

/** How certain a change is, as text. */
export function significanceWords(significance: Significance, interval: string | null): string {
  switch (significance) {
    case 'exact':
      return 'Every access of both runs was counted: the difference is exact'
    case 'significant':
      return `Beyond the noise${interval === null ? '' : `: the 95 % interval of the change is ${interval}`}`
    case 'noise':
      return `Within the noise${interval === null ? '' : `: the 95 % interval of the change, ${interval}, holds zero`}`
    case 'unknown':
      return 'Unknown noise: too few samples, or a run that was counted in bursts or killed'
  }
}

/** The change of the run as a whole: "28 % less CPU time by the samples: 5.10 s → 3.70 s". */
export function spentText({ measure, old, new: present, relative, significance }: NonNullable<ComparisonHead['spent']>): string {
  // The verdict takes the clock of the whole run, which differs by chance.
  const name = `${COST_NAMES[measure].title}${measure === 'cpu-time' ? ' by the samples' : ''}`
  const amount = (value: number): string => (measure === 'cpu-time' ? quantityText(value, 'ns') : countText(value))
  const less = measure === 'cpu-time' ? 'less' : 'fewer'
  const change =
    relative === null || relative === 0
      ? `As ${measure === 'cpu-time' ? 'much' : 'many'} ${name}`
      : `${percentText(Math.abs(relative))} ${relative > 0 ? 'more' : less} ${name}`
  return `${change}: ${amount(old)} → ${amount(present)}${counts(significance) ? '' : ` (${certaintyWords[significance]})`}`
}
