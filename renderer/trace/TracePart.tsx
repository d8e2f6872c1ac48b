import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { quantityText } from '../format/quantities.ts'
import { showWholeRun } from './trace_part.ts'

/** Says above all views that they are of a part of the run, and takes that back. */
export function TracePart() {
  const application = useApplication()
  const part = useProfile((profile) => profile.part ?? null)
  const note = useProfile((profile) => profile.summary.notes[0] ?? '')
  if (part === null) return null
  return (
    <div className="trace-part" role="status">
      <span className="chip" title={note}>
        Filtered to {quantityText(part.from, 'ns')} – {quantityText(part.to, 'ns')} of the run
        <button type="button" className="plain" aria-label="Show the whole run" onClick={() => void showWholeRun(application).catch((error) => report(application, error))}>✕</button>
      </span>
      <span className="dim" title={note}>CPU time by sample, waste by interval of the time line. Counters and the waste of threads have no times.</span>
    </div>
  )
}
