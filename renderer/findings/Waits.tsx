import type { Findings } from '../../shared/findings/finding.ts'
import { waitsLine, waitText } from './wait_words.ts'

/** Where threads wait for each other: neither waste nor use, so no findings of their own. */
export function Waits({ findings }: { findings: Pick<Findings, 'waits' | 'measure'> }) {
  const { waits = [] } = findings
  if (waits.length === 0) return null
  return (
    <details className="findings-waits" open>
      <summary>{waitsLine(findings)}</summary>
      <ul>
        {waits.map((wait, at) => (
          <li key={at}>
            {waitText(wait, findings)}. <span className="dim">{wait.remedy}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
