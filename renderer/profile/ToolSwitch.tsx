import { RadioGroup } from 'radix-ui'
import { FEWEST_TRAPS } from '../../shared/metrics/bootstrap.ts'
import type { Tool, Totals } from '../../shared/run.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { recordedTools, showTool } from '../application/profiles.ts'
import { Percent } from '../components/Figures.tsx'
import { countedText } from '../format/quantities.ts'
import { isNeutral, toolWords } from '../tools/tools.ts'
import { unseenText } from './Evidence.tsx'

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
        <RadioGroup.Item key={recorded} value={recorded} className="tool-choice" title={`${toolWords[recorded].finds}\n${unseenText(summary.stats)}\nNext tool: ]`}>
          {toolWords[recorded].name} <ToolFigure tool={recorded} totals={summary.totals[recorded]} />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

function ToolFigure({ tool, totals }: { tool: Tool; totals: Totals | undefined }) {
  if (tool === 'values') return <span className="dim">tables</span>
  if (totals === undefined || totals.traps === 0) return <span className="dim">nothing seen</span>
  const few = totals.exact !== true && totals.traps < FEWEST_TRAPS ? 'few' : ''
  if (isNeutral(tool)) return <span className={`dim ${few}`}>{countedText(totals.traps, 'reuse')}</span>
  return <span className={few}><Percent share={totals.fraction} interval={totals.ci95} /></span>
}
