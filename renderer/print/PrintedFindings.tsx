import { Fragment } from 'react'
import type { Finding, Findings } from '../../shared/findings/finding.ts'
import { sortedEvidence } from '../../shared/findings/evidence.ts'
import { WrappingNames } from '../components/WrappingNames.tsx'
import type { PairNote } from '../../shared/rpc/pairs.ts'
import { sureSentence } from '../../shared/findings/wording/sureness_words.ts'
import { costOf, findingPlaceText } from '../findings/finding_words.ts'
import { groupHeading } from '../../shared/findings/wording/group_words.ts'
import { coverageText } from '../../shared/findings/wording/coverage_words.ts'
import { missingLinesText } from '../../shared/findings/wording/missing_lines_words.ts'
import { withoutText } from '../../shared/findings/wording/no_findings_words.ts'
import { leftOutText, leftOutLine } from '../findings/left_out_words.ts'
import { waitsLine, waitText } from '../findings/wait_words.ts'
import { noteText } from '../format/note_words.ts'
import { countedText, countText } from '../format/quantities.ts'
import { toolWords } from '../tools/tools.ts'

/** Problems, their costs and remedies, by group. @param count of those that pass the window's filter */
export function PrintedFindings({ findings, count, notes }: { findings: Findings; count: number; notes: Readonly<Record<string, PairNote>> }) {
  const { findings: shown, leftOut, coverage, waits = [], toolsWithout, withoutLines } = findings
  return (
    <>
      <h2>{shown.length < count ? `The first ${countText(shown.length)} of ${countedText(count, 'finding')}` : countedText(count, 'finding')}</h2>
      {withoutLines === undefined ? null : <p>{missingLinesText(withoutLines)}</p>}
      {shown.map((finding, index) => (
        <Fragment key={finding.id}>
          <GroupHeading text={groupHeading(shown, index)} />
          <PrintedFinding finding={finding} rank={index + 1} findings={findings} note={notes[finding.id]} />
        </Fragment>
      ))}
      {waits.length === 0 ? null : (
        <>
          <h3>{waitsLine(findings)}</h3>
          <ul>
            {waits.map((wait, at) => (
              <li key={at}>
                {waitText(wait, findings)}. {wait.remedy}
              </li>
            ))}
          </ul>
        </>
      )}
      {toolsWithout?.map((tool) => (
        <p key={tool}>
          {toolWords[tool].title}: {withoutText(tool)}
        </p>
      ))}
      {coverage === undefined ? null : <p>{coverageText(coverage)}</p>}
      {leftOut.length === 0 ? null : (
        <p>
          {leftOutLine(findings)}: {leftOut.map((part) => leftOutText(part, findings)).join('; ')}.
        </p>
      )}
    </>
  )
}

function GroupHeading({ text }: { text: string | null }) {
  return text === null ? null : (
    <p>
      <strong>{text}</strong>
    </p>
  )
}

function PrintedFinding({ finding, rank, findings, note }: { finding: Finding; rank: number; findings: Findings; note: PairNote | undefined }) {
  const { title, cause, remedy, sketch, bound, evidence, places, tools } = finding
  const { source: seen, machineCode } = sortedEvidence(evidence)
  const cost = costOf(finding, findings)
  return (
    <section className="printed-finding">
      <h3>
        {rank}. <WrappingNames text={title} />
      </h3>
      <p>{[`${cost.text}${cost.interval === '' ? '' : ` (95 % CI ${cost.interval})`}`, ...tools.map((tool) => toolWords[tool].name)].join(' · ')}</p>
      <p>{sureSentence(finding)}</p>
      {note === undefined ? null : <p>{noteText(note)}</p>}
      <ul>
        {places.map((place, at) => (
          <li key={at}>
            {places.length === 1 ? '' : `${place.role}: `}
            {findingPlaceText(place)} in {place.function} <code>{place.text}</code>
          </li>
        ))}
      </ul>
      <p>
        <strong>What is wrong:</strong> {cause}
      </p>
      <p>
        <strong>What to do:</strong> {remedy}
      </p>
      {sketch === null ? null : <pre>{sketch}</pre>}
      {bound === null ? null : (
        <p>
          <strong>What it may save:</strong> {bound.text}
        </p>
      )}
      {seen.length === 0 ? null : (
        <p>
          <strong>What was measured:</strong> {seen.join(' ')}
        </p>
      )}
      {machineCode.length === 0 ? null : (
        <p>
          <strong>Machine code:</strong> {machineCode.join(' ')}
        </p>
      )}
    </section>
  )
}
