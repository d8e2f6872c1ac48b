/** Follows recordings that run on the host. */
import type { RecordingId } from '../../shared/rpc/identifiers.ts'
import type { LaunchProgress } from '../../shared/rpc/recordings.ts'
import type { Application } from './application.ts'
import { announce, report } from './application.ts'
import { openFile } from './opening/open_file.ts'

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
  if (progress.state === 'discarded') {
    store.setState(({ screen }) => ({ recording: null, screen: screen === 'recording' ? 'launch' : screen }))
    return announce(application, 'The recording was discarded.')
  }
  store.setState({ recording: { ...shown, progress } })
  // Loaded only here, to keep the first page small.
  if (progress.state === 'finished' || progress.state === 'failed')
    void import('./notices.ts')
      .then(({ notifyOfEnd }) => notifyOfEnd(application, shown.request, progress))
      .catch((error: unknown) => report(application, error))
  if (progress.state === 'finished' && progress.output !== null) await openFile(application, progress.output)
}
