import { useId } from 'react'
import { FEWEST_TRAPS } from '../../shared/metrics/bootstrap.ts'
import type { ReuseReport } from '../../shared/report.ts'
import type { PairRow, ProfileSummary } from '../../shared/rpc/contract.ts'
import { announce } from '../application/application.ts'
import { useApplication, useCaches, useProfile } from '../application/context.ts'
import { saveFile } from '../application/save.ts'
import { chooseReuse } from '../application/profiles.ts'
import { useAnswer } from '../application/use_answer.ts'
import { Failure } from '../components/Failure.tsx'
import { baseName } from '../format/paths.ts'
import { countedText, percentText } from '../format/quantities.ts'
import { HistogramChart } from './HistogramChart.tsx'
import { MissRatioChart } from './MissRatioChart.tsx'
import { PercentileTable } from './PercentileTable.tsx'
import { accessRateOf } from './reuse_choices.ts'
import { reuseTable } from './reuse_table.ts'
import { ReuseToolbar } from './ReuseToolbar.tsx'
import './reuse.css'

/** How far apart uses and reuses lie: histogram, miss-ratio curve and percentiles, of the program or of one pair. */
export default function ReuseView() {
  const application = useApplication()
  const summary = useProfile((profile) => profile.summary)
  const choices = useProfile((profile) => profile.reuse)
  const selection = useProfile((profile) => (profile.tool === 'reuse-distance' ? profile.selection : (profile.leftViews.get('reuse-distance')?.selection ?? null)))
  const recorded = summary.run.tools.includes('reuse-distance')
  const { rate, problem } = accessRateOf(choices.accessRate)
  const pair = choices.of === 'pair' ? (selection?.pair ?? null) : null
  const { conversion, firstBin, binCount } = choices
  const asked = recorded && problem === null && (choices.of === 'program' || pair !== null)
  const answer = useAnswer(asked ? JSON.stringify([summary.profile, pair, conversion, rate, firstBin, binCount]) : null, async (signal) => ({
    pair,
    reuse: await application.client.call('reuse.read', { profile: summary.profile, pair, conversion, accessRate: rate, firstBin, binCount }, { signal }),
  }))
  if (!recorded) {
    return (
      <div className="view">
        <div className="state">
          <span>This run did not look for reuse distances.</span>
          <button type="button" className="action" onClick={() => application.runCommand('record.new')}>Record them…</button>
        </div>
      </div>
    )
  }
  const answered = answer.state === 'here' ? answer.value : null
  // The pair's name and its distances come by different ways: one is not shown over the other's.
  const row = answered === null || answered.pair === null ? null : (selection?.details?.row ?? null)
  const complete = answered !== null && (row?.pair ?? null) === answered.pair
  return (
    <div className="view">
      <ReuseToolbar choices={choices} clockDriven={summary.run.distanceUnit !== 'accesses'} rateProblem={problem} onChange={(change) => chooseReuse(application, change)} />
      <div className="reuse-body" tabIndex={-1}>
        {choices.of === 'pair' && pair === null ? (
          <div className="state">
            <span>No pair of reuse distance is selected.</span>
            <button type="button" className="action" onClick={() => application.runCommand('reuse.choose-pair')}>Choose a pair…</button>
          </div>
        ) : answer.state === 'failed' ? (
          <div className="state"><Failure text={answer.message} /></div>
        ) : answered === null || !complete ? (
          <div className="state dim pulse">Reading the reuse distances…</div>
        ) : (
          <Charts reuse={answered.reuse} measure={choices.measure} row={row} summary={summary} />
        )}
      </div>
    </div>
  )
}

interface ChartsProps {
  reuse: ReuseReport
  measure: 'time' | 'stack'
  /** The pair whose reuses are shown; null: the whole program. */
  row: PairRow | null
  summary: ProfileSummary
}

function Charts({ reuse, measure, row, summary }: ChartsProps) {
  const application = useApplication()
  const caches = useCaches()
  const name = baseName(summary.path).replace(/\.hagstone$/, '')
  const of = row === null ? 'whole program' : `${row.sourceFunction} → ${row.targetFunction}`
  const few = reuse.traps < FEWEST_TRAPS
  const histogram = reuse[measure]
  function save(): void {
    const file = `${name}-reuse${row === null ? '' : `-pair-${row.pair}`}.csv`
    saveFile(file, reuseTable(reuse), 'text/csv;charset=utf-8')
    announce(application, `${file} was saved.`)
  }
  if (reuse.traps === 0) {
    return <div className="state">{row === null ? 'No reuse was seen: nothing that was watched was touched again in time. Record longer, or at a higher rate.' : 'No reuse of this pair was seen.'}</div>
  }
  return (
    <>
      <div className="reuse-evidence">
        <span className={few ? 'chip' : 'dim'}>{few ? `few samples: ${countedText(reuse.traps, 'reuse')}` : countedText(reuse.traps, 'reuse')}</span>
        <span className="dim" title="Samples whose reuse never came while they were watched">censored {percentText(reuse.censoredShare)}</span>
        <span className="dim">per {reuse.granularity === 'line' ? 'cache line' : reuse.granularity}</span>
        <span className="toolbar-space" />
        <button type="button" className="plain" aria-label="Save what is shown as CSV" title="Save what is shown as CSV" onClick={save}>CSV</button>
        {reuse.notes.map((note) => <span key={note} className="reuse-note">{note}</span>)}
      </div>
      <div className={few ? 'few' : ''}>
        {histogram === null ? <NeedsAccesses what="Stack distances count" /> : (
          <HistogramChart title={`${measure === 'time' ? 'Time' : 'Stack'} distance, ${of}`} histogram={histogram} caches={caches} fileName={`${name}-${measure}-distance`} />
        )}
        {reuse.missRatio.length === 0 ? <NeedsAccesses what="The miss-ratio curve counts" /> : (
          <MissRatioChart title={`Miss ratio by cache size, ${of}`} curve={reuse.missRatio} caches={caches} fileName={`${name}-miss-ratio`} />
        )}
        {histogram === null ? null : <PercentileTable histogram={histogram} measure={measure} />}
      </div>
    </>
  )
}

/** What is shown where only the clock is known. */
function NeedsAccesses({ what }: { what: string }) {
  const id = useId()
  return (
    <div className="state reuse-needs" role="status" aria-labelledby={id}>
      <span id={id}>{what} accesses, and this run measured CPU time. Type above how many accesses the program makes per second; a run driven by a PMU needs no rate.</span>
    </div>
  )
}
