import { useApplication } from '../../application/context.ts'
import { Waiting } from '../../components/loading/Waiting.tsx'
import { useAnswer } from '../../application/use_answer.ts'
import { Failure } from '../../components/Failure.tsx'
import { ComparedAdviceList } from '../../values/ComparedAdviceList.tsx'
import { ComparisonTable } from '../../values/ComparisonTable.tsx'
import '../../values/values.css'
import { useComparison } from '../use_comparison.ts'
import { MissingTool } from './MissingTool.tsx'

/** How far the values of the old run are those of the new one. */
export function ComparedValues() {
  const { client } = useApplication()
  const { old, new: present } = useComparison((open) => open.profiles)
  const recorded = useComparison((open) => open.summary.tools.includes('values'))
  const answer = useAnswer(recorded ? `${old.profile} ${present.profile}` : null, (signal) =>
    client.call('values.compare', { first: old.profile, second: present.profile }, { signal }),
  )
  if (!recorded)
    return (
      <MissingTool tool="values" engine="exhaustive">
        Values are compared where both runs profiled them, with the exhaustive engine.
      </MissingTool>
    )
  if (answer.state === 'failed')
    return (
      <div className="state">
        <Failure text={answer.message} again={answer.again} />
      </div>
    )
  if (answer.state === 'waiting') return <Waiting>Comparing the values…</Waiting>
  const { matchedBy, comparisons, advice, notes } = answer.value
  return (
    <div className="view">
      <div className="values-body" tabIndex={-1}>
        <ComparisonTable
          label={`Values of both runs, weighted by the old one, instructions matched by ${matchedBy === 'address' ? 'their address' : 'function and line'}`}
          names={['old', 'new']}
          comparisons={comparisons}
        />
        <ComparedAdviceList advice={advice} />
        {notes.map((note) => (
          <p key={note} className="dim">
            {note}
          </p>
        ))}
      </div>
    </div>
  )
}
