import type { Findings } from '../../shared/findings/finding.ts'
import { leadingWaits } from '../../shared/findings/waits/leading_waits.ts'
import { TURNS } from '../../shared/findings/waits/wait_words.ts'
import { waitsLine, waitText } from './wait_words.ts'

/**
 * Where threads wait for each other: neither waste nor use, so no findings of their own. @param place before the findings
 * stand the waits that cost more than any of them, behind them all others
 */
export function Waits({ findings, place }: { findings: Pick<Findings, 'findings' | 'waits' | 'measure'>; place: 'before' | 'behind' }) {
  const { leading, others } = leadingWaits(findings)
  const waits = place === 'before' ? leading : others
  if (waits.length === 0) return null
  const isSecond = place === 'behind' && leading.length > 0
  return (
    <details className="findings-waits" open>
      <summary>{isSecond ? 'More waiting for other threads' : waitsLine(findings)}</summary>
      <ul>
        {waits.map((wait, at) => (
          <li key={at}>
            {waitText(wait, findings)}. <span className="dim">{wait.remedy}</span>
          </li>
        ))}
      </ul>
      {findings.measure === 'instructions' && !isSecond ? <p className="dim">{TURNS}</p> : null}
    </details>
  )
}
