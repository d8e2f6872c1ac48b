import { useState } from 'react'
import { Waiting } from '../components/loading/Waiting.tsx'
import type { ValuesComparison } from '../../shared/values.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { failureText } from '../application/failure.ts'
import { chooseFile } from '../application/opening/files.ts'
import { Failure } from '../components/Failure.tsx'
import { directoryName } from '../format/paths.ts'
import { ComparedAdviceList } from './ComparedAdviceList.tsx'
import { ComparisonTable } from './ComparisonTable.tsx'

type State = { state: 'none' } | { state: 'waiting' } | { state: 'failed'; message: string } | { state: 'here'; comparison: ValuesComparison }

/** The values of the shown run beside those of another one, e.g. of another input: a specialisation for one must hold for both. */
export function ValueCompare() {
  const { client, ...application } = useApplication()
  const summary = useProfile((profile) => profile.summary)
  const [answer, setAnswer] = useState<State>({ state: 'none' })
  async function compare(): Promise<void> {
    try {
      const path = await chooseFile({ client, ...application }, 'profile', directoryName(summary.path))
      if (path === null) return
      setAnswer({ state: 'waiting' })
      const other = await client.call('profile.open', { path })
      try {
        setAnswer({ state: 'here', comparison: await client.call('values.compare', { first: summary.profile, second: other.profile }) })
      } finally {
        await client.call('profile.close', { profile: other.profile })
      }
    } catch (error) {
      setAnswer({ state: 'failed', message: failureText(error) })
    }
  }
  return (
    <>
      <div className="row">
        <button type="button" className="action" disabled={answer.state === 'waiting'} onClick={() => void compare()}>
          Compare with another profile…
        </button>
        <span className="dim">Whether frequent values are also frequent in another run, for example with another input.</span>
      </div>
      {answer.state === 'waiting' ? <Waiting>Comparing the values…</Waiting> : null}
      {answer.state === 'failed' ? <Failure text={answer.message} /> : null}
      {answer.state === 'here' ? <Comparison comparison={answer.comparison} /> : null}
    </>
  )
}

function Comparison({ comparison: { first, second, matchedBy, comparisons, advice, notes } }: { comparison: ValuesComparison }) {
  return (
    <>
      <dl className="value-runs selectable">
        <dt>first, by which shares are weighted</dt>
        <dd>
          <code title={first.path}>{first.command.join(' ')}</code> <span className="dim">{new Date(first.startedAt).toLocaleString()}</span>
        </dd>
        <dt>second</dt>
        <dd>
          <code title={second.path}>{second.command.join(' ')}</code> <span className="dim">{new Date(second.startedAt).toLocaleString()}</span>
        </dd>
      </dl>
      <ComparisonTable
        label={`Values of both runs, instructions matched by ${matchedBy === 'address' ? 'their address' : 'function and line'}`}
        names={['first', 'second']}
        comparisons={comparisons}
      />
      <ComparedAdviceList advice={advice} />
      {notes.map((note) => (
        <p key={note} className="dim">
          {note}
        </p>
      ))}
    </>
  )
}
