import type { ComparedFindingList, ComparedFindingRow } from '../../../shared/comparison.ts'
import type { Side as Version } from '../../../shared/compare/compared_number.ts'
import type { FindingPlace } from '../../../shared/findings/finding.ts'
import { withFittingNames } from '../../../shared/names/fitting_names.ts'
import { report } from '../../application/application.ts'
import { showComparedFinding } from '../../application/comparisons.ts'
import { useApplication } from '../../application/context.ts'
import { useAnswer } from '../../application/use_answer.ts'
import { AccessMark } from '../../components/AccessMark.tsx'
import { Failure } from '../../components/Failure.tsx'
import { Waiting } from '../../components/loading/Waiting.tsx'
import { WrappingNames } from '../../components/WrappingNames.tsx'
import { findingPlaceText, mostOfTitle } from '../../findings/finding_words.ts'
import { countedText, quantityText } from '../../format/quantities.ts'
import { Marked } from '../ChangeFigures.tsx'
import { toneOf } from '../change_text.ts'
import { useComparison } from '../use_comparison.ts'

/** The verdict, and the findings that are gone, smaller, larger or new; unchanged ones are folded. */
export function ComparedFindings() {
  const { client } = useApplication()
  const comparison = useComparison((open) => open.summary.comparison)
  const answer = useAnswer(String(comparison), (signal) => client.call('compare.findings', { comparison }, { signal }))
  return (
    <section className="compared-findings" aria-label="Findings of both runs">
      {answer.state === 'failed' ? (
        <Failure text={answer.message} again={answer.again} />
      ) : answer.state === 'waiting' ? (
        <Waiting inline>Comparing the findings…</Waiting>
      ) : (
        <Findings list={answer.value} />
      )}
    </section>
  )
}

function Findings({ list: { verdict, unit, findings } }: { list: ComparedFindingList }) {
  const changed = findings.filter(({ status }) => status !== 'unchanged')
  const unchanged = findings.filter(({ status }) => status === 'unchanged')
  const rows = (of: ComparedFindingRow[]) => of.map((finding) => <Row key={`${finding.pair.pair} ${finding.title}`} finding={finding} unit={unit} />)
  return (
    <>
      <p className="comparison-verdict selectable">
        {verdict}
        {findings.length === 0 ? ' Neither run has findings.' : ''}
      </p>
      <div className="compared-finding-lists">
        {changed.length === 0 ? null : <ul aria-label="Changed findings">{rows(changed)}</ul>}
        {unchanged.length === 0 ? null : (
          <details>
            <summary>{countedText(unchanged.length, 'finding')} unchanged</summary>
            <ul aria-label="Unchanged findings">{rows(unchanged)}</ul>
          </details>
        )}
      </div>
    </>
  )
}

function Row({ finding, unit }: { finding: ComparedFindingRow; unit: ComparedFindingList['unit'] }) {
  const application = useApplication()
  const selected = useComparison(({ selection }) => selection?.kind === 'pair' && selection.pair.pair === finding.pair.pair)
  const { title, status, amount, places } = finding
  const change = (value: number): string => `${value < 0 ? '−' : '+'}${amountText(Math.abs(value), unit)}`
  const of = (version: Version): string => (places[version] === null ? '—' : amountText(amount[version], unit))
  return (
    <li>
      <button
        type="button"
        className="compared-finding"
        aria-current={selected}
        onClick={() => void showComparedFinding(application, finding).catch((error) => report(application, error))}
      >
        <span className={toneOf(amount, 'less')}>{status}</span>
        <span className="compared-finding-amount">
          <Marked
            className=""
            significance={amount.significance}
            change={amount.change}
            interval={amount.ci95 === null ? null : `${change(amount.ci95[0])} to ${change(amount.ci95[1])}`}
          >{`${of('old')} → ${of('new')}`}</Marked>
        </span>
        <span className="compared-finding-title" title={title}>
          <WrappingNames text={withFittingNames(title, mostOfTitle)} />
        </span>
        <span className="compared-finding-places mono" title={placesTitle(places)}>
          <Places places={(places.new ?? places.old)!} />
        </span>
      </button>
    </li>
  )
}

/** @param unit seconds of CPU time at stake, else the unit of the runs */
function amountText(value: number, unit: ComparedFindingList['unit']): string {
  return unit === 'seconds' ? quantityText(value * 1e9, 'ns') : quantityText(value, unit)
}

function Places({ places }: { places: FindingPlace[] }) {
  return places.map((place, at) => (
    <span key={at}>
      {places.length === 1 ? null : <AccessMark side={place.role === 'earlier' ? 'source' : 'target'} />} {findingPlaceText(place)}
    </span>
  ))
}

/** One line for each place of each run. */
function placesTitle(places: ComparedFindingRow['places']): string {
  return (['old', 'new'] as const)
    .flatMap((version) => (places[version] ?? []).map((place) => `${version}: ${findingPlaceText(place)} in ${place.inLibrary ?? place.function}`))
    .join('\n')
}
