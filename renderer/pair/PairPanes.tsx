import { Suspense, useCallback, useState } from 'react'
import { useStore } from 'zustand'
import { Waiting } from '../components/loading/Waiting.tsx'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import { outcomeOf, type Outcome } from '../../shared/outcome.ts'
import type { PairDetails, PairRow } from '../../shared/rpc/pairs.ts'
import type { Tool } from '../../shared/run.ts'
import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import type { Side } from '../application/pair_side.ts'
import { notePair, showFinding } from '../application/profiles.ts'
import { useAnswer } from '../application/use_answer.ts'
import { Failure } from '../components/Failure.tsx'
import { LowFold } from './LowFold.tsx'
import { NoteEditor } from '../components/NoteEditor.tsx'
import { Split } from '../components/Split.tsx'
import { useFlat } from '../components/use_narrow.ts'
import { toolWords } from '../tools/tools.ts'
import { PairFacts } from './PairFacts.tsx'
import { PairSidePane } from './PairSidePane.tsx'
import type { RefusedSource } from './SourcePane.tsx'
import './pair.css'

const SourceConsent = lazyPart(async () => ({ default: (await import('./SourceConsent.tsx')).SourceConsent }))
const PairAdvice = lazyPart(async () => ({ default: (await import('./PairAdvice.tsx')).PairAdvice }))

/** The selected pair: the earlier access above, the later access below; in flat windows beside it. @param ofFinding the remedy is in the finding */
export function PairPanes({ ofFinding = false }: { ofFinding?: boolean }) {
  const selection = useProfile((profile) => profile.selection)
  const tool = useProfile((profile) => profile.tool)
  const summary = useProfile((profile) => profile.summary)
  const findings = useProfile((profile) => profile.findings)
  const gathering = useStore(findings.state, ({ answer, failure }) => answer === null && failure === null)
  if (selection === null && ofFinding && gathering)
    return (
      <section className="pair-empty" aria-label="Selected pair">
        <div className="state">The source lines of the first finding appear here.</div>
      </section>
    )
  if (selection === null) {
    return (
      <section className="pair-empty" aria-label="Selected pair">
        <div className="state">{tool === 'values' ? 'Values have tables instead of pairs: see Values.' : noPairText(outcomeOf(summary, tool).kind, tool)}</div>
      </section>
    )
  }
  if (selection.failure !== null)
    return (
      <section className="pair-empty">
        <div className="state">
          <Failure text={selection.failure} />
        </div>
      </section>
    )
  const { details } = selection
  if (details === null)
    return (
      <section className="pair-empty">
        <Waiting>Reading the pair…</Waiting>
      </section>
    )
  return (
    <section className="pair" aria-label="Selected pair">
      {ofFinding ? (
        <PairFacts details={details} />
      ) : (
        <LowFold what="Advice and note" word="advice" head={<PairFacts details={details} />}>
          <SelectedPairAdvice details={details} />
          <PairNoteEditor key={details.row.pair} row={details.row} />
        </LowFold>
      )}
      <PairSides details={details} shownFrame={selection.shownFrame} />
    </section>
  )
}

/** One bar asks for consent to the sources of both. */
function PairSides({ details, shownFrame }: { details: PairDetails; shownFrame: Record<Side, number | null> }) {
  const [refused, setRefused] = useState<Record<Side, RefusedSource | null>>({ source: null, target: null })
  const isFlat = useFlat()
  const onRefused = useCallback((which: Side, now: RefusedSource | null) => setRefused((last) => ({ ...last, [which]: now })), [])
  return (
    <>
      {refused.source === null && refused.target === null ? null : (
        <Suspense fallback={null}>
          <SourceConsent {...refused} />
        </Suspense>
      )}
      <div className="pair-sides">
        <Split
          key={`${isFlat}`}
          id={isFlat ? 'pair-flat' : 'pair'}
          orientation={isFlat ? 'horizontal' : 'vertical'}
          panes={[
            { id: 'earlier', size: '50%', minimum: '5.625rem' },
            { id: 'later', size: '50%', minimum: '5.625rem' },
          ]}
        >
          <PairSidePane which="source" details={details} shownFrame={shownFrame.source} onRefused={onRefused} />
          <PairSidePane which="target" details={details} shownFrame={shownFrame.target} onRefused={onRefused} />
        </Split>
      </div>
    </>
  )
}

/** The view beside it says why. */
function noPairText(outcome: Outcome['kind'], tool: Tool): string {
  if (outcome === 'found') return 'No pair is selected. Choose an access in the tree, or a row of Pairs.'
  return `${toolWords[tool].title}: ${outcome === 'none-found' ? 'none found' : 'not measured'}.`
}

/** Advice on the selected pair, once it is known whether a finding says it. */
function SelectedPairAdvice({ details: { row, advice } }: { details: PairDetails }) {
  const application = useApplication()
  const profile = useProfile(({ summary }) => summary.profile)
  const { pair } = row
  const answer = useAnswer(advice === null ? null : `${profile} ${pair}`, async (signal) => ({
    pair,
    finding: await application.client.call('profile.findingOf', { profile, pair }, { signal }),
  }))
  // Until this pair's advice arrives, the answer is that of another pair.
  if (answer.state === 'waiting' || (answer.state === 'here' && answer.value.pair !== pair)) return null
  return (
    <Suspense fallback={null}>
      <PairAdvice
        key={pair}
        advice={advice}
        finding={answer.state === 'here' ? answer.value.finding : null}
        onShowFinding={(id) => showFinding(application, id).catch((error) => report(application, error))}
      />
    </Suspense>
  )
}

/** The pair's status and note. */
function PairNoteEditor({ row }: { row: PairRow }) {
  const application = useApplication()
  // Another pair may be selected whose facts are not here yet: this one is no longer meant.
  const isSelected = useProfile(({ selection }) => selection?.pair === row.pair)
  return (
    <NoteEditor
      of="pair"
      note={row.note}
      disabled={!isSelected}
      onKeep={(change) => notePair(application, row.pair, change).catch((error) => report(application, error))}
    />
  )
}
