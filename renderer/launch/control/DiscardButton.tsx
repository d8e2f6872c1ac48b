import { useApplication } from '../../application/context.ts'
import type { Recording } from '../../application/state.ts'
import { keepRecording, stopsProgram } from './recording_control.ts'

/** Ends the recording without a profile; in its place the question whether the program may be stopped, too. */
export function DiscardButton({ recording }: { recording: Recording }) {
  const application = useApplication()
  const stops = stopsProgram(recording)
  const discard = (): void => application.runCommand('record.discard')
  if (!stops || recording.asksToDiscard !== true)
    // After “Keep recording”, the focus is here again.
    return (
      <button type="button" className="action" autoFocus={recording.asksToDiscard === false} title={discardTitle(recording, stops)} onClick={discard}>
        Discard
      </button>
    )
  const keep = (): void => keepRecording(application)
  return (
    <div
      className="row"
      role="group"
      aria-label="Discard the recording"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        keep()
      }}
    >
      <span role="alert">Stop the program and delete what was recorded?</span>
      <button type="button" className="action" autoFocus onClick={keep}>
        Keep recording
      </button>
      <button type="button" className="action" onClick={discard}>
        Stop and discard
      </button>
    </div>
  )
}

function discardTitle({ request, progress }: Recording, stops: boolean): string {
  if (stops) return 'Ends the program and its process group (SIGTERM), and deletes what was recorded. There is no profile.'
  if (progress?.state === 'analysing') return 'Deletes what was recorded. There is no profile.'
  const who = request.process === undefined ? 'The processes continue' : 'The process continues'
  return `${who} without being recorded. What was recorded is deleted; there is no profile.`
}
