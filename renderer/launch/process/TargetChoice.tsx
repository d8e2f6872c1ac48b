import type { LaunchDraft } from '../launch_draft.ts'
import { attachable } from '../launch_draft.ts'

/** Whether a program is started or a process is recorded that runs already. */
export function TargetChoice({ draft, onChange }: { draft: LaunchDraft; onChange(change: Partial<LaunchDraft>): void }) {
  return (
    <>
      <div className="row" role="radiogroup" aria-label="What to record">
        <label>
          <input type="radio" name="launch-target" checked={!draft.attach} onChange={() => onChange({ attach: false })} /> Run a program
        </label>
        <label>
          <input type="radio" name="launch-target" checked={draft.attach} onChange={() => onChange(attachable(draft))} /> Attach to a process
        </label>
      </div>
      {draft.attach ? (
        <div className="dim">
          Arguments, environment, kept output, repeated and counting runs need a program that Hagstone starts. So does the exhaustive engine.
        </div>
      ) : null}
    </>
  )
}
