import { useEffect } from 'react'
import { Waiting } from '../components/loading/Waiting.tsx'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { ValuesSummary } from '../../shared/values.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { recordAgain } from '../application/record_again.ts'
import { useAnswer } from '../application/use_answer.ts'
import { Failure } from '../components/Failure.tsx'
import { Switch } from '../components/Switch.tsx'
import { profileStem } from '../format/paths.ts'
import { countText } from '../format/quantities.ts'
import { useRows } from '../grid/use_rows.ts'
import { AdviceList } from './AdviceList.tsx'
import { ValueCompare } from './ValueCompare.tsx'
import { ValueGroupTable } from './ValueGroupTable.tsx'
import type { ValueSection } from './value_model.ts'
import { ValueSummary } from './ValueSummary.tsx'
import { ValueTable } from './ValueTable.tsx'
import './values.css'

const sections: Record<ValueSection, { title: string; description: string }> = {
  tables: { title: 'tables', description: 'Every instruction, load, store, parameter, or operand with its top values' },
  lines: { title: 'by line', description: 'The tables of each source line together' },
  functions: { title: 'by function', description: 'The tables of each function together' },
  summary: { title: 'invariance', description: 'Distribution over the executions, kinds, types, parameters' },
  advice: { title: 'advice', description: 'Candidates for specialisation to one value' },
  compare: { title: 'compare', description: 'Compare with the values of another run' },
}

const words = (pick: 'title' | 'description'): Record<ValueSection, string> =>
  Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, section[pick]])) as Record<ValueSection, string>
const titles = words('title')
const descriptions = words('description')

/** The values of instructions, loads, stores and parameters, and how often the same ones occur. */
export default function ValuesView({ summary }: { summary: ProfileSummary }) {
  const application = useApplication()
  const values = useProfile((profile) => profile.values)
  useRows(values.pager)
  const recorded = summary.run.tools.includes('values')
  useEffect(() => {
    if (recorded && values.totalCount === null) void values.load()
  }, [values, recorded])
  const answer = useAnswer(recorded ? String(summary.profile) : null, (signal) =>
    application.client.call('values.summary', { profile: summary.profile }, { signal }),
  )
  if (!recorded) {
    return (
      <div className="state">
        <span>This run did not record values. The exhaustive engine profiles them.</span>
        <button type="button" className="action" onClick={() => recordAgain(application, summary, { engine: 'exhaustive', tools: ['values'] })}>
          Record them…
        </button>
      </div>
    )
  }
  const { section } = values
  return (
    <div className="view">
      <div className="toolbar" role="toolbar" aria-label="Values">
        <Switch label="Section" value={section} options={titles} titles={descriptions} onChange={(next) => values.show(next)} />
        <span className="toolbar-space" />
        {answer.state === 'here' && answer.value !== null ? <Settings summary={answer.value} /> : null}
      </div>
      {section === 'tables' ? (
        <ValueTable />
      ) : section === 'lines' || section === 'functions' ? (
        <ValueGroupTable key={section} by={section === 'lines' ? 'line' : 'function'} />
      ) : (
        <div className="values-body" tabIndex={-1}>
          {section === 'compare' ? (
            <ValueCompare />
          ) : answer.state === 'waiting' ? (
            <Waiting>Summing up the values…</Waiting>
          ) : answer.state === 'failed' ? (
            <div className="state">
              <Failure text={answer.message} again={answer.again} />
            </div>
          ) : answer.value === null ? (
            <div className="state">No value was recorded: the program ended before the first one.</div>
          ) : section === 'advice' ? (
            <AdviceList advice={answer.value.advice} />
          ) : (
            <ValueSummary summary={answer.value} fileName={profileStem(summary.path)} />
          )}
        </div>
      )}
    </div>
  )
}

const profileWords = { full: 'every execution', rising: 'until invariance stops rising', bounds: 'until invariance converges' }

function Settings({ summary: { settings } }: { summary: ValuesSummary }) {
  const { tableSize, profile, clearing, instructions } = settings
  return (
    <span
      className="dim"
      title={`${countText(instructions)} instructions executed while values were looked at${clearing ? '' : '; the bottom half of the tables is never cleared'}`}
    >
      {tableSize} values a table, {profileWords[profile]}
    </span>
  )
}
