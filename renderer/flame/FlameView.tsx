import { capitalized } from '../../shared/names/capitalized.ts'
import { Waiting } from '../components/loading/Waiting.tsx'
import { useMemo, useState } from 'react'
import type { FlameGraph, FlameQuestion } from '../../shared/rpc/charts.ts'
import type { PairId, ProfileId } from '../../shared/rpc/identifiers.ts'
import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { recordAgain } from '../application/record_again.ts'
import { chooseFlame, selectPair } from '../application/profiles.ts'
import { useAnswer } from '../application/use_answer.ts'
import { Failure } from '../components/Failure.tsx'
import { searchPattern } from '../components/pattern.ts'
import { SearchField, type SearchText } from '../components/SearchField.tsx'
import { rem } from '../components/text_scale.ts'
import { profileStem } from '../format/paths.ts'
import { countedText, countText, percentText, quantityText } from '../format/quantities.ts'
import { EmptyProfile } from '../profile/EmptyProfile.tsx'
import { COST_NAMES } from '../../shared/names/cost_names.ts'
import { runCostEvidence } from '../tree/run_cost_columns.tsx'
import { evidenceBasis, isFew, shareEvidence } from '../tools/evidence.ts'
import { isNeutral } from '../tools/tools.ts'
import { CallGraphChart } from './CallGraphChart.tsx'
import { FlameChart } from './FlameChart.tsx'
import { FlameLegend } from './FlameLegend.tsx'
import { flameModes, flameModeText, type FlameChoices } from './flame_choices.ts'
import { boxAt, matchedShare, pathOf } from './flame_layout.ts'
import './flame.css'

/** `profile`: whose functions the path numbers. */
type Narrowed = NonNullable<FlameQuestion['narrowed']> & { profile: ProfileId; name: string }

/** A graph of the view: its request, and how it is drawn. */
interface Panel {
  title: string
  question: FlameQuestion
  meaning: 'waste' | 'cost' | 'source' | 'target'
  upwards: boolean
}

function panelsOf({ mode, around }: FlameChoices, narrowed: Narrowed | null, costTitle: string): Panel[] {
  const whole: FlameQuestion = { side: 'source', inverted: false, around: null, narrowed: null }
  const meaning = 'waste'
  const narrow = (side: FlameQuestion['side']): FlameQuestion['narrowed'] =>
    narrowed === null || narrowed.side === side ? null : { side: narrowed.side, inverted: narrowed.inverted, path: narrowed.path }
  switch (mode) {
    case 'top-down':
      return [{ title: 'Calling contexts', question: whole, meaning, upwards: false }]
    case 'inverted':
      return [{ title: 'Accesses and their callers', question: { ...whole, inverted: true }, meaning, upwards: false }]
    case 'cpu-time':
      return [{ title: costTitle, question: { ...whole, measure: 'run-cost' }, meaning: 'cost', upwards: false }]
    case 'cpu-time-inverted':
      return [{ title: `${costTitle} by function`, question: { ...whole, measure: 'run-cost', inverted: true }, meaning: 'cost', upwards: false }]
    case 'both':
      return [
        { title: 'Earlier accesses', question: { ...whole, narrowed: narrow('source') }, meaning: 'source', upwards: true },
        { title: 'Later accesses', question: { ...whole, side: 'target', narrowed: narrow('target') }, meaning: 'target', upwards: false },
      ]
    case 'calls':
      return []
    case 'around':
      return around === null
        ? []
        : [
            { title: `Callers of ${around}`, question: { ...whole, around, inverted: true }, meaning, upwards: true },
            { title: `What ${around} calls`, question: { ...whole, around }, meaning, upwards: false },
          ]
  }
}

/** Waste by calling contexts as boxes: of the program, of the accesses, of both sides of the pairs, or around a function. */
export default function FlameView() {
  const application = useApplication()
  const summary = useProfile((profile) => profile.summary)
  const tool = useProfile((profile) => profile.tool)
  const choices = useProfile((profile) => profile.flame)
  const [lastNarrowed, narrow] = useState<Narrowed | null>(null)
  const narrowed = choices.mode === 'both' && lastNarrowed?.profile === summary.profile ? lastNarrowed : null
  const [search, setSearch] = useState<SearchText>({ text: '', regularExpression: false })
  const pattern = useMemo(() => (search.text === '' ? null : searchPattern(search.text, search.regularExpression)), [search])
  const neutral = isNeutral(tool)
  const cost = COST_NAMES[summary.runCost?.measure ?? 'cpu-time']
  const costTitle = capitalized(cost.title)
  const panels = panelsOf(choices, narrowed, costTitle)
  // Graphs with another narrowing stay until the new ones arrive. Those of another tool or kind would stand under a wrong name.
  const kind = JSON.stringify([summary.profile, tool, choices])
  const answer = useAnswer(JSON.stringify([kind, narrowed]), async (signal) => ({
    kind,
    graphs: await Promise.all(panels.map(({ question }) => application.client.call('flame.read', { profile: summary.profile, tool, ...question }, { signal }))),
  }))
  const ofTime = choices.mode === 'cpu-time' || choices.mode === 'cpu-time-inverted'
  const amountText = (amount: number): string =>
    ofTime
      ? summary.runCost?.measure === 'instructions'
        ? countedText(amount, 'executed instruction')
        : quantityText(amount, 'ns')
      : neutral
        ? countedText(amount, 'reuse')
        : quantityText(amount, summary.run.unit)
  const { run } = summary
  const basis = evidenceBasis(run, summary.totals[tool])
  const evidenceText =
    (graph: FlameGraph) =>
    (share: number, traps: number): string =>
      ofTime && summary.runCost !== null
        ? runCostEvidence(share * summary.runCost.amount, traps, summary.runCost)
        : shareEvidence({ ...basis, traps: graph.traps[0] ?? 0 }, share, traps, 'all')
  function choose(graph: FlameGraph, { question }: Panel, box: number): void {
    const pair: PairId | undefined = graph.pair[box]
    if (pair !== undefined && pair >= 0) selectPair(application, pair).catch((error) => report(application, error))
    if (choices.mode === 'both')
      narrow(
        box === 0
          ? null
          : { side: question.side, inverted: question.inverted, path: pathOf(graph, box), profile: summary.profile, name: graph.names[box] ?? '' },
      )
  }
  const graphs = answer.state === 'here' && answer.value.kind === kind ? answer.value.graphs : null
  const whole = graphs?.[0]
  const notDrawn = graphs?.reduce((sum, { leftOut }) => sum + leftOut, 0) ?? 0
  const matched = pattern === null || whole === undefined ? null : matchedShare(whole, pattern)
  const name = profileStem(summary.path)
  return (
    <div className="view">
      <div className="toolbar flame-toolbar" role="toolbar" aria-label="Flame graph">
        <SearchField
          text={search.text}
          regularExpression={search.regularExpression}
          placeholder="Search functions  /"
          label="Search functions in the flame graph"
          onSearch={setSearch}
        />
        {matched === null ? null : (
          <span className="chip">
            {countText(matched.boxes)} {matched.boxes === 1 ? 'box' : 'boxes'}, {percentText(matched.share)}
            <button type="button" className="plain" aria-label="End the search" onClick={() => setSearch({ ...search, text: '' })}>
              ✕
            </button>
          </span>
        )}
        {narrowed === null ? null : (
          <span className="chip" title="Only pairs whose access on this side runs through the box">
            {narrowed.side === 'source' ? 'earlier' : 'later'} access in {narrowed.name}
            <button type="button" className="plain" aria-label="Show all pairs again" onClick={() => narrow(null)}>
              ✕
            </button>
          </span>
        )}
        {notDrawn === 0 ? null : (
          <span className="dim flame-left-out" title="Too narrow to be seen, or too many to distinguish">
            {countText(notDrawn)} more {notDrawn === 1 ? 'box is' : 'boxes are'} not drawn
          </span>
        )}
        <span className="toolbar-space" />
        <select
          aria-label="Flame graph content"
          title={flameModeText(choices.mode, cost).description}
          value={choices.mode}
          onChange={(event) => {
            narrow(null)
            chooseFlame(application, { mode: event.target.value as FlameChoices['mode'] })
          }}
        >
          {(Object.keys(flameModes) as Array<FlameChoices['mode']>).map((mode) => (
            <option key={mode} value={mode}>
              {flameModeText(mode, cost).title}
            </option>
          ))}
        </select>
      </div>
      <div className="flame-body" tabIndex={-1}>
        {choices.mode === 'calls' && choices.around !== null ? (
          <>
            <CallGraphChart name={choices.around} onFunction={(around) => chooseFlame(application, { around })} />
            <div className="call-legend">
              <i style={{ background: 'var(--text-dim)' }} />
              share of {cost.whole} <i style={{ background: 'var(--waste)', marginLeft: rem(12) }} />
              share of all waste; an edge is as wide as its calls cost, its coloured part is wasted. Arrow keys go through the functions, Enter or a click goes
              to one.
            </div>
          </>
        ) : panels.length === 0 ? (
          <div className="state">No function is chosen. Select one in a tree and press a (flame graph) or g (callers and callees).</div>
        ) : answer.state === 'failed' ? (
          <div className="state">
            <Failure text={answer.message} again={answer.again} />
          </div>
        ) : graphs === null ? (
          <Waiting>Adding up the contexts…</Waiting>
        ) : ofTime && whole?.total === 0 ? (
          <div className="state">
            <span>No CPU time was measured: it comes from the clock of the software engine, and profiles of earlier versions have none.</span>
            <button type="button" className="action" onClick={() => recordAgain(application, summary, { engine: 'software' })}>
              Record again with the software engine…
            </button>
          </div>
        ) : whole?.total === 0 ? (
          <EmptyProfile summary={summary} tool={tool} />
        ) : (
          panels.map((panel, index) => {
            const graph = graphs[index]
            return graph === undefined ? null : (
              <FlameChart
                key={`${tool} ${choices.mode} ${choices.around} ${index}`}
                title={`${panel.title}: ${amountText(graph.total)}`}
                fileName={`${name}-${panel.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`}
                graph={graph}
                meaning={panel.meaning}
                upwards={panel.upwards}
                chosen={narrowed?.side === panel.question.side ? boxAt(graph, narrowed.path) : null}
                pattern={pattern}
                amountText={amountText}
                evidenceText={evidenceText(graph)}
                isFew={(traps) => isFew(run, traps)}
                onChoose={(box) => choose(graph, panel, box)}
              />
            )
          })
        )}
        {whole === undefined || choices.mode === 'both' ? null : <FlameLegend graph={whole} tool={tool} run={run} ofCost={ofTime} />}
      </div>
    </div>
  )
}
