import type { Findings } from '../../shared/findings/finding.ts'
import { leftOutLine, leftOutText } from './left_out_words.ts'

/** How much is left out because it cannot be changed in the program's source; by reason, on request. */
export function LeftOut({ findings }: { findings: Pick<Findings, 'leftOut' | 'measure'> }) {
  const { leftOut } = findings
  if (leftOut.length === 0) return null
  return (
    <details className="findings-left-out">
      <summary>{leftOutLine(findings)}</summary>
      <ul>
        {leftOut.map((part) => (
          <li key={part.reason}>{leftOutText(part, findings)}</li>
        ))}
      </ul>
    </details>
  )
}
