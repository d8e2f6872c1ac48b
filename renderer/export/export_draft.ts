/** A person's choices in the export dialog, as they are typed. */
import { EXPORT_TOP, USUAL_TOP, type ExportChoice, type ExportFormat, type StackForm } from '../../shared/exported.ts'
import { groupedDigits } from '../../shared/names/counted.ts'

export interface ExportDraft {
  format: ExportFormat
  stacks: StackForm
  /** How many pairs; null: as many as suit the format. */
  amount: 'all' | 'number' | null
  number: string
  withSources: boolean
}

export const formatWords: Record<ExportFormat, { name: string; use: string }> = {
  pprof: { name: 'pprof', use: 'Stacks with weights. Open it with pprof -http=: FILE, or in Grafana Pyroscope.' },
  speedscope: { name: 'speedscope', use: 'Flame graphs in a browser. Drop the file on speedscope.app, which also works offline.' },
  firefox: { name: 'Firefox Profiler', use: 'Call tree and flame graph. Load the file at profiler.firefox.com.' },
  html: { name: 'Web page', use: 'Pairs, tree, and functions on one page, for any browser, without Hagstone.' },
  csv: { name: 'CSV', use: 'All pairs, one per line, for a spreadsheet.' },
  json: { name: 'JSON', use: 'The whole report, for scripts.' },
  sarif: { name: 'SARIF', use: 'The findings, for code review: VS Code’s SARIF viewer, GitHub code scanning.' },
}

export const stackWords: Record<StackForm, string> = {
  earlier: 'earlier: the wasted access',
  later: 'later: the access that overwrote or repeated it',
  pair: 'both: the later below the earlier one',
}

/** Why values alone are exported as JSON only. */
export const ONLY_VALUES = 'The profile has only values, no pairs. Export it as JSON, or save the value tables as CSV.'

/** How many pairs are chosen: where the person chose nothing, the format's usual number. */
export function amountOf({ format, amount }: ExportDraft): 'all' | 'number' {
  return amount ?? (USUAL_TOP[format] === null ? 'all' : 'number')
}

/** The number as it is shown. */
export function numberOf({ format, amount, number }: ExportDraft): string {
  return amount === null ? String(USUAL_TOP[format] ?? number) : number
}

/** Why the number cannot be used; null: it can, or is not needed. */
export function numberProblem(draft: ExportDraft): string | null {
  if (amountOf(draft) === 'all') return null
  const { minimum, maximum } = EXPORT_TOP
  const number = Number(numberOf(draft))
  return /^\d+$/.test(numberOf(draft).trim()) && number >= minimum && number <= maximum
    ? null
    : `Write a whole number from ${minimum} to ${groupedDigits(maximum)}.`
}

/** @param draft of which the number can be used */
export function choiceOf(draft: ExportDraft): ExportChoice {
  const { format, stacks } = draft
  return { format, stacks, top: amountOf(draft) === 'all' ? null : Number(numberOf(draft)) }
}
