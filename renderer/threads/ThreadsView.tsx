import { Suspense } from 'react'
import { Waiting } from '../components/loading/Waiting.tsx'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { useProfile } from '../application/context.ts'
import { nothingText } from '../profile/nothing_text.ts'
import { ThreadTable } from './ThreadTable.tsx'

/** The charts bring a library of their own. */
const ThreadChart = lazyPart(() => import('./ThreadChart.tsx'))

/** The recorded threads: a chart of the selected row's distribution over them where the tool found something, and a table. */
export function ThreadsView({ summary }: { summary: ProfileSummary }) {
  const tool = useProfile((profile) => profile.tool)
  const nothing = nothingText(summary, tool)
  return (
    <div className="threads-view">
      {nothing === null ? null : (
        <p className="threads-nothing" role="status">
          {nothing}
        </p>
      )}
      {summary.threads.length < 2 || nothing !== null ? null : (
        <Suspense fallback={<Waiting part>Loading the charts…</Waiting>}>
          <ThreadChart summary={summary} />
        </Suspense>
      )}
      <div className="threads-table">
        <ThreadTable summary={summary} tool={tool} exportCommand="export.threads" />
      </div>
    </div>
  )
}
