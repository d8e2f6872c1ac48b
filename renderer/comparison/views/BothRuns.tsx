import { Waiting } from '../../components/loading/Waiting.tsx'
import type { Side as Version } from '../../../shared/compare/compared_number.ts'
import type { ProfileSummary } from '../../../shared/rpc/contract.ts'
import { COST_NAMES } from '../../../shared/names/cost_names.ts'
import type { Tool } from '../../../shared/run.ts'
import { report } from '../../application/application.ts'
import { chooseComparedFlame, selectComparedBox } from '../../application/comparisons.ts'
import { useApplication } from '../../application/context.ts'
import { useAnswer } from '../../application/use_answer.ts'
import { Failure } from '../../components/Failure.tsx'
import { FlameChart } from '../../flame/FlameChart.tsx'
import { FlameLegend } from '../../flame/FlameLegend.tsx'
import { boxAt, pathOf } from '../../flame/flame_layout.ts'
import { baseName, profileStem } from '../../format/paths.ts'
import { countedText, quantityText } from '../../format/quantities.ts'
import { nothingText } from '../../profile/nothing_text.ts'
import { StatisticsView } from '../../profile/StatisticsView.tsx'
import { ThreadTable } from '../../threads/ThreadTable.tsx'
import { TimelineChart } from '../../timeline/TimelineChart.tsx'
import { evidenceBasis, isFew, shareEvidence } from '../../tools/evidence.ts'
import { isNeutral, toolWords } from '../../tools/tools.ts'
import { runCostEvidence } from '../../tree/run_cost_columns.tsx'
import type { BothRunsView } from '../open_comparison.ts'
import { useComparison } from '../use_comparison.ts'
import '../../flame/flame.css'
import '../../timeline/timeline.css'

interface RunProps {
  version: Version
  summary: ProfileSummary
  tool: Tool
}

/** Views that are not compared row by row: each run for itself, one beside the other. */
export default function BothRuns({ view }: { view: BothRunsView }) {
  const profiles = useComparison((open) => open.profiles)
  const tool = useComparison((open) => open.tool)
  const application = useApplication()
  const ofTime = useComparison((open) => open.flameOf) === 'time'
  const timed = profiles.old.runCost !== null && profiles.new.runCost !== null
  return (
    <div className="view">
      {view !== 'flame' || !timed ? null : (
        <div className="toolbar" role="toolbar" aria-label="Flame graphs of both runs">
          <select
            aria-label="What the flame graphs show"
            value={ofTime ? 'time' : 'waste'}
            onChange={(event) => chooseComparedFlame(application, event.target.value === 'time' ? 'time' : 'waste')}
          >
            <option value="waste">{toolWords[tool].name}</option>
            <option value="time">{COST_NAMES[profiles.new.runCost!.measure].title}</option>
          </select>
        </div>
      )}
      <div className={view === 'statistics' ? 'both-runs both-runs-beside' : 'both-runs'} tabIndex={-1}>
        {(['old', 'new'] as const).map((version) => {
          const run = { version, summary: profiles[version], tool }
          return (
            <section key={version} aria-label={`The ${version} run`}>
              <h2>
                <span className="version-sign">{version}</span> {baseName(profiles[version].path)}
              </h2>
              {view === 'flame' ? (
                <RunFlame {...run} ofTime={ofTime && timed} />
              ) : view === 'time' ? (
                <RunTimeline {...run} />
              ) : view === 'threads' ? (
                <div className="both-runs-table">
                  <ThreadTable summary={run.summary} tool={tool} exportCommand={null} />
                </div>
              ) : (
                <StatisticsView summary={run.summary} exported={false} />
              )}
            </section>
          )
        })}
      </div>
    </div>
  )
}

function RunFlame({ version, summary, tool, ofTime }: RunProps & { ofTime: boolean }) {
  const application = useApplication()
  const { client } = application
  const box = useComparison((open) => open.box)
  const asked = JSON.stringify([summary.profile, tool, ofTime])
  const answer = useAnswer(asked, async (signal) => ({
    asked,
    graph: await client.call(
      'flame.read',
      {
        profile: summary.profile,
        tool,
        side: 'source',
        inverted: false,
        around: null,
        narrowed: null,
        ...(ofTime ? { measure: 'run-cost' as const } : {}),
      },
      { signal },
    ),
  }))
  if (answer.state === 'failed') return <Failure text={answer.message} again={answer.again} />
  if (answer.state === 'waiting' || answer.value.asked !== asked) return <Waiting>Adding up the contexts…</Waiting>
  const { graph } = answer.value
  const { run, runCost } = summary
  if (graph.total === 0) return <p className="dim">{nothingText(summary, tool) ?? `No ${toolWords[tool].name} were found.`}</p>
  const neutral = isNeutral(tool)
  const counted = ofTime ? runCost?.measure === 'instructions' : neutral
  const amountText = (amount: number): string =>
    counted ? countedText(amount, ofTime ? 'executed instruction' : 'reuse') : quantityText(amount, ofTime ? 'ns' : run.unit)
  return (
    <>
      <FlameChart
        key={asked}
        title={`${version} run, calling contexts: ${amountText(graph.total)}`}
        fileName={`${profileStem(summary.path)}-flame-graph`}
        graph={graph}
        meaning={ofTime ? 'cost' : 'waste'}
        upwards={false}
        chosen={box?.version === version ? boxAt(graph, box.path) : null}
        pattern={null}
        amountText={amountText}
        evidenceText={(share, traps) =>
          ofTime && runCost !== null
            ? runCostEvidence(share * runCost.amount, traps, runCost)
            : shareEvidence({ ...evidenceBasis(run, summary.totals[tool]), traps: graph.traps[0] ?? 0 }, share, traps, 'all')
        }
        isFew={(traps) => isFew(run, traps)}
        onChoose={(chosen) => {
          if (chosen > 0) selectComparedBox(application, { version, path: pathOf(graph, chosen) }).catch((error) => report(application, error))
        }}
      />
      <FlameLegend graph={graph} tool={tool} run={run} ofCost={ofTime} />
    </>
  )
}

function RunTimeline({ version, summary, tool }: RunProps) {
  const { client } = useApplication()
  const asked = JSON.stringify([summary.profile, tool])
  const answer = useAnswer(asked, async (signal) => ({
    asked,
    timeline: await client.call('timeline.read', { profile: summary.profile, tool, pair: null }, { signal }),
  }))
  if (answer.state === 'failed') return <Failure text={answer.message} again={answer.again} />
  if (answer.state === 'waiting' || answer.value.asked !== asked) return <Waiting>Reading the time line…</Waiting>
  const { timeline } = answer.value
  if (timeline.intervals.length === 0) return <p className="dim">{nothingText(summary, tool) ?? 'This run has no times for this tool.'}</p>
  const neutral = isNeutral(tool)
  return (
    <TimelineChart
      title={`${version} run: ${neutral ? 'reuses' : toolWords[tool].name} over time`}
      timeline={timeline}
      what={neutral ? 'reuses' : 'waste'}
      meaning={neutral ? 'neutral' : 'waste'}
      fileName={`${profileStem(summary.path)}-time-line`}
      range={null}
    />
  )
}
