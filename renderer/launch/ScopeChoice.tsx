import { Field } from './fields/Field.tsx'
import type { LaunchDraft } from './launch_draft.ts'

const scopeWords: Record<LaunchDraft['scope'], string> = { once: 'find once per pair', always: 'separate pairs by scope', none: 'do not find' }

/** Whether the loop that makes an access redundant is found, and whether it is part of a pair's identity. */
export function ScopeChoice({ draft, onChange }: { draft: LaunchDraft; onChange(change: Partial<LaunchDraft>): void }) {
  return (
    <Field label="Scope">
      {(id) => (
        <div className="row">
          <select id={id} value={draft.scope} onChange={(event) => onChange({ scope: event.target.value as LaunchDraft['scope'] })}>
            {(Object.keys(scopeWords) as Array<LaunchDraft['scope']>).map((scope) => (
              <option key={scope} value={scope}>
                {scopeWords[scope]}
              </option>
            ))}
          </select>
          <span className="dim">The loop or function in which an access repeats earlier work.</span>
        </div>
      )}
    </Field>
  )
}
