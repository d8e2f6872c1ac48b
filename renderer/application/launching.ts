import type { RecordingId } from '../../shared/rpc/identifiers.ts'
import { startingProgress, type LaunchProgress, type LaunchRequest } from '../../shared/rpc/recordings.ts'
import type { Application } from './application.ts'
import { report } from './application.ts'
import { failureText } from './failure.ts'
import { notifyOfEnd } from './notices.ts'
import { rememberLaunch } from './preferences.ts'
import { openFile } from './opening/open_file.ts'

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

/** Shows a recording that this window followed before its page was loaded again. @returns whether the host still knows it */
export async function followRecording(application: Application, recording: RecordingId): Promise<boolean> {
  const followed = await application.client.call('launch.follow', { recording })
  if (followed === null) return false
  const { request, paused, progress } = followed
  // The answer may come when the person has gone to another screen.
  application.store.setState(({ screen }) => ({ recording: { request, paused, progress: null }, screen: screen === 'start' ? 'recording' : screen }))
  await showProgress(application, progress)
  return true
}

/** Shows the recording that runs on this host, which another window started. @returns whether one does */
export async function followAnyRecording(application: Application): Promise<boolean> {
  const recording = (await application.client.call('launch.running', {})).at(-1)
  return recording !== undefined && followRecording(application, recording)
}

/** Follows the progress of this window's launches and opens their results at the end. */
export function watchRecordings(application: Application): () => void {
  return application.client.on('launch.progress', (progress) => void showProgress(application, progress))
}

async function showProgress(application: Application, progress: LaunchProgress): Promise<void> {
  const { store } = application
  const shown = store.getState().recording
  if (shown === null) return
  if (shown.progress !== null && shown.progress.recording !== progress.recording) return
  store.setState({ recording: { ...shown, progress } })
  void notifyOfEnd(application, shown.request, progress).catch((error) => report(application, error))
  if (progress.state === 'finished' && progress.output !== null) await openFile(application, progress.output)
}
