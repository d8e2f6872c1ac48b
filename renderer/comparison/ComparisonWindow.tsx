import { Tabs } from 'radix-ui'
import { Waiting } from '../components/loading/Waiting.tsx'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import { Suspense } from 'react'
import { report } from '../application/application.ts'
import { showComparisonView } from '../application/comparisons.ts'
import { useApplication } from '../application/context.ts'
import { viewTitles } from '../commands/view_commands.ts'
import { FaultBarrier } from '../components/FaultBarrier.tsx'
import { Split } from '../components/Split.tsx'
import { useViewFocus } from '../focus/view_focus.ts'
import { ComparedFindings } from './views/ComparedFindings.tsx'
import { ComparedObjectTable } from './views/ComparedObjectTable.tsx'
import { ComparedPairTable } from './views/ComparedPairTable.tsx'
import { ComparedTree } from './views/ComparedTree.tsx'
import { ComparedValues } from './views/ComparedValues.tsx'
import { ComparisonHeader } from './ComparisonHeader.tsx'
import type { ComparisonView } from './open_comparison.ts'
import { comparisonViews, isBothRunsView } from './open_comparison.ts'
import { SourceDiff } from './SourceDiff.tsx'
import { useComparison } from './use_comparison.ts'
import './comparison.css'

/** Loaded on demand: the charts need a library that most comparisons do not. */
const BothRuns = lazyPart(() => import('./views/BothRuns.tsx'))
const ComparedReuse = lazyPart(() => import('./views/ComparedReuse.tsx'))

/** Two runs side by side: the verdict, findings, totals, changes in trees and pairs, and both sources. */
export default function ComparisonWindow() {
  const view = useComparison((open) => open.view)
  const tool = useComparison((open) => open.tool)
  const comparison = useComparison((open) => open.summary.comparison)
  const hasSource = view !== 'values' && view !== 'reuse' && view !== 'objects' && (view === 'flame' || !isBothRunsView(view))
  return (
    <main className="profile" aria-label="Comparison of two runs">
      <FaultBarrier what="The findings of both runs" retryKey={String(comparison)}>
        <ComparedFindings key={comparison} />
      </FaultBarrier>
      <FaultBarrier what="The figures of the runs" retryKey={`${comparison} ${tool}`}>
        <ComparisonHeader />
      </FaultBarrier>
      <div className="profile-body">
        {hasSource ? (
          <Split
            id="comparison"
            orientation="vertical"
            panes={[
              { id: 'views', size: '50%', minimum: '7.5rem' },
              { id: 'sources', size: '50%', minimum: '5.625rem' },
            ]}
          >
            <Views />
            <FaultBarrier what="The comparison of the sources" retryKey={`${comparison} ${tool} ${view}`}>
              <SourceDiff />
            </FaultBarrier>
          </Split>
        ) : (
          <Views />
        )}
      </div>
    </main>
  )
}

function Views() {
  const application = useApplication()
  const view = useComparison((open) => open.view)
  const panel = useViewFocus(view)
  const tool = useComparison((open) => open.tool)
  const comparison = useComparison((open) => open.summary.comparison)
  return (
    <Tabs.Root
      className="profile-left"
      value={view}
      activationMode="manual"
      onValueChange={(next) => showComparisonView(application, next as ComparisonView).catch((error) => report(application, error))}
    >
      <Tabs.List className="tabs" aria-label="Views of both runs">
        {comparisonViews.map((name) => (
          <Tabs.Trigger key={name} value={name} className="tab">
            {viewTitles[name]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content ref={panel} value={view} className="tab-panel" tabIndex={-1} data-view>
        <FaultBarrier what={`The view “${viewTitles[view]}”`} retryKey={`${comparison} ${tool} ${view}`}>
          <View view={view} />
        </FaultBarrier>
      </Tabs.Content>
    </Tabs.Root>
  )
}

function View({ view }: { view: ComparisonView }) {
  switch (view) {
    case 'pairs':
      return <ComparedPairTable />
    case 'objects':
      return <ComparedObjectTable />
    case 'values':
      return <ComparedValues />
    case 'reuse':
      return (
        <Suspense fallback={<Waiting part>Loading the charts…</Waiting>}>
          <ComparedReuse />
        </Suspense>
      )
    case 'threads':
    case 'flame':
    case 'time':
    case 'statistics':
      return (
        <Suspense fallback={<Waiting part>Loading the charts…</Waiting>}>
          <BothRuns view={view} />
        </Suspense>
      )
    default:
      return <ComparedTree kind={view} />
  }
}
