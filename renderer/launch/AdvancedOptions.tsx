import { comparesValues } from '../tools/tools.ts'
import { Field } from './fields/Field.tsx'
import { GranularityChoice } from './GranularityChoice.tsx'
import type { LaunchDraft } from './launch_draft.ts'
import { mostRuns, rateBounds } from './launch_draft.ts'
import { DurationField } from './fields/DurationField.tsx'
import { NumberField } from './fields/NumberField.tsx'

/** Options that most recordings leave at their defaults. */
export function AdvancedOptions({ draft, onChange }: { draft: LaunchDraft; onChange(change: Partial<LaunchDraft>): void }) {
  const exhaustive = draft.engine === 'exhaustive'
  return (
    <details className="launch-advanced">
      <summary>Advanced</summary>
      {exhaustive ? null : (
        <NumberField
          label="Rate"
          field="rate"
          draft={draft}
          onChange={onChange}
          least={rateBounds.least}
          most={rateBounds.most}
          placeholder="1000, then 100"
          unit="samples per second of CPU time in each thread. Default: up to 1,000 in the first 3 s of each process, then 100."
        />
      )}
      {draft.tools.some(comparesValues) ? (
        <NumberField
          label="Tolerance"
          field="tolerance"
          draft={draft}
          onChange={onChange}
          least={0}
          most={99.9}
          unit="% difference at which floating-point values still count as equal."
        />
      ) : null}
      {draft.tools.includes('reuse-distance') ? <GranularityChoice draft={draft} onChange={onChange} /> : null}
      {exhaustive && draft.tools.includes('values') ? <ValuesChoice draft={draft} onChange={onChange} /> : null}
      {exhaustive && draft.tools.includes('values') ? (
        <NumberField
          label="Table"
          field="valueTable"
          draft={draft}
          onChange={onChange}
          least={1}
          most={255}
          unit="values kept for each instruction and parameter, the most frequent ones."
        />
      ) : null}
      {exhaustive ? (
        <NumberField
          label="Equal"
          field="spatialThreshold"
          draft={draft}
          onChange={onChange}
          least={0}
          most={100}
          unit="% equal values. Arrays that the program marks are recorded above this share."
        />
      ) : null}
      {exhaustive ? <ScopeChoice draft={draft} onChange={onChange} /> : null}
      <Field label="Children">
        {(id) => (
          <div className="row">
            <input id={id} type="checkbox" checked={draft.followChildren} onChange={(event) => onChange({ followChildren: event.target.checked })} />
            <span className="dim">Record child processes into the same profile.</span>
          </div>
        )}
      </Field>
      {draft.attach ? null : (
        <>
          <Field label="Output">
            {(id) => (
              <div className="row">
                <input id={id} type="checkbox" checked={draft.keepOutput} onChange={(event) => onChange({ keepOutput: event.target.checked })} />
                <span className="dim">Keep the last 64 kB that the program prints in the profile.</span>
              </div>
            )}
          </Field>
          <DurationField draft={draft} onChange={onChange} />
        </>
      )}
      {exhaustive || draft.attach ? null : (
        <NumberField
          label="Repeat"
          field="runs"
          draft={draft}
          onChange={onChange}
          least={1}
          most={mostRuns}
          placeholder="once"
          unit="runs, recorded into one profile. The profile shows the variation between runs."
        />
      )}
      {exhaustive ? null : (
        <NumberField
          label="Until"
          field="until"
          draft={draft}
          onChange={onChange}
          least={0.01}
          most={50}
          placeholder={draft.attach ? 'until stopped' : 'until exit'}
          unit="percentage points. Recording stops when the 95 % interval of the wasted share is this narrow (±)."
        />
      )}
    </details>
  )
}

const valueProfileWords: Record<LaunchDraft['valueProfile'], string> = {
  full: 'every execution',
  bounds: 'until invariance converges, then rarely',
  rising: 'while invariance rises, then rarely',
}

/** The executions whose values are recorded: all, or fewer for less time. */
function ValuesChoice({ draft, onChange }: { draft: LaunchDraft; onChange(change: Partial<LaunchDraft>): void }) {
  return (
    <Field label="Values">
      {(id) => (
        <div className="row">
          <select id={id} value={draft.valueProfile} onChange={(event) => onChange({ valueProfile: event.target.value as LaunchDraft['valueProfile'] })}>
            {(Object.keys(valueProfileWords) as Array<keyof typeof valueProfileWords>).map((profile) => (
              <option key={profile} value={profile}>
                {valueProfileWords[profile]}
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

const scopeWords: Record<LaunchDraft['scope'], string> = { once: 'find once per pair', always: 'separate pairs by scope', none: 'do not find' }

/** Whether the loop that makes an access redundant is found, and whether it is part of a pair's identity. */
function ScopeChoice({ draft, onChange }: { draft: LaunchDraft; onChange(change: Partial<LaunchDraft>): void }) {
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
