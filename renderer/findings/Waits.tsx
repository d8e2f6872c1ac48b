import { Suspense, useState } from 'react'
import type { Findings } from '../../shared/findings/finding.ts'
import { leadingWaits } from '../../shared/findings/waits/leading_waits.ts'
import type { Wait } from '../../shared/findings/waits/wait.ts'
import { gainText } from '../../shared/findings/waits/ratio_words.ts'
import { MORE_WAITS } from '../../shared/findings/waits/wait_words.ts'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import { Waiting } from '../components/loading/Waiting.tsx'
import { waitsLine, waitText } from './wait_words.ts'

const LineSource = lazyPart(async () => ({ default: (await import('../editor/LineSource.tsx')).LineSource }))

type Waited = Pick<Findings, 'findings' | 'waits' | 'waitCaveat' | 'measure'>

/**
 * Where threads wait for each other: neither waste nor use, so no findings of their own. @param place before the findings
 * stand the waits that cost more than any of them, behind them all others
 */
export function Waits({ findings, place }: { findings: Waited; place: 'before' | 'behind' }) {
  const { leading, others } = leadingWaits(findings)
  const waits = place === 'before' ? leading : others
  if (waits.length === 0) return null
  const isSecond = place === 'behind' && leading.length > 0
  return (
    <details className="findings-waits" open>
      <summary>{isSecond ? MORE_WAITS : waitsLine(findings)}</summary>
      <ul>
        {waits.map((wait, at) => (
          <WaitItem key={at} wait={wait} findings={findings} />
        ))}
      </ul>
      {findings.waitCaveat === undefined || isSecond ? null : <p className="dim">{findings.waitCaveat}</p>}
    </details>
  )
}

function WaitItem({ wait, findings }: { wait: Wait; findings: Waited }) {
  const { file, line, remedy } = wait
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      {waitText(wait, findings)}. <span className="dim">{remedy}</span> {wait.gain === undefined ? null : <strong>{gainText(wait)} </strong>}
      {file === null || line === null ? null : (
        <button type="button" className="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide source' : 'Show source'}
        </button>
      )}
      {isOpen ? (
        <div className="wait-source">
          <Suspense fallback={<Waiting part inline />}>
            <LineSource file={file} line={line} of="Waiting" />
          </Suspense>
        </div>
      ) : null}
    </li>
  )
}
