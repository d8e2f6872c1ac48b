import type { Findings } from '../../shared/findings/finding.ts'
import { whereWasteIs } from '../../shared/findings/wording/no_findings_words.ts'
import { outcomeOf, outcomeWords } from '../../shared/outcome.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { Tool } from '../../shared/run.ts'
import { useApplication } from '../application/context.ts'
import { recordAgain } from '../application/record_again.ts'
import { recordedTools } from '../application/profiles.ts'
import { toolWords } from '../tools/tools.ts'
import { capitalized } from '../../shared/names/capitalized.ts'
import { LeftOut } from './LeftOut.tsx'
import { Waits } from './Waits.tsx'

/** Why there are no findings, by tool, and the one action that helps. */
export function NoFindings({ summary, findings }: { summary: ProfileSummary; findings: Findings }) {
  const application = useApplication()
  const tools = recordedTools(summary)
  const measuring = tools.filter((tool) => !findings.toolsWithout?.includes(tool))
  const outcomes = measuring.map((tool) => ({ tool, outcome: outcomeOf(summary, tool) }))
  const isMeasured = outcomes.some(({ outcome }) => outcome.kind !== 'not-measured')
  const actions = outcomes.flatMap(({ outcome }) => (outcome.kind === 'not-measured' ? [outcome.action] : []))
  const [title, command, action] =
    measuring.length === 0
      ? tools.includes('values')
        ? (['No findings.', 'view.values', 'Show the values'] as const)
        : (['No findings.', 'view.pairs', 'Show the pairs'] as const)
      : isMeasured
        ? (['No findings.', 'view.statistics', 'See the statistics'] as const)
        : (['Not measured.', null, 'Record again…'] as const)
  return (
    <div className="state findings-none">
      <strong>{title}</strong>
      {[...Map.groupBy(outcomes, ({ outcome }) => (outcome.kind === 'found' ? whereWasteIs(findings.leftOut) : outcomeWords(outcome)))].map(([text, of]) => (
        <span key={text}>
          {listed(of.map(({ tool }) => tool))}: {text}
        </span>
      ))}
      {summary.partial === null || summary.run.exit.state === 'unable' ? null : <span>{capitalized(summary.partial)}.</span>}
      <button
        type="button"
        className="action"
        onClick={() => (command === null ? recordAgain(application, summary, { action: actions.join(' ') }) : application.runCommand(command))}
      >
        {action}
      </button>
      <Waits findings={findings} place="before" />
      <Waits findings={findings} place="behind" />
      <LeftOut findings={findings} />
    </div>
  )
}

/** "Dead stores, silent stores". */
function listed(tools: Tool[]): string {
  return tools.map((tool, at) => toolWords[tool][at === 0 ? 'title' : 'name']).join(', ')
}
