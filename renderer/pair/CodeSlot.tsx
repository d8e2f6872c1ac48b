import type { ComponentProps } from 'react'
import { lazy, Suspense } from 'react'
import { leastHeat } from '../editor/least_heat.ts'
import { useApplication } from '../application/context.ts'
import { FaultBarrier } from '../components/FaultBarrier.tsx'

const CodeView = lazy(() => import('../editor/CodeView.tsx'))

/** The editor, loaded when the first code is shown: it is most of the script. */
export function CodeSlot(props: Omit<ComponentProps<typeof CodeView>, 'onLeave'>) {
  const application = useApplication()
  return (
    <FaultBarrier what="The code" retryKey={props.name}>
      <Suspense fallback={<div className="state dim pulse">Loading the editor…</div>}>
        <HeatHead heat={props.heat} />
        <div className="side-code">
          <CodeView {...props} onLeave={() => application.grid.handle?.focus()} />
        </div>
      </Suspense>
    </FaultBarrier>
  )
}

/** What the percentages beside the lines are of. */
function HeatHead({ heat }: Pick<ComponentProps<typeof CodeView>, 'heat'>) {
  if (heat === null || !heat.some(({ share, spent }) => share >= leastHeat || (spent ?? 0) >= leastHeat)) return null
  const hasSpent = heat.some(({ spent }) => (spent ?? 0) >= leastHeat)
  return (
    <div className="heat-head dim" title="Shares beside the lines; the tooltip of a line number has the amounts">
      % of waste{hasSpent ? ' · % of the run' : ''}
    </div>
  )
}
