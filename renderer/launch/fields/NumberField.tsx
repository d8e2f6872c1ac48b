import { useId } from 'react'
import { Field } from './Field.tsx'
import type { DraftField, LaunchDraft } from '../launch_draft.ts'
import { fieldProblem } from '../launch_draft.ts'

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

/** A line of the form that takes a number, as it is typed. */
export function NumberField({ label, field, draft, onChange, least, most, placeholder, unit }: NumberFieldProps) {
  const problem = fieldProblem(draft, field)
  const unitId = useId()
  return (
    <Field label={label}>
      {(id) => (
        <div className="row">
          <input
            id={id}
            type="number"
            className="launch-number"
            min={least}
            {...(most === undefined ? {} : { max: most })}
            step="any"
            value={draft[field]}
            placeholder={placeholder}
            aria-invalid={problem !== null}
            aria-describedby={unitId}
            title={problem ?? undefined}
            onChange={(event) => onChange({ [field]: event.target.value })}
          />
          <span id={unitId} className="dim">
            {unit}
          </span>
        </div>
      )}
    </Field>
  )
}
