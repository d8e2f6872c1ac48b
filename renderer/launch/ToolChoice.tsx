import type { Engine, Tool } from '../../shared/run.ts'
import type { DoctorReport } from '../../shared/rpc/host.ts'
import { allTools, toolWords } from '../tools/tools.ts'
import type { LaunchDraft } from './launch_draft.ts'
import { ToolPicture } from './ToolPicture.tsx'

interface ToolChoiceProps {
  tools: Tool[]
  engine: LaunchDraft['engine']
  doctor: DoctorReport | null
  /** To a process that runs already, which no engine but those that sample can record. */
  attach?: boolean
  onChange(tools: Tool[]): void
  /** The person wants the engine that has a tool, and of the tools those that it has. */
  onEngine(engine: LaunchDraft['engine'], tools: Tool[]): void
}

/** The tools of a recording: any of them, several at once. */
export function ToolChoice({ tools, engine, doctor, attach = false, onChange, onEngine }: ToolChoiceProps) {
  const engineOf = (choice: LaunchDraft['engine']): Engine | null | undefined => (choice === 'auto' ? doctor?.engine : choice)
  const toolsOf = (choice: LaunchDraft['engine']): readonly Tool[] => doctor?.engines?.find((report) => report.engine === engineOf(choice))?.tools ?? allTools
  const chosenEngine = engineOf(engine)
  const possible = toolsOf(engine)
  const other = chosenEngine === 'exhaustive' ? 'auto' : 'exhaustive'
  const toggle = (tool: Tool, chosen: boolean): void => onChange(allTools.filter((each) => (each === tool ? chosen : tools.includes(each))))
  return (
    <div className="tool-list">
      {allTools.map((tool) => (
        <div key={tool} className="tool-line">
          <label className="tool-option" title={possible.includes(tool) ? undefined : `The ${chosenEngine} engine does not measure ${toolWords[tool].name}.`}>
            <input
              type="checkbox"
              checked={tools.includes(tool)}
              disabled={!possible.includes(tool) && !tools.includes(tool)}
              aria-label={toolWords[tool].title}
              onChange={(event) => toggle(tool, event.target.checked)}
            />
            <span className="tool-option-text">
              <strong>{toolWords[tool].title}</strong>
              <span className="dim"> {toolWords[tool].finds}</span>
            </span>
            <ToolPicture tool={tool} />
          </label>
          {possible.includes(tool) ? null : (
            <span className="tool-elsewhere">
              Needs {chosenEngine === 'exhaustive' ? 'a sampling' : 'the exhaustive'} engine{attach ? ', which cannot attach.' : ': '}
              {attach ? null : (
                <button
                  type="button"
                  className="action"
                  aria-label={`Switch the engine for ${toolWords[tool].name}`}
                  onClick={() =>
                    onEngine(
                      other,
                      toolsOf(other).filter((each) => each === tool || tools.includes(each)),
                    )
                  }
                >
                  Switch
                </button>
              )}
            </span>
          )}
        </div>
      ))}
      {tools.length > 1 && chosenEngine !== 'exhaustive' ? (
        <p className="dim">With {tools.length} tools, each sample goes to one of them at random. Each tool gets a share of the samples.</p>
      ) : null}
    </div>
  )
}
