import { Suspense, useEffect, useMemo, useRef } from 'react'
import { Waiting } from '../components/loading/Waiting.tsx'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import { useStore } from 'zustand'
import { FEWEST_TRAPS } from '../../shared/metrics/statistics/bootstrap.ts'
import { groupHeading } from '../../shared/findings/wording/group_words.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { Failure } from '../components/Failure.tsx'
import { countText } from '../format/quantities.ts'
import type { GridHandle } from '../grid/RowGrid.tsx'
import { isFocusFree } from '../focus/view_focus.ts'
import { passesFilter, noFilter } from './finding_filter.ts'
import { FindingItem } from './FindingItem.tsx'
import { FindingToolbar } from './FindingToolbar.tsx'
import './findings.css'

const NoFindings = lazyPart(async () => ({ default: (await import('./NoFindings.tsx')).NoFindings }))
const Waits = lazyPart(async () => ({ default: (await import('./Waits.tsx')).Waits }))
const LeftOut = lazyPart(async () => ({ default: (await import('./LeftOut.tsx')).LeftOut }))
const RunSummary = lazyPart(async () => ({ default: (await import('./RunSummary.tsx')).RunSummary }))

/** Rows that PageUp and PageDown go. */
const page = 5

/** Problems, their costs and remedies, by group. */
export function FindingsView({ summary }: { summary: ProfileSummary }) {
  const application = useApplication()
  const model = useProfile((profile) => profile.findings)
  const tool = useProfile((profile) => profile.tool)
  const { answer, failure, notes, filter, selected, opened, limit } = useStore(model.state)
  const list = useRef<HTMLOListElement>(null)
  const shown = useMemo(() => (answer?.findings ?? []).filter((finding) => passesFilter(finding, notes[finding.id], filter)), [answer, notes, filter])
  const handle = useMemo<GridHandle>(() => {
    const focus = (): void =>
      (list.current?.querySelector<HTMLElement>('[aria-current=true] .finding-head') ?? list.current?.querySelector<HTMLElement>('.finding-head'))?.focus()
    return {
      focus,
      move(by) {
        const step = by === 'page-down' ? page : by === 'page-up' ? -page : by
        model.step(step).catch((error) => report(application, error))
        // The selection is drawn before its pair is there.
        requestAnimationFrame(focus)
      },
    }
  }, [application, model])

  const isThere = answer !== null
  useEffect(() => {
    if (isThere && isFocusFree()) handle.focus()
  }, [isThere, handle])
  useEffect(() => {
    application.grid.handle = handle
    return () => {
      if (application.grid.handle === handle) application.grid.handle = null
    }
  }, [application, handle])
  // Another tool of the run was chosen: its first finding is selected.
  useEffect(() => {
    const looked = model.selected
    if (looked === null || looked.tools.includes(tool)) return
    const first = model.shown.find(({ tools }) => tools.includes(tool))
    if (first !== undefined) model.open(first.id).catch((error) => report(application, error))
  }, [application, model, tool])

  if (failure !== null)
    return (
      <div className="state">
        <Failure text={failure} again={() => void model.load(() => null)} />
      </div>
    )
  if (answer === null) return <Waiting>Gathering the findings…</Waiting>
  if (answer.findings.length === 0)
    return (
      <div className="findings">
        <Suspense fallback={<Waiting part inline />}>
          <RunSummary summary={summary} />
          <NoFindings summary={summary} findings={answer} />
        </Suspense>
      </div>
    )
  return (
    <div className="findings">
      <FindingToolbar model={model} total={answer.findings.length} count={shown.length} filter={filter} findings={answer.findings} />
      <div className="findings-body" onFocus={() => (application.grid.handle = handle)}>
        <Suspense fallback={null}>
          <RunSummary summary={summary} />
          <Waits findings={answer} place="before" />
        </Suspense>
        {shown.length === 0 ? (
          <div className="state">
            <span>No finding matches the filter.</span>
            <button type="button" className="action" onClick={() => model.filterBy(noFilter)}>
              Clear the filter
            </button>
          </div>
        ) : (
          <>
            {shown.every(({ fewObservations }) => fewObservations) ? (
              <p className="findings-few">
                Every finding rests on fewer than {FEWEST_TRAPS} observations. Record a longer run, or use the exhaustive engine, for reliable figures.
              </p>
            ) : null}
            <h2 className="visually-hidden">Findings</h2>
            <ol ref={list} className="finding-list" aria-label="Findings" data-rows>
              {shown.slice(0, limit).map((finding, at) => (
                <FindingItem
                  key={finding.id}
                  finding={finding}
                  heading={groupHeading(shown, at)}
                  rank={answer.findings.indexOf(finding) + 1}
                  findings={answer}
                  model={model}
                  note={notes[finding.id]}
                  selected={selected === finding.id}
                  opened={opened === finding.id}
                />
              ))}
            </ol>
          </>
        )}
        {shown.length > limit ? (
          <button type="button" className="action findings-more" onClick={() => model.showMore()}>
            Show more ({countText(shown.length - limit)} left)
          </button>
        ) : null}
        <Suspense fallback={null}>
          <Waits findings={answer} place="behind" />
          <LeftOut findings={answer} />
        </Suspense>
      </div>
    </div>
  )
}
