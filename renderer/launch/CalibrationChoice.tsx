import { countingSlowdown, timesText } from '../../shared/metrics/exhaustive_cost.ts'
import { useAppState } from '../application/context.ts'
import { Field } from './fields/Field.tsx'
import type { LaunchDraft } from './launch_draft.ts'
import { calibrationProblem } from './launch_draft.ts'
import { RemedyLine } from './RemedyLine.tsx'

/** Whether a second run counts accesses, so that samples of the clock are weighted by accesses; and the cost of that run. */
export function CalibrationChoice({ draft, onChange }: { draft: LaunchDraft; onChange(change: Partial<LaunchDraft>): void }) {
  const doctor = useAppState((state) => state.doctor)
  const engine = draft.engine === 'auto' ? doctor?.engine : draft.engine
  if (engine != null && engine !== 'software') return null
  const counting = doctor?.engines?.find((candidate) => candidate.engine === 'exhaustive')
  const obstacle = counting?.works === false ? counting : null
  const problem = calibrationProblem(draft)
  return (
    <Field label="Calibrate">
      {(id) => (
        <>
          <div className="row">
            <input
              id={id}
              type="checkbox"
              checked={draft.calibrate}
              disabled={obstacle !== null && !draft.calibrate}
              onChange={(event) => onChange({ calibrate: event.target.checked })}
            />
            <span className="dim">
              Run the program again and count its accesses, to get shares of accesses instead of time. The second run takes about {timesText(countingSlowdown)}{' '}
              as long.
            </span>
          </div>
          {obstacle === null ? null : (
            <div role="status">
              Calibration needs the exhaustive engine: {obstacle.reason}
              <RemedyLine {...obstacle} />
            </div>
          )}
          {!draft.calibrate ? null : (
            <>
              <input
                type="text"
                className="mono launch-wide"
                aria-label="Command to count instead"
                placeholder="the same command; or one with a smaller input"
                spellCheck={false}
                aria-invalid={problem !== null}
                value={draft.calibrationLine}
                onChange={(event) => onChange({ calibrationLine: event.target.value })}
              />
              <div className="dim">The output of the second run is discarded. Its file writes happen again.</div>
            </>
          )}
        </>
      )}
    </Field>
  )
}
