import type { Findings } from '../../shared/findings/finding.ts'
import { coverageText } from '../../shared/findings/wording/coverage_words.ts'
import { withoutText } from '../../shared/findings/wording/no_findings_words.ts'
import { toolWords } from '../tools/tools.ts'
import { leftOutLine, leftOutText } from './left_out_words.ts'

/** How much of the waste the findings cover, and how much is left out as needed or as work of others; by reason, on request. */
export function LeftOut({ findings }: { findings: Pick<Findings, 'leftOut' | 'coverage' | 'measure' | 'toolsWithout'> }) {
  const { leftOut, coverage, toolsWithout } = findings
  return (
    <>
      {toolsWithout?.map((tool) => (
        <p key={tool} className="findings-coverage">
          {toolWords[tool].title}: {withoutText(tool)}
        </p>
      ))}
      {coverage === undefined ? null : <p className="findings-coverage">{coverageText(coverage)}</p>}
      {leftOut.length === 0 ? null : (
        <details className="findings-left-out">
          <summary>{leftOutLine(findings)}</summary>
          <ul>
            {leftOut.map((part) => (
              <li key={part.reason}>{leftOutText(part, findings)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
