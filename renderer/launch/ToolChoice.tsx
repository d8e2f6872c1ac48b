import type { Tool } from '../../shared/run.ts'
import type { DoctorReport } from '../../shared/rpc/host.ts'
import { allTools, toolWords } from '../tools/tools.ts'
import type { LaunchDraft } from './launch_draft.ts'
import { ToolPicture } from './ToolPicture.tsx'

interface ToolChoiceProps {
  tools: Tool[]
  engine: LaunchDraft['engine']
  doctor: DoctorReport | null
  onChange(tools: Tool[]): void
}

/** What to look for: any of the tools, several at once. */
export function ToolChoice({ tools, engine, doctor, onChange }: ToolChoiceProps) {
  const chosenEngine = engine === 'auto' ? doctor?.engine : engine
  const possible = doctor?.engines?.find((report) => report.engine === chosenEngine)?.tools ?? allTools
  const toggle = (tool: Tool, chosen: boolean): void => onChange(allTools.filter((other) => (other === tool ? chosen : tools.includes(other))))
  return (
    <div className="tool-list">
      {allTools.map((tool) => (
        <label key={tool} className="tool-option" title={possible.includes(tool) ? undefined : `The ${chosenEngine} engine does not measure ${toolWords[tool].name}.`}>
          <input type="checkbox" checked={tools.includes(tool)} disabled={!possible.includes(tool) && !tools.includes(tool)} aria-label={toolWords[tool].title} onChange={(event) => toggle(tool, event.target.checked)} />
          <span className="tool-option-text">
            <strong>{toolWords[tool].title}</strong>
            <span className="dim"> {toolWords[tool].finds}</span>
            {possible.includes(tool) ? null : <span> Needs {chosenEngine === 'exhaustive' ? 'a sampling' : 'the exhaustive'} engine.</span>}
          </span>
          <ToolPicture tool={tool} />
        </label>
      ))}
      {tools.length > 1 && chosenEngine !== 'exhaustive' ? <p className="dim">With {tools.length} tools, each sample goes to one of them at random. Each tool gets a share of the samples.</p> : null}
    </div>
  )
}
