/** Starts, stops, pauses, and discards a recording. */
import { startingProgress, type LaunchRequest } from '../../../shared/rpc/recordings.ts'
import type { Application } from '../../application/application.ts'
import { report } from '../../application/application.ts'
import { failureText } from '../../application/failure.ts'
import { rememberLaunch } from '../../application/preferences.ts'
import type { Recording } from '../../application/state.ts'

/** Starts a recording; the window shows its progress until the profile, or the validation, opens by itself. */
export async function launch(application: Application, request: LaunchRequest): Promise<void> {
  const { client, store, preferences } = application
  rememberLaunch(preferences, request)
  store.setState({ recording: { request, progress: null, paused: false }, screen: 'recording', launchFailure: null, recordWish: null })
  try {
    const { recording } = await client.call('launch.start', request)
    store.setState(({ recording: shown }) => ({ recording: shown === null ? null : { ...shown, progress: shown.progress ?? startingProgress(recording) } }))
  } catch (error) {
    store.setState({ recording: null, screen: 'launch', launchFailure: { request, message: failureText(error) } })
  }
}

export function stopRecording(application: Application): void {
  const recording = application.store.getState().recording?.progress?.recording
  if (recording === undefined) return
  application.client.call('launch.stop', { recording }).catch((error) => report(application, error))
}

/** Stops the sampling for a while, or continues with it; the program runs on. */
export async function pauseRecording(application: Application): Promise<void> {
  const { client, store } = application
  const { recording } = store.getState()
  if (recording?.progress == null) return
  const paused = !recording.paused
  await client.call('launch.pause', { recording: recording.progress.recording, paused })
  store.setState(({ recording: shown }) => (shown === null ? {} : { recording: { ...shown, paused } }))
}

/** Whether the program is stopped with the recording. */
export function stopsProgram({ request, progress }: Recording): boolean {
  if (request.process !== undefined) return false
  return progress?.state === 'counting' || (progress?.state === 'running' && progress.goesOn === undefined)
}

/** Ends it and deletes the recording; asks first if the program is stopped, too. */
export async function discardRecording(application: Application): Promise<void> {
  const { client, store } = application
  const { recording } = store.getState()
  if (recording?.progress == null) return
  if (stopsProgram(recording) && recording.asksToDiscard !== true) {
    store.setState({ recording: { ...recording, asksToDiscard: true }, screen: 'recording' })
    return
  }
  await client.call('launch.discard', { recording: recording.progress.recording })
}

export function keepRecording({ store }: Application): void {
  store.setState(({ recording }) => (recording === null ? {} : { recording: { ...recording, asksToDiscard: false } }))
}
