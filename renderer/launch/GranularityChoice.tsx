import type { Granularity } from '../../shared/run.ts'
import { Field } from './fields/Field.tsx'
import type { LaunchDraft } from './launch_draft.ts'

const granularityWords: Record<Granularity, string> = { byte: 'byte', word: 'word of 8 bytes', line: 'cache line of 64 bytes' }
const all = Object.keys(granularityWords) as Granularity[]

/** The size of data for reuse distances: one of the sizes, or with the exhaustive engine several. */
export function GranularityChoice({ draft, onChange }: { draft: LaunchDraft; onChange(change: Partial<LaunchDraft>): void }) {
  const { granularities } = draft
  if (draft.engine !== 'exhaustive') {
    return (
      <Field label="Granularity">
        {(id) => (
          <div className="row">
            <select id={id} value={draft.granularity} onChange={(event) => onChange({ granularity: event.target.value as Granularity })}>
              {all.map((granularity) => (
                <option key={granularity} value={granularity}>
                  {granularityWords[granularity]}
                </option>
              ))}
            </select>
            <span className="dim">Size of the data whose reuse is measured.</span>
          </div>
        )}
      </Field>
    )
  }
  return (
    <Field label="Granularity">
      {() => (
        <div className="row" role="group" aria-label="Granularity">
          {all.map((granularity) => (
            <label key={granularity}>
              <input
                type="checkbox"
                checked={granularities.includes(granularity)}
                onChange={(event) =>
                  onChange({ granularities: all.filter((other) => (other === granularity ? event.target.checked : granularities.includes(other))) })
                }
              />{' '}
              {granularityWords[granularity]}
            </label>
          ))}
          <label title="Count the accesses of all threads together, as a shared cache does">
            <input type="checkbox" checked={draft.processWide} onChange={(event) => onChange({ processWide: event.target.checked })} /> all threads together
          </label>
          <label title="Also measure each variable, heap block and mapping separately. Takes longer.">
            <input type="checkbox" checked={draft.byObject} onChange={(event) => onChange({ byObject: event.target.checked })} /> per data object
          </label>
        </div>
      )}
    </Field>
  )
}
