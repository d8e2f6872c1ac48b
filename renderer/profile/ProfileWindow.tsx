import { Tabs } from 'radix-ui'
import { Waiting } from '../components/loading/Waiting.tsx'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import { Suspense, useEffect, useRef } from 'react'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { showView } from '../application/profiles.ts'
import type { ProfileView } from '../application/state.ts'
import { profileViews } from '../application/state.ts'
import { viewKeys, viewTitles } from '../commands/view_commands.ts'
import { FaultBarrier } from '../components/FaultBarrier.tsx'
import { Split } from '../components/Split.tsx'
import type { SplitLayout } from '../components/Split.tsx'
import { useFlat, useStacked } from '../components/use_narrow.ts'
import { useViewFocus } from '../focus/view_focus.ts'
import { FindingsView } from '../findings/FindingsView.tsx'
import '../trace/trace.css'
import { TreeView } from '../tree/TreeView.tsx'
import { keepsOutput } from '../output/kept_output.ts'
import { ProfileHeader } from './ProfileHeader.tsx'

/** It loads while the pair is read. */
const PairPanes = lazyPart(async () => ({ default: (await import('../pair/PairPanes.tsx')).PairPanes }))
/** A profile begins with its findings or a tree: the other views load when they are requested, the charts with a library of their own. */
const PairTable = lazyPart(async () => ({ default: (await import('../pairs/PairTable.tsx')).PairTable }))
const ObjectsView = lazyPart(async () => ({ default: (await import('./ObjectsView.tsx')).ObjectsView }))
const StatisticsView = lazyPart(async () => ({ default: (await import('./StatisticsView.tsx')).StatisticsView }))
const OutputView = lazyPart(async () => ({ default: (await import('../output/OutputView.tsx')).OutputView }))
const ThreadsView = lazyPart(async () => ({ default: (await import('../threads/ThreadsView.tsx')).ThreadsView }))
const SitePane = lazyPart(async () => ({ default: (await import('../values/SitePane.tsx')).SitePane }))
const ReuseView = lazyPart(() => import('../reuse/ReuseView.tsx'))
const FlameView = lazyPart(() => import('../flame/FlameView.tsx'))
const TimelineView = lazyPart(() => import('../timeline/TimelineView.tsx'))
const TraceView = lazyPart(() => import('../trace/TraceView.tsx'))
const FilterChips = lazyPart(async () => ({ default: (await import('../filters/FilterChips.tsx')).FilterChips }))
const ViewHint = lazyPart(async () => ({ default: (await import('./ViewHint.tsx')).ViewHint }))
const TraceLanes = lazyPart(() => import('../trace/TraceLanes.tsx'))
const ValuesView = lazyPart(() => import('../values/ValuesView.tsx'))

const beside: SplitLayout = {
  id: 'profile',
  orientation: 'horizontal',
  panes: [
    { id: 'views', size: '58%', minimum: '20rem' },
    { id: 'pair', size: '42%', minimum: '16.25rem' },
  ],
}
const below: SplitLayout = {
  id: 'profile-below',
  orientation: 'vertical',
  panes: [
    { id: 'views', size: '45%', minimum: '12.5rem' },
    { id: 'pair', size: '55%', minimum: '16.25rem' },
  ],
}
/** Without scrolling: rows above, code below. */
const flat: SplitLayout = {
  id: 'profile-flat',
  orientation: 'vertical',
  panes: [
    { id: 'views', size: '45%', minimum: '5rem' },
    { id: 'pair', size: '55%', minimum: '5rem' },
  ],
}
/** Views of rows: a few are enough to choose from. Charts and texts need more height than a flat window has beside code. */
const rowViews = new Set<ProfileView>(['top-down', 'bottom-up', 'flat', 'pairs', 'objects', 'threads'])

export function ProfileWindow() {
  const application = useApplication()
  const summary = useProfile((profile) => profile.summary)
  const view = useProfile((profile) => profile.view)
  const tool = useProfile((profile) => profile.tool)
  const pair = useProfile((profile) => profile.selection?.pair ?? null)
  const isFlat = useFlat() && rowViews.has(view)
  const isStacked = useStacked()
  const tabs = useRef<HTMLDivElement>(null)
  const panel = useViewFocus(view)
  useEffect(() => void tabs.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' }), [view, isStacked])
  const layout = isFlat ? flat : isStacked ? below : beside
  return (
    <main className={isFlat ? 'profile profile-flat' : 'profile'} aria-label="Profile">
      <FaultBarrier what="The figures of the run" retryKey={`${summary.profile} ${tool}`}>
        <ProfileHeader summary={summary} />
      </FaultBarrier>
      <FaultBarrier what="The lanes of the threads" retryKey={`${summary.profile}`}>
        <Suspense fallback={null}>
          <TraceLanes />
        </Suspense>
      </FaultBarrier>
      <Suspense fallback={null}>
        <FilterChips />
      </Suspense>
      <Tabs.Root
        className="profile-views"
        value={view}
        activationMode="manual"
        onValueChange={(next) => showView(application, next as ProfileView).catch((error) => report(application, error))}
      >
        {/* Above both panes: the views are too many for one line above the left one. */}
        <Tabs.List ref={tabs} className="tabs" aria-label="Views of the profile">
          {profileViews.map((name, index) =>
            name === 'output' && view !== 'output' && !keepsOutput(summary) ? null : (
              <Tabs.Trigger key={name} value={name} className="tab" title={[viewTitles[name], ...viewKeys(index).map((key) => `(${key})`)].join(' ')}>
                {viewTitles[name]}
              </Tabs.Trigger>
            ),
          )}
        </Tabs.List>
        <div className="profile-body">
          <Split key={layout.id} {...layout}>
            <Tabs.Content ref={panel} value={view} className="tab-panel" tabIndex={-1} data-view>
              <Suspense fallback={null}>
                <ViewHint view={view} />
              </Suspense>
              <FaultBarrier what={`The view “${viewTitles[view]}”`} retryKey={`${summary.profile} ${tool} ${view}`}>
                <div className="tab-view">
                  <Suspense fallback={<Loading what="view" />}>
                    <View view={view} summary={summary} />
                  </Suspense>
                </div>
              </FaultBarrier>
            </Tabs.Content>
            <FaultBarrier
              what={view === 'values' ? 'The selected instruction' : 'The selected pair'}
              retryKey={`${summary.profile} ${tool} ${view === 'values'} ${pair}`}
            >
              <Suspense fallback={<Loading what={view === 'values' ? 'instruction' : 'pair'} />}>
                {view === 'values' ? <SitePane /> : <PairPanes ofFinding={view === 'findings'} />}
              </Suspense>
            </FaultBarrier>
          </Split>
        </div>
      </Tabs.Root>
    </main>
  )
}

function Loading({ what }: { what: string }) {
  return <Waiting part>Loading the {what}…</Waiting>
}

function View({ view, summary }: { view: ProfileView; summary: ProfileSummary }) {
  switch (view) {
    case 'findings':
      return <FindingsView summary={summary} />
    case 'pairs':
      return <PairTable />
    case 'objects':
      return <ObjectsView summary={summary} />
    case 'values':
      return <ValuesView summary={summary} />
    case 'reuse':
      return <ReuseView />
    case 'flame':
      return <FlameView />
    case 'time':
      return <TimelineView />
    case 'trace':
      return <TraceView />
    case 'threads':
      return <ThreadsView summary={summary} />
    case 'statistics':
      return <StatisticsView summary={summary} />
    case 'output':
      return <OutputView summary={summary} />
    default:
      return <TreeView kind={view} />
  }
}
