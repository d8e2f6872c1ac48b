/** Findings of two runs as text. */
import type { ComparedFinding, ComparedFindings } from '../../../shared/findings/compare_findings.ts'
import { counted } from '../../../shared/names/counted.ts'
import { amountText, fit, tableLines } from '../format.ts'
import { CERTAINTY } from './certainty.ts'
import { significant } from '../../../shared/significant.ts'

/** Changed ones first, in the comparison's order. */
export function comparedFindingLines({ findings, unit }: ComparedFindings, top: number, width: number): string[] {
  if (findings.length === 0) return ['Neither run has findings.']
  const amount = (value: number): string => (unit === 'seconds' ? `${significant(value, 3)} s` : amountText(value, unit))
  const changed = findings.filter(({ status }) => status !== 'unchanged')
  const unchanged = findings.length - changed.length
  const shown = changed.slice(0, top)
  const right = (title: string) => ({ title, align: 'right' as const })
  const left = (title: string) => ({ title, align: 'left' as const })
  const cell = (finding: ComparedFinding['old'], value: number): string => (finding === null ? '—' : amount(value))
  const rows = shown.map(({ status, old, new: recent, amount: number }) => [
    status,
    cell(old, number.old),
    cell(recent, number.new),
    CERTAINTY[number.significance],
    (recent ?? old)!.title,
  ])
  return [
    ...(rows.length === 0
      ? []
      : tableLines([left('finding'), right('old'), right('new'), left('certainty'), left(unit === 'seconds' ? 'CPU time at stake' : 'waste')], rows).map(
          (line) => fit(line, width),
        )),
    ...(changed.length > shown.length ? [`${counted(changed.length - shown.length, 'more changed finding')} (--top ${changed.length} shows all)`] : []),
    ...(unchanged > 0 ? [`${counted(unchanged, 'finding')} unchanged`] : []),
  ]
}
