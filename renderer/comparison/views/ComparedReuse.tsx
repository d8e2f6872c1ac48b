import type { ComparedReuse as ReuseOfBoth } from '../../../shared/comparison.ts'
import { Waiting } from '../../components/loading/Waiting.tsx'
import { chooseComparedReuse } from '../../application/comparisons.ts'
import { useApplication, useAppState } from '../../application/context.ts'
import type { CacheSizes } from '../../application/state.ts'
import { useAnswer } from '../../application/use_answer.ts'
import { Failure } from '../../components/Failure.tsx'
import { countedText } from '../../format/quantities.ts'
import { HistogramChart } from '../../reuse/HistogramChart.tsx'
import { accessRateOf } from '../../reuse/reuse_choices.ts'
import { ReuseToolbar } from '../../reuse/ReuseToolbar.tsx'
import '../../reuse/reuse.css'
import { compareReuseShares } from '../../../shared/compare/compared_distances.ts'
import { certaintyText, pointsText } from '../change_text.ts'
import { ComparedMissRatios } from './ComparedMissRatios.tsx'
import { ComparedPercentiles } from './ComparedPercentiles.tsx'
import { useComparison } from '../use_comparison.ts'
import { MissingTool } from './MissingTool.tsx'

/** Reuse distances of both runs in the same bins, the old run drawn over the new one. */
export default function ComparedReuse() {
  const application = useApplication()
  const { client } = application
  const summary = useComparison((open) => open.summary)
  const choices = useComparison((open) => open.reuse)
  const caches = useAppState(({ host }) => host?.caches)
  const recorded = summary.tools.includes('reuse-distance')
  const { rate, problem } = accessRateOf(choices.accessRate)
  const { conversion, firstBin, binCount, measure } = choices
  const { comparison } = summary
  const answer = useAnswer(recorded && problem === null ? JSON.stringify([comparison, conversion, rate, firstBin, binCount]) : null, (signal) =>
    client.call('compare.reuse', { comparison, conversion, accessRate: rate, firstBin, binCount }, { signal }),
  )
  if (!recorded) return <MissingTool tool="reuse-distance">Reuse distances are compared where both runs measured them.</MissingTool>
  const marks = summary.new.run.caches !== undefined && summary.new.run.caches.length > 0 ? summary.new.run.caches : (caches ?? [])
  return (
    <div className="view">
      <ReuseToolbar
        choices={choices}
        programOnly
        clockDriven={summary.new.run.distanceUnit !== 'accesses'}
        rateProblem={problem}
        onChange={(change) => chooseComparedReuse(application, change)}
      />
      <div className="reuse-body" tabIndex={-1}>
        {answer.state === 'failed' ? (
          <div className="state">
            <Failure text={answer.message} again={answer.again} />
          </div>
        ) : answer.state === 'waiting' ? (
          <Waiting>Reading the reuse distances…</Waiting>
        ) : (
          <Charts compared={answer.value} measure={measure} scale={choices.scale} caches={marks} />
        )}
      </div>
    </div>
  )
}

function Charts({
  compared: { old, new: present, similarity, percentiles, missRatio },
  measure,
  scale,
  caches,
}: {
  compared: ReuseOfBoth
  measure: 'time' | 'stack'
  scale: 'linear' | 'log'
  caches: CacheSizes
}) {
  const histograms = { old: old[measure], new: present[measure] }
  const alike = similarity[measure]
  const barEvidence = (share: number, bar: number): string => {
    const change = compareReuseShares(histograms.old?.bins[bar]?.share ?? null, share, { old, new: present })
    return `Δ ${pointsText(change.change)}: ${certaintyText(change)}`
  }
  const notes = [...new Set([...old.notes, ...present.notes])]
  return (
    <>
      <div className="reuse-evidence">
        <span className="dim">
          old {countedText(old.traps, 'reuse')}, new {countedText(present.traps, 'reuse')}
        </span>
        {alike === null ? null : (
          <span title="1 − ½ Σ|old − new| over the bars (RDX equation 1): 1 where both runs have the same distances">similarity {alike.toFixed(3)}</span>
        )}
        <span className="legend">
          <span className="legend-bar" aria-hidden /> new run
        </span>
        <span className="legend">
          <span className="legend-line" aria-hidden /> old run
        </span>
        {notes.map((note) => (
          <span key={note} className="reuse-note">
            {note}
          </span>
        ))}
      </div>
      {histograms.new === null || histograms.old === null ? (
        <div className="state reuse-needs">
          Stack distances count accesses, and these runs measured CPU time. Enter the program's accesses per second above.
        </div>
      ) : (
        <>
          <HistogramChart
            title={`${measure === 'time' ? 'Time' : 'Stack'} distance, new run over old run`}
            histogram={histograms.new}
            model={{ name: 'old run', histogram: histograms.old }}
            caches={caches}
            fileName={`compared-${measure}-distance`}
            logarithmic={scale === 'log'}
            evidenceText={barEvidence}
          />
          {missRatio.length === 0 ? null : <ComparedMissRatios old={old} new={present} compared={missRatio} caches={caches} fileName="compared-miss-ratio" />}
          <ComparedPercentiles
            percentiles={percentiles[measure]}
            unit={histograms.new.unit}
            lastBin={histograms.new.bins.at(-1)?.from ?? null}
            measure={measure}
          />
        </>
      )}
    </>
  )
}
