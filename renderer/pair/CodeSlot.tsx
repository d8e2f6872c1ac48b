import type { ComponentProps } from 'react'
import { lazy, Suspense } from 'react'
import { useApplication } from '../application/context.ts'
import { FaultBarrier } from '../components/FaultBarrier.tsx'

const CodeView = lazy(() => import('../editor/CodeView.tsx'))

/** The editor, loaded when the first code is shown: it is most of the script. */
export function CodeSlot(props: Omit<ComponentProps<typeof CodeView>, 'onLeave'>) {
  const application = useApplication()
  return (
    <FaultBarrier what="The code" retryKey={props.name}>
      <Suspense fallback={<div className="state dim pulse">Loading the editor…</div>}>
        <div className="side-code">
          <CodeView {...props} onLeave={() => application.grid.handle?.focus()} />
        </div>
      </Suspense>
    </FaultBarrier>
  )
}
