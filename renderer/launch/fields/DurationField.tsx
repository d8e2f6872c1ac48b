import type { LaunchDraft } from '../launch_draft.ts'
import { NumberField } from './NumberField.tsx'

/** The duration of the recording; the recorded program goes on. */
export function DurationField({ draft, onChange }: { draft: LaunchDraft; onChange(change: Partial<LaunchDraft>): void }) {
  return (
    <NumberField
      label="Duration"
      field="duration"
      draft={draft}
      onChange={onChange}
      least={0}
      placeholder={draft.attach ? 'until stopped' : 'until exit'}
      unit={`seconds until recording stops. The ${draft.attach ? 'process' : 'program'} continues.`}
    />
  )
}
