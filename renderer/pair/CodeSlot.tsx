import type { ComponentProps } from 'react'
import { Waiting } from '../components/loading/Waiting.tsx'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import { Suspense } from 'react'
import { leastHeat } from '../editor/least_heat.ts'
import { usePreference } from '../application/context.ts'
import type { WasteWhole } from '../tools/waste_whole.ts'
import { FaultBarrier } from '../components/FaultBarrier.tsx'
import { focusView } from '../focus/view_focus.ts'

const CodeView = lazyPart(() => import('../editor/CodeView.tsx'))

/** The editor, loaded when the first code is shown: it is most of the script. */
export function CodeSlot({ whole, ...props }: Omit<ComponentProps<typeof CodeView>, 'onLeave' | 'heatOf'> & { whole?: WasteWhole }) {
  const heatOf = usePreference((preferences) => preferences.lineHeat)
  return (
    <FaultBarrier what="The code" retryKey={props.name}>
      <Suspense fallback={<Waiting part>Loading the editor…</Waiting>}>
        {whole === undefined ? null : <HeatHead heat={props.heat} whole={whole} />}
        <div className="side-code">
          <CodeView {...props} heatOf={heatOf} onLeave={focusView} />
        </div>
      </Suspense>
    </FaultBarrier>
  )
}

/** The denominator of the percentages beside the lines. */
function HeatHead({ heat, whole }: Pick<ComponentProps<typeof CodeView>, 'heat'> & { whole: WasteWhole }) {
  if (heat === null || !heat.some(({ share, spent }) => share >= leastHeat || (spent ?? 0) >= leastHeat)) return null
  const hasSpent = heat.some(({ spent }) => (spent ?? 0) >= leastHeat)
  return (
    <div className="heat-head dim" title={`Shares beside the lines: of ${whole.words}, and of the run's cost. The tooltip of a line number has the amounts.`}>
      {whole.of === 'run' ? '% of the run: wasted time' : whole.title}
      {hasSpent ? (whole.of === 'run' ? ' · CPU time' : ' · % of the run') : ''}
    </div>
  )
}
