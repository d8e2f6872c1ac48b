import { RadioGroup } from 'radix-ui'
import { measuredPart, observationsOf, outcomeOf, outcomeWords, partText, wholeText } from '../../shared/outcome.ts'
import type { Tool } from '../../shared/run.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { recordedTools, showTool } from '../application/profiles.ts'
import { Percent } from '../components/Figures.tsx'
import { countedText } from '../format/quantities.ts'
import { isFew } from '../tools/evidence.ts'
import { isNeutral, toolWords } from '../tools/tools.ts'
import { unseenText } from './unseen.ts'

/** The tools of the run with their fractions; the chosen one's trees, pairs and totals are shown. */
export function ToolSwitch({ summary }: { summary: ProfileSummary }) {
  const application = useApplication()
  const tool = useProfile((profile) => profile.tool)
  return (
    <RadioGroup.Root
      className="tool-switch"
      orientation="horizontal"
      aria-label="Tool"
      value={tool}
      onValueChange={(next) => showTool(application, next as Tool).catch((error) => report(application, error))}
    >
      {recordedTools(summary).map((recorded) => (
        <RadioGroup.Item
          key={recorded}
          value={recorded}
          className="tool-choice"
          title={`${toolWords[recorded].finds}\n${unseenText(summary.stats)}\nNext tool: ]`}
        >
          {toolWords[recorded].name} <ToolFigure tool={recorded} summary={summary} />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

function ToolFigure({ tool, summary }: { tool: Tool; summary: ProfileSummary }) {
  const totals = summary.totals[tool]
  if (tool === 'values') return <span className="dim">tables</span>
  const outcome = outcomeOf(summary, tool)
  if (totals === undefined || outcome.kind === 'not-measured')
    return (
      <span className="dim" title={outcomeWords(outcome)}>
        not measured
      </span>
    )
  const few = isFew(summary.run, observationsOf(summary, tool)) ? 'few' : ''
  if (isNeutral(tool)) return <span className={`dim ${few}`}>{countedText(totals.traps, 'reuse')}</span>
  const part = measuredPart(summary, tool)
  return (
    <span className={part?.little ? `dim ${few}` : few} title={part === null ? undefined : partText(part)}>
      <Percent share={totals.fraction} interval={totals.ci95} />
      {part === null ? null : ` of ${wholeText(part)}`}
    </span>
  )
}
