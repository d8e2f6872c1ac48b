import { useId } from 'react'
import type { Granularity } from '../../shared/report.ts'
import { comparesValues } from '../tools/tools.ts'
import { Field } from './Field.tsx'
import type { DraftField, LaunchDraft } from './launch_draft.ts'
import { fieldProblem, rateBounds } from './launch_draft.ts'

const granularityWords: Record<Granularity, string> = { byte: 'byte', word: 'word of 8 bytes', line: 'cache line of 64 bytes' }

/** What most recordings leave as it is. */
export function AdvancedOptions({ draft, onChange }: { draft: LaunchDraft; onChange(change: Partial<LaunchDraft>): void }) {
  return (
    <details className="launch-advanced">
      <summary>Advanced</summary>
      <NumberField label="Rate" field="rate" draft={draft} onChange={onChange} least={rateBounds.least} most={rateBounds.most} unit="samples per second of CPU time and thread. More: sooner sure, and slower." />
      {draft.tools.some(comparesValues) ? (
        <NumberField label="Tolerance" field="tolerance" draft={draft} onChange={onChange} least={0} most={99.9} unit="% by which floating-point values may differ and still count as the same." />
      ) : null}
      {draft.tools.includes('reuse-distance') ? (
        <Field label="Granularity">
          {(id) => (
            <div className="row">
              <select id={id} value={draft.granularity} onChange={(event) => onChange({ granularity: event.target.value as Granularity })}>
                {(Object.keys(granularityWords) as Granularity[]).map((granularity) => <option key={granularity} value={granularity}>{granularityWords[granularity]}</option>)}
              </select>
              <span className="dim">what counts as the same data when reuse distances are measured.</span>
            </div>
          )}
        </Field>
      ) : null}
      <Field label="Children">
        {(id) => (
          <div className="row">
            <input id={id} type="checkbox" checked={draft.followChildren} onChange={(event) => onChange({ followChildren: event.target.checked })} />
            <span className="dim">record the programs that it starts too, into the same profile.</span>
          </div>
        )}
      </Field>
      <NumberField label="Duration" field="duration" draft={draft} onChange={onChange} least={0} placeholder="to its end" unit="seconds after which the recording ends; the program goes on." />
      <NumberField label="Until" field="until" draft={draft} onChange={onChange} least={0.01} most={50} placeholder="to its end" unit="percentage points: the recording ends once the fraction is known within ± this much, at 95 %." />
    </details>
  )
}

interface NumberFieldProps {
  label: string
  field: DraftField
  draft: LaunchDraft
  onChange(change: Partial<LaunchDraft>): void
  least: number
  most?: number
  placeholder?: string
  unit: string
}

function NumberField({ label, field, draft, onChange, least, most, placeholder, unit }: NumberFieldProps) {
  const problem = fieldProblem(draft, field)
  const unitId = useId()
  return (
    <Field label={label}>
      {(id) => (
        <div className="row">
          <input
            id={id} type="number" className="launch-number" min={least} {...(most === undefined ? {} : { max: most })} step="any" value={draft[field]} placeholder={placeholder}
            aria-invalid={problem !== null} aria-describedby={unitId} title={problem ?? undefined} onChange={(event) => onChange({ [field]: event.target.value })}
          />
          <span id={unitId} className="dim">{unit}</span>
        </div>
      )}
    </Field>
  )
}
