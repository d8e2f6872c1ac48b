import { Field } from './fields/Field.tsx'
import type { LaunchDraft } from './launch_draft.ts'

const profiles: Record<LaunchDraft['valueProfile'], string> = {
  full: 'every execution',
  bounds: 'until invariance converges, then rarely',
  rising: 'while invariance rises, then rarely',
}

/** The executions whose values are recorded: all, or fewer for less time. */
export function ValuesChoice({ draft, onChange }: { draft: LaunchDraft; onChange(change: Partial<LaunchDraft>): void }) {
  return (
    <Field label="Values">
      {(id) => (
        <div className="row">
          <select id={id} value={draft.valueProfile} onChange={(event) => onChange({ valueProfile: event.target.value as LaunchDraft['valueProfile'] })}>
            {(Object.keys(profiles) as Array<keyof typeof profiles>).map((profile) => (
              <option key={profile} value={profile}>
                {profiles[profile]}
              </option>
            ))}
          </select>
          <span className="dim">Executions recorded for each instruction and parameter. The last two choices take less time.</span>
          <label>
            <input type="checkbox" checked={draft.valueClearing} onChange={(event) => onChange({ valueClearing: event.target.checked })} /> replace rare values,
            so that late ones are kept
          </label>
        </div>
      )}
    </Field>
  )
}
