import { Waiting } from '../components/loading/Waiting.tsx'
import { capitalized } from '../../shared/names/capitalized.ts'
import type { TimelineReport } from '../../shared/rpc/charts.ts'
import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { recordAgain } from '../application/record_again.ts'
import { chooseCharts, showPairsDuring } from '../application/profiles.ts'
import { useAnswer } from '../application/use_answer.ts'
import type { BarRange } from '../charts/BarBrush.tsx'
import { Failure } from '../components/Failure.tsx'
import { Switch } from '../components/Switch.tsx'
import { profileStem } from '../format/paths.ts'
import { percentText } from '../format/quantities.ts'
import type { Tool } from '../../shared/run.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { EmptyProfile } from '../profile/EmptyProfile.tsx'
import { isNeutral, toolWords } from '../tools/tools.ts'
import { spanText, TimelineChart } from './TimelineChart.tsx'
import './timeline.css'

/** When in the run the waste was, of the whole program or of the selected pair. */
export default function TimelineView() {
  const application = useApplication()
  const summary = useProfile((profile) => profile.summary)
  const tool = useProfile((profile) => profile.tool)
  const selected = useProfile((profile) => profile.selection?.details?.row ?? null)
  const of = useProfile(({ charts }) => charts.timelineOf)
  const counted = summary.run.engine === 'exhaustive'
  const row = of === 'pair' && !counted ? selected : null
  const asked = JSON.stringify([summary.profile, tool, row?.pair])
  const answer = useAnswer(asked, async (signal) => ({
    asked,
    timeline: await application.client.call('timeline.read', { profile: summary.profile, tool, pair: row?.pair ?? null }, { signal }),
  }))
  const answered = answer.state === 'here' && answer.value.asked === asked ? answer.value.timeline : null
  return (
    <div className="view">
      {counted ? null : (
        <div className="toolbar" role="toolbar" aria-label="Time line">
          <Switch<'program' | 'pair'>
            label="Of"
            value={of}
            options={{ program: 'whole program', pair: 'selected pair' }}
            titles={{ program: 'Everything that the tool found', pair: 'The pair in the panes' }}
            onChange={(timelineOf) => chooseCharts(application, { timelineOf })}
          />
          {of === 'pair' && selected === null ? <span className="chip">no pair is selected</span> : null}
        </div>
      )}
      <div className="timeline-body" tabIndex={-1}>
        {answer.state === 'failed' ? (
          <div className="state">
            <Failure text={answer.message} again={answer.again} />
          </div>
        ) : answered === null ? (
          <Waiting>Reading the time line…</Waiting>
        ) : answered.intervals.length === 0 ? (
          counted && (tool === 'registers' || tool === 'reuse-distance' || tool === 'values') ? (
            <div className="state">
              Runs that count every access tell times of stores and loads, not of this tool. Sampled runs tell them of every tool that samples.
            </div>
          ) : (
            <EmptyTimeline summary={summary} tool={tool} />
          )
        ) : (
          <Chart
            key={tool}
            tool={tool}
            timeline={answered}
            fileName={`${profileStem(summary.path)}-time-line`}
            neutral={isNeutral(tool)}
            title={`${isNeutral(tool) ? 'Reuses' : capitalized(toolWords[tool].name)} over time, ${row === null ? 'whole program' : `${row.sourceFunction} → ${row.targetFunction}`}`}
          />
        )}
      </div>
    </div>
  )
}

/** Where something was observed, only its times are missing. */
function EmptyTimeline({ summary, tool }: { summary: ProfileSummary; tool: Tool }) {
  const application = useApplication()
  if ((summary.totals[tool]?.traps ?? 0) === 0) return <EmptyProfile summary={summary} tool={tool} />
  return (
    <div className="state">
      <span>The profile is of an older version, which kept no times.</span>
      <button type="button" className="action" onClick={() => recordAgain(application, summary)}>
        Record again…
      </button>
    </div>
  )
}

interface ChartProps {
  tool: Tool
  timeline: TimelineReport
  title: string
  fileName: string
  neutral: boolean
}

function Chart({ tool, timeline, title, fileName, neutral }: ChartProps) {
  const application = useApplication()
  const chosen = useProfile(({ charts }) => charts.timelineRange ?? null)
  const range = chosen?.tool === tool ? chosen : null
  const setRange = (bars: BarRange | null): void => chooseCharts(application, { timelineRange: bars === null ? null : { tool, ...bars } })
  const { intervals, counted, covered, unit } = timeline
  const [first, last] = [intervals[range?.first ?? -1], intervals[range?.last ?? -1]]
  const what = neutral ? 'reuses' : 'waste'
  return (
    <>
      <div className="timeline-evidence">
        {counted ? (
          <span className="dim" title="Every access was counted; a bar is the share of the bytes accessed meanwhile">
            exact, of all bytes accessed meanwhile
          </span>
        ) : (
          <span className="dim" title="Whiskers are 95 % intervals; pale bars have few samples">
            share of what the tool saw in each interval, with 95 % intervals
          </span>
        )}
        {covered < 1 ? (
          <span className="chip" title="A recording keeps the times of only so many observations">
            times of {percentText(covered)} of the observations
          </span>
        ) : null}
      </div>
      <TimelineChart
        title={title}
        timeline={timeline}
        what={what}
        meaning={neutral ? 'neutral' : 'waste'}
        fileName={fileName}
        range={range}
        {...(counted ? {} : { onRange: setRange })}
      />
      {counted ? (
        <div className="dim">
          A run that counts every access has the time line of the program as a whole. A sampled run also shows which pairs were observed when.
        </div>
      ) : first === undefined || last === undefined ? (
        <div className="dim">Drag over bars, or press Enter on them, to list the pairs observed in that time.</div>
      ) : (
        <div className="timeline-range">
          <span className="chip">
            {spanText({ from: first.from, to: last.to }, unit)}
            <button type="button" className="plain" aria-label="Clear the range" onClick={() => setRange(null)}>
              ✕
            </button>
          </span>
          <button
            type="button"
            className="action"
            onClick={() =>
              void showPairsDuring(application, { first: first.first, last: last.last }, spanText({ from: first.from, to: last.to }, unit)).catch((error) =>
                report(application, error),
              )
            }
          >
            Show the pairs observed in it
          </button>
        </div>
      )}
    </>
  )
}
