/** The system's notice at the end of a long recording, for a person who went on to something else. */
import type { LaunchProgress, LaunchRequest } from '../../shared/rpc/recordings.ts'
import { baseName } from '../format/paths.ts'
import { durationText, percentText } from '../format/quantities.ts'
import type { Application } from './application.ts'

/** Tells of a recording that ended, if it ran as long as the person chose and this window is in the background. */
export async function notifyOfEnd({ client, store, preferences }: Application, request: LaunchRequest, progress: LaunchProgress): Promise<void> {
  const { notifyAfter } = preferences.getState()
  const ended = progress.state === 'finished' || progress.state === 'failed'
  if (!ended || notifyAfter === 0 || progress.elapsed < notifyAfter || document.hasFocus()) return
  const { title, text } = endWords(request, progress)
  if (store.getState().desktop !== null) await client.call('desktop.notify', { title, text })
  else if (browserNotices() === 'granted') showInBrowser(title, text)
}

/** The browser's notification permission; null where it has no notices, as without a secure address. */
export function browserNotices(): NotificationPermission | null {
  return 'Notification' in window ? Notification.permission : null
}

function showInBrowser(title: string, text: string): void {
  const notice = new Notification(title, { body: text, icon: './icon.svg' })
  notice.addEventListener('click', () => {
    window.focus()
    notice.close()
  })
}

function endWords({ program }: LaunchRequest, { state, elapsed, fraction, error }: LaunchProgress): { title: string; text: string } {
  const name = baseName(program)
  if (state === 'failed') return { title: `Recording ${name} failed`, text: (error ?? 'without a reason').slice(0, longestText) }
  return {
    title: `${name} is recorded`,
    text: `It ran for ${durationText(elapsed)}${fraction === null ? '' : `; ${percentText(fraction)} of what was looked at is waste`}.`,
  }
}

/** A notice shows no more of it. */
const longestText = 300
