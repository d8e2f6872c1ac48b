import { useId, useState } from 'react'
import { Waiting } from '../components/loading/Waiting.tsx'
import { FEWEST_TRAPS } from '../../shared/metrics/statistics/bootstrap.ts'
import { estimatedAccessRate } from '../../shared/metrics/reuse/estimated_rate.ts'
import { missRatioAt } from '../../shared/metrics/reuse/miss_ratio.ts'
import type { ReuseReport } from '../../shared/report.ts'
import type { Granularity, RunDescription } from '../../shared/run.ts'
import { csvText, markdownText } from '../../shared/tables/table_text.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { PairRow } from '../../shared/rpc/pairs.ts'
import { announce, report } from '../application/application.ts'
import { useApplication, useCaches, useProfile } from '../application/context.ts'
import { recordAgain } from '../application/record_again.ts'
import { copyText, saveFile } from '../application/save.ts'
import { chooseReuse, showPairsAt } from '../application/profiles.ts'
import { useAnswer } from '../application/use_answer.ts'
import { Failure } from '../components/Failure.tsx'
import { profileStem } from '../format/paths.ts'
import { countedText, countText, percentText } from '../format/quantities.ts'
import { rangeText } from './distance_axis.ts'
import type { BarRange } from '../charts/BarBrush.tsx'
import { evidenceBasis, shareEvidence } from '../tools/evidence.ts'
import { HistogramChart } from './HistogramChart.tsx'
import { MissRatioChart } from './MissRatioChart.tsx'
import type { MissRatioCurve } from './MissRatioLines.tsx'
import { NoReusedObjects, ObjectChoice } from './ObjectChoice.tsx'
import { PercentileTable } from './PercentileTable.tsx'
import { accessRateOf, cacheSizeOf, type ReuseChoices } from './reuse_choices.ts'
import { reuseTable } from './reuse_table.ts'
import { ReuseToolbar } from './ReuseToolbar.tsx'
import { ExportMenu } from '../components/ExportMenu.tsx'
import './reuse.css'

/** How far apart uses and reuses lie: histogram, miss-ratio curve and percentiles, of the program, of one pair or of one data object. */
export default function ReuseView() {
  const application = useApplication()
  const summary = useProfile((profile) => profile.summary)
  const choices = useProfile((profile) => profile.reuse)
  const selection = useProfile((profile) =>
    profile.tool === 'reuse-distance' ? profile.selection : (profile.leftViews.get('reuse-distance')?.selection ?? null),
  )
  const recorded = summary.run.tools.includes('reuse-distance')
  const { rate, problem } = accessRateOf(choices.accessRate)
  const pair = choices.of === 'pair' ? (selection?.pair ?? null) : null
  const { conversion, firstBin, binCount } = choices
  const reused = useAnswer(recorded && choices.of === 'object' ? String(summary.profile) : null, (signal) =>
    application.client.call('reuse.objects', { profile: summary.profile }, { signal }),
  )
  const known = choices.of === 'object' && reused.state === 'here' ? reused.value : null
  const object = known?.objects.find((each) => each.object === choices.object) ?? known?.objects[0] ?? null
  const asked = recorded && problem === null && (choices.of === 'program' || pair !== null || object !== null)
  const answer = useAnswer(asked ? JSON.stringify([summary.profile, pair, object?.object, conversion, rate, firstBin, binCount]) : null, async (signal) => ({
    pair,
    object,
    reuse: await application.client.call(
      'reuse.read',
      { profile: summary.profile, pair, object: object?.object ?? null, conversion, accessRate: rate, firstBin, binCount },
      { signal },
    ),
  }))
  // Only the clock is known: the curve is drawn for the likely access rate, and for the lowest and highest possible rates.
  const isEstimated = rate === null && summary.run.distanceUnit !== 'accesses'
  const estimate = useAnswer(asked && isEstimated ? JSON.stringify([summary.profile, pair, object?.object, conversion]) : null, async (signal) => {
    const read = async (accessRate: number) =>
      (
        await application.client.call(
          'reuse.read',
          { profile: summary.profile, pair, object: object?.object ?? null, conversion, accessRate, firstBin: null, binCount },
          { signal },
        )
      ).missRatio
    const { low, likely, high } = estimatedAccessRate(summary.run)
    const [curve, ...between] = await Promise.all([read(likely), read(low), read(high)])
    return { pair, object: object?.object ?? null, curve, between: between as [MissRatioCurve, MissRatioCurve] }
  })
  const estimated =
    isEstimated && estimate.state === 'here' && estimate.value.pair === pair && estimate.value.object === (object?.object ?? null) ? estimate.value : null
  if (!recorded) {
    return (
      <div className="view">
        <div className="state">
          <span>This run did not measure reuse distances.</span>
          <button type="button" className="action" onClick={() => recordAgain(application, summary, { tools: ['reuse-distance'] })}>
            Record them…
          </button>
        </div>
      </div>
    )
  }
  const answered = answer.state === 'here' ? answer.value : null
  // The pair's name and its distances come by different ways: one is not shown over the other's.
  const row = answered === null || answered.pair === null ? null : (selection?.details?.row ?? null)
  const complete = answered !== null && (row?.pair ?? null) === answered.pair && (choices.of === 'object') === (answered.object !== null)
  return (
    <div className="view">
      <ReuseToolbar
        choices={choices}
        clockDriven={summary.run.distanceUnit !== 'accesses'}
        rateProblem={problem}
        onChange={(change) => chooseReuse(application, change)}
      />
      <div className="reuse-body" tabIndex={-1}>
        {choices.of === 'pair' && pair === null ? (
          <div className="state">
            <span>No pair of reuse distance is selected.</span>
            <button type="button" className="action" onClick={() => application.runCommand('reuse.choose-pair')}>
              Choose a pair…
            </button>
          </div>
        ) : reused.state === 'failed' && choices.of === 'object' ? (
          <div className="state">
            <Failure text={reused.message} again={reused.again} />
          </div>
        ) : known !== null && object === null ? (
          <NoReusedObjects counted={summary.run.engine === 'exhaustive'} />
        ) : answer.state === 'failed' ? (
          <div className="state">
            <Failure text={answer.message} again={answer.again} />
          </div>
        ) : answered === null || !complete ? (
          <Waiting>Reading the reuse distances…</Waiting>
        ) : (
          <>
            {known === null || object === null ? null : (
              <ObjectChoice reused={known} value={object.object} onChange={(chosen) => chooseReuse(application, { object: chosen })} />
            )}
            <Charts
              reuse={answered.reuse}
              choices={choices}
              accessRate={rate}
              row={row}
              object={answered.object?.name ?? null}
              summary={summary}
              estimated={estimated}
            />
          </>
        )}
      </div>
    </div>
  )
}

/** "1.4 G". */
const billions = (rate: number): string => `${Number((rate / 1e9).toPrecision(2))} G`

/** The basis of the estimated curve and its band. */
function estimateText(run: RunDescription): string {
  const { low, likely, high, mix, isMeasured } = estimatedAccessRate(run)
  const code = isMeasured ? 'the code of this run' : 'compiled code usually'
  return `Estimated: the run measured CPU time, and ${code} makes ${mix.toFixed(2)} accesses per instruction. The curve takes ${billions(likely)} accesses per second; the band is for ${billions(low)} to ${billions(high)}, from slow to fast processors. Type the rate above if you know it.`
}

const granularityWords: Record<Granularity, string> = { byte: 'byte', word: 'word', line: 'cache line' }

interface ChartsProps {
  reuse: ReuseReport
  choices: ReuseChoices
  accessRate: number | null
  /** The pair whose reuses are shown; null: not those of one pair. */
  row: PairRow | null
  /** Name of the data object whose reuses are shown; null: not those of one object. */
  object: string | null
  summary: ProfileSummary
  /** Miss ratios for an estimated access rate, where none is known; null: not there. */
  estimated: { curve: MissRatioCurve; between: [MissRatioCurve, MissRatioCurve] } | null
}

function Charts({ reuse: measured, choices, accessRate, row, object, summary, estimated }: ChartsProps) {
  const { measure } = choices
  const application = useApplication()
  const caches = useCaches()
  const name = profileStem(summary.path)
  const of = object ?? (row === null ? 'whole program' : `${row.sourceFunction} → ${row.targetFunction}`)
  const [chosen, choose] = useState<Granularity | null>(null)
  const granularities = [measured, ...(measured.exact?.otherGranularities ?? [])]
  const reuse = granularities.find(({ granularity }) => granularity === chosen) ?? measured
  const few = reuse.exact === undefined && reuse.traps < FEWEST_TRAPS
  const histogram = reuse[measure]
  const { run } = summary
  const sampled = reuse.exact === undefined ? { evidenceText: (share: number) => shareEvidence(evidenceBasis(run, undefined), share, reuse.traps) } : {}
  /** Null: every one was counted. */
  const seen = reuse.exact === undefined ? (reuse.effectiveTraps ?? reuse.traps) : null
  const ratioEvidence = (ratio: number | null): string => shareEvidence({ ...evidenceBasis(run, undefined), exact: seen === null }, ratio, reuse.traps)
  const [chosenBars, setRange] = useState<{ of: string; range: BarRange } | null>(null)
  // A range is of the bars it was chosen among: other bars have none.
  const bars = `${measure} ${reuse.granularity} ${histogram?.unit} ${histogram?.bins.map(({ from }) => from).join(' ')}`
  const range = chosenBars?.of === bars ? chosenBars.range : null
  const canRange = row === null && object === null && (measure === 'time' || reuse.exact !== undefined)
  const typed = cacheSizeOf(choices.cacheSize)
  function showPairs({ first, last }: BarRange): void {
    const [from, to] = [histogram?.bins[first], histogram?.bins[last]]
    if (from === undefined || to === undefined || histogram === null) return
    const distance = { axis: measure, granularity: reuse.granularity, from: from.from, to: to.to, accessRate }
    showPairsAt(application, distance, rangeText(from, to, histogram.unit)).catch((error) => report(application, error))
  }
  function save(): void {
    const file = `${name}-reuse${object !== null ? '-object' : row === null ? '' : `-pair-${row.pair}`}.csv`
    saveFile(file, csvText(reuseTable(reuse, object)), 'text/csv;charset=utf-8')
    announce(application, `${file} was saved.`)
  }
  function copy(): void {
    copyText(markdownText(reuseTable(reuse, object))).then(
      () => announce(application, 'Copied as a Markdown table: the reuse distances.'),
      (error) => report(application, error),
    )
  }
  if (reuse.traps === 0) {
    return (
      <div className="state">
        {object !== null
          ? 'No reuse of this object was seen.'
          : row === null
            ? 'No reuse was seen: no watched data was accessed again in time. Record longer, or at a higher rate.'
            : 'No reuse of this pair was seen.'}
      </div>
    )
  }
  return (
    <>
      <div className="reuse-evidence">
        <span className={few ? 'chip' : 'dim'}>{few ? `only ${countedText(reuse.traps, 'reuse')}` : countedText(reuse.traps, 'reuse')}</span>
        <ReuseEvidence reuse={reuse} />
        {granularities.length === 1 ? (
          <span className="dim">per {granularityWords[reuse.granularity]}</span>
        ) : (
          <select
            value={reuse.granularity}
            aria-label="Granularity"
            title="Accesses to the same unit of data are reuses"
            onChange={(event) => choose(event.target.value as Granularity)}
          >
            {granularities.map(({ granularity }) => (
              <option key={granularity} value={granularity}>
                per {granularityWords[granularity]}
              </option>
            ))}
          </select>
        )}
        <span className="toolbar-space" />
        <ExportMenu
          what="what is shown"
          choices={[
            { title: 'Save as CSV', run: save },
            { title: 'Copy as Markdown', run: copy },
          ]}
        />
        {reuse.notes.map((note) => (
          <span key={note} className="reuse-note">
            {note}
          </span>
        ))}
      </div>
      <div className={few ? 'few' : ''}>
        {histogram === null ? (
          <NeedsAccesses what="Stack distances count" />
        ) : (
          <HistogramChart
            title={`${measure === 'time' ? 'Time' : 'Stack'} distance, ${of}`}
            histogram={histogram}
            model={measure === 'stack' && reuse.exact !== undefined ? { name: 'by the model', histogram: reuse.exact.stackFromTime } : null}
            caches={caches}
            fileName={`${name}-${measure}-distance`}
            logarithmic={choices.scale === 'log'}
            range={range}
            {...sampled}
            {...(canRange ? { onRange: (next: BarRange | null) => setRange(next === null ? null : { of: bars, range: next }) } : {})}
          />
        )}
        {range === null || histogram === null ? (
          canRange && histogram !== null ? (
            <div className="dim reuse-range">Drag over bars, or press Enter on them, to list the pairs with such reuses.</div>
          ) : null
        ) : (
          <div className="reuse-range">
            <span className="chip">
              {rangeText(histogram.bins[range.first], histogram.bins[range.last], histogram.unit)}
              <button type="button" className="plain" aria-label="Clear the range" onClick={() => setRange(null)}>
                ✕
              </button>
            </span>
            <button type="button" className="action" onClick={() => showPairs(range)}>
              Show the pairs with such reuses
            </button>
          </div>
        )}
        {reuse.missRatio.length === 0 && estimated !== null && estimated.curve.length > 0 ? (
          <>
            <MissRatioChart
              title={`Miss ratio by cache size, ${of}`}
              curve={estimated.curve}
              between={estimated.between}
              caches={caches}
              typed={typed.bytes}
              reuses={seen}
              evidenceText={ratioEvidence}
              fileName={`${name}-miss-ratio`}
            />
            <div className="reuse-range" role="note">
              <span>{estimateText(run)}</span>
              <button
                type="button"
                className="action"
                title="The exhaustive engine counts every access: distances are in accesses, without an estimate"
                onClick={() => recordAgain(application, summary, { engine: 'exhaustive', tools: ['reuse-distance'] })}
              >
                Count exactly (second run)…
              </button>
            </div>
          </>
        ) : reuse.missRatio.length === 0 ? (
          <NeedsAccesses what="The miss-ratio curve counts" />
        ) : (
          <MissRatioChart
            title={`Miss ratio by cache size, ${of}`}
            curve={reuse.missRatio}
            caches={caches}
            typed={typed.bytes}
            reuses={seen}
            evidenceText={ratioEvidence}
            fileName={`${name}-miss-ratio`}
          />
        )}
        {reuse.missRatio.length === 0 ? null : (
          <TypedCache text={choices.cacheSize} curve={reuse.missRatio} reuses={seen} evidenceText={ratioEvidence} {...typed} />
        )}
        {histogram === null ? null : <PercentileTable histogram={histogram} measure={measure} reuses={seen} />}
      </div>
    </>
  )
}

/** For samples: those whose reuse was never seen. For counted reuses: the first accesses, and how close the samplers' model is. */
function ReuseEvidence({ reuse: { censoredShare, exact } }: { reuse: ReuseReport }) {
  if (exact === undefined)
    return (
      <span className="dim" title="Samples without a reuse while they were watched">
        unresolved {percentText(censoredShare)}
      </span>
    )
  return (
    <>
      <span className="dim" title="Every reuse was counted">
        exact
      </span>
      <span className="dim" title="Accesses to data that were never accessed before; they miss in any cache">
        {countText(exact.first)} first {exact.first === 1 ? 'access' : 'accesses'}
      </span>
      <span
        className="dim"
        title="How near the samplers' model comes to the stack distances (dashes in the chart), from exact time distances: 100 % is the same. The first compares bar by bar (S), the second means of neighbouring bars (Ŝ): RDX equations 1 and 2"
      >
        model: {percentText(exact.similarity)} alike, {percentText(exact.smoothedSimilarity)} smoothed
      </span>
    </>
  )
}

/** The miss ratio of a cache of any size. */
function TypedCache({
  text,
  bytes,
  problem,
  curve,
  reuses,
  evidenceText,
}: {
  text: string
  bytes: number | null
  problem: string | null
  curve: ReuseReport['missRatio']
  reuses: number | null
  evidenceText(ratio: number | null): string
}) {
  const ratio = bytes === null ? null : missRatioAt(curve, bytes)
  const application = useApplication()
  return (
    <div className="reuse-range">
      <label>
        What would a cache of{' '}
        <input
          type="text"
          className="reuse-rate"
          value={text}
          placeholder="2 MiB"
          spellCheck={false}
          aria-invalid={problem !== null}
          onChange={(event) => chooseReuse(application, { cacheSize: event.target.value })}
        />{' '}
        miss?
      </label>
      {problem === null ? null : (
        <span role="alert" className="reuse-problem">
          {problem}
        </span>
      )}
      {bytes === null ? null : (
        <span role="status">
          <strong>{percentText(ratio)} of the accesses</strong>{' '}
          <span className="dim">
            {evidenceText(ratio)}
            {reuses === null ? '' : '; the error of the stack distances’ model comes on top'}
          </span>
        </span>
      )}
    </div>
  )
}

/** The message where only the clock is known. */
function NeedsAccesses({ what }: { what: string }) {
  const id = useId()
  return (
    <div className="state reuse-needs" role="status" aria-labelledby={id}>
      <span id={id}>
        {what} accesses, and this run measured CPU time. Type above how many accesses the program makes per second; a run driven by a PMU needs no rate.
      </span>
    </div>
  )
}
