/** A window's facts about its host: recent runs, and the machine's recording abilities. */
import type { Application } from './application.ts'
import { report } from './application.ts'
import { askLast } from './latest.ts'

export async function refreshRecent(application: Application): Promise<void> {
  const isLast = askLast(application, 'recent runs')
  try {
    const recent = await application.client.call('host.recent', {})
    if (isLast()) application.store.setState({ recent })
  } catch (error) {
    report(application, error)
  }
}

/** Windows that have asked. */
const asked = new WeakSet<Application>()

/** For pages that show it, once for a window: its self-tests take more than a second of processor time. */
export function needDoctor(application: Application): void {
  if (asked.has(application)) return
  asked.add(application)
  void refreshDoctor(application)
}

export async function refreshDoctor(application: Application): Promise<void> {
  const isLast = askLast(application, 'doctor')
  try {
    const doctor = await application.client.call('host.doctor', {})
    if (isLast()) application.store.setState({ doctor })
  } catch (error) {
    report(application, error)
  }
}
