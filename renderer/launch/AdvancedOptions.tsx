import { comparesValues } from '../tools/tools.ts'
import { Field } from './Field.tsx'
import { GranularityChoice } from './GranularityChoice.tsx'
import type { LaunchDraft } from './launch_draft.ts'
import { mostRuns, rateBounds } from './launch_draft.ts'
import { NumberField } from './NumberField.tsx'
import { ScopeChoice } from './ScopeChoice.tsx'
import { ValuesChoice } from './ValuesChoice.tsx'

/** What most recordings leave as it is. */
export function AdvancedOptions({ draft, onChange }: { draft: LaunchDraft; onChange(change: Partial<LaunchDraft>): void }) {
  const exhaustive = draft.engine === 'exhaustive'
  return (
    <details className="launch-advanced">
      <summary>Advanced</summary>
      {exhaustive ? null : (
        <NumberField label="Rate" field="rate" draft={draft} onChange={onChange} least={rateBounds.least} most={rateBounds.most} placeholder="1000, then 100" unit="samples per second of CPU time and thread, all the time. Empty: up to 1,000 in the first 2 s of CPU time of each process, then 100." />
      )}
      {draft.tools.some(comparesValues) ? (
        <NumberField label="Tolerance" field="tolerance" draft={draft} onChange={onChange} least={0} most={99.9} unit="% by which floating-point values may differ and still count as the same." />
      ) : null}
      {draft.tools.includes('reuse-distance') ? <GranularityChoice draft={draft} onChange={onChange} /> : null}
      {exhaustive && draft.tools.includes('values') ? <ValuesChoice draft={draft} onChange={onChange} /> : null}
      {exhaustive && draft.tools.includes('values') ? <NumberField label="Table" field="valueTable" draft={draft} onChange={onChange} least={1} most={255} unit="of the commonest values that are kept of each." /> : null}
      {exhaustive ? <NumberField label="Equal" field="spatialThreshold" draft={draft} onChange={onChange} least={0} most={100} unit="% of equal values above which an array that the program marks is recorded." /> : null}
      {exhaustive ? <ScopeChoice draft={draft} onChange={onChange} /> : null}
      <Field label="Children">
        {(id) => (
          <div className="row">
            <input id={id} type="checkbox" checked={draft.followChildren} onChange={(event) => onChange({ followChildren: event.target.checked })} />
            <span className="dim">record the programs that it starts too, into the same profile.</span>
          </div>
        )}
      </Field>
      <NumberField label="Duration" field="duration" draft={draft} onChange={onChange} least={0} placeholder="to its end" unit="seconds after which the recording ends; the program goes on." />
      {exhaustive ? null : (
        <NumberField label="Repeat" field="runs" draft={draft} onChange={onChange} least={1} most={mostRuns} placeholder="once" unit="runs of the program, one after the other, into one profile, which also shows how much they differ." />
      )}
      {exhaustive ? null : (
        <NumberField label="Until" field="until" draft={draft} onChange={onChange} least={0.01} most={50} placeholder="to its end" unit="percentage points: the recording ends once the fraction is known within ± this much, at 95 %." />
      )}
    </details>
  )
}
