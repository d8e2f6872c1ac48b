import type { Result } from '../../shared/rpc/contract.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { recordAgain } from '../application/record_again.ts'
import { countedText, percentText } from '../format/quantities.ts'

type ReusedObjects = Result<'reuse.objects'>

interface ObjectChoiceProps {
  reused: ReusedObjects
  /** Number of the one that is shown. */
  value: number
  onChange(object: number): void
}

/** The data object whose reuses are shown, the most often reused first. */
export function ObjectChoice({ reused: { count, objects }, value, onChange }: ObjectChoiceProps) {
  return (
    <div className="reuse-range">
      <label>
        object{' '}
        <select className="reuse-object" value={value} onChange={(event) => onChange(Number(event.target.value))}>
          {objects.map(({ object, name, reuses, share }) => (
            <option key={object} value={object}>
              {name}: {countedText(reuses, 'reuse')}, {percentText(share)}
            </option>
          ))}
        </select>
      </label>
      {count > objects.length ? (
        <span className="dim">
          the {objects.length} most often reused of {count}
        </span>
      ) : null}
    </div>
  )
}

/** @param counted every access was counted */
export function NoReusedObjects({ counted }: { counted: boolean }) {
  const application = useApplication()
  const summary = useProfile((profile) => profile.summary)
  return (
    <div className="state">
      <span>
        {counted
          ? 'This run did not record the data of its reuses. Record with “of each data object too”.'
          : 'No reuse of named data was seen: the sampling engines name only static variables. The exhaustive engine also names heap blocks and mappings.'}
      </span>
      <button
        type="button"
        className="action"
        onClick={() => recordAgain(application, summary, { engine: 'exhaustive', tools: ['reuse-distance'], byObject: true })}
      >
        Record them…
      </button>
    </div>
  )
}
