import { useId, useState } from 'react'
import { FEWEST_TRAPS } from '../../shared/metrics/bootstrap.ts'
import type { Granularity, ReuseReport } from '../../shared/report.ts'
import type { PairRow, ProfileSummary } from '../../shared/rpc/contract.ts'
import { announce } from '../application/application.ts'
import { useApplication, useCaches, useProfile } from '../application/context.ts'
import { saveFile } from '../application/save.ts'
import { chooseReuse } from '../application/profiles.ts'
import { useAnswer } from '../application/use_answer.ts'
import { Failure } from '../components/Failure.tsx'
import { baseName } from '../format/paths.ts'
import { countedText, countText, percentText } from '../format/quantities.ts'
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

const granularityWords: Record<Granularity, string> = { byte: 'byte', word: 'word', line: 'cache line' }

interface ChartsProps {
  reuse: ReuseReport
  measure: 'time' | 'stack'
  /** The pair whose reuses are shown; null: the whole program. */
  row: PairRow | null
  summary: ProfileSummary
}

function Charts({ reuse: measured, measure, row, summary }: ChartsProps) {
  const application = useApplication()
  const caches = useCaches()
  const name = baseName(summary.path).replace(/\.hagstone$/, '')
  const of = row === null ? 'whole program' : `${row.sourceFunction} → ${row.targetFunction}`
  const [chosen, choose] = useState<Granularity | null>(null)
  const granularities = [measured, ...(measured.exact?.otherGranularities ?? [])]
  const reuse = granularities.find(({ granularity }) => granularity === chosen) ?? measured
  const few = reuse.exact === undefined && reuse.traps < FEWEST_TRAPS
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
        <ReuseEvidence reuse={reuse} />
        {granularities.length === 1 ? <span className="dim">per {granularityWords[reuse.granularity]}</span> : (
          <select value={reuse.granularity} aria-label="Granularity" title="What counts as the same data" onChange={(event) => choose(event.target.value as Granularity)}>
            {granularities.map(({ granularity }) => <option key={granularity} value={granularity}>per {granularityWords[granularity]}</option>)}
          </select>
        )}
        <span className="toolbar-space" />
        <button type="button" className="plain" aria-label="Save what is shown as CSV" title="Save what is shown as CSV" onClick={save}>CSV</button>
        {reuse.notes.map((note) => <span key={note} className="reuse-note">{note}</span>)}
      </div>
      <div className={few ? 'few' : ''}>
        {histogram === null ? <NeedsAccesses what="Stack distances count" /> : (
          <HistogramChart title={`${measure === 'time' ? 'Time' : 'Stack'} distance, ${of}`} histogram={histogram} model={measure === 'stack' && reuse.exact !== undefined ? { name: 'by the model', histogram: reuse.exact.stackFromTime } : null} caches={caches} fileName={`${name}-${measure}-distance`} />
        )}
        {reuse.missRatio.length === 0 ? <NeedsAccesses what="The miss-ratio curve counts" /> : (
          <MissRatioChart title={`Miss ratio by cache size, ${of}`} curve={reuse.missRatio} caches={caches} fileName={`${name}-miss-ratio`} />
        )}
        {histogram === null ? null : <PercentileTable histogram={histogram} measure={measure} />}
      </div>
    </>
  )
}

/** Of samples those whose reuse never came; of counted reuses the first accesses, and how near the samplers' model comes. */
function ReuseEvidence({ reuse: { censoredShare, exact } }: { reuse: ReuseReport }) {
  if (exact === undefined) return <span className="dim" title="Samples whose reuse never came while they were watched">censored {percentText(censoredShare)}</span>
  return (
    <>
      <span className="dim" title="Every reuse was counted">exact</span>
      <span className="dim" title="Accesses to data that were never accessed before; they miss in any cache">{countText(exact.first)} first {exact.first === 1 ? 'access' : 'accesses'}</span>
      <span className="dim" title="How near the samplers' model comes to the stack distances (dashes in the chart), from exact time distances: 1 is the same. S compares bar by bar, Ŝ means of neighbouring bars (RDX equations 1 and 2)">model: S {exact.similarity.toFixed(3)}, Ŝ {exact.smoothedSimilarity.toFixed(3)}</span>
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
