import type { Application } from './application.ts'
import { report } from './application.ts'

export async function refreshRecent(application: Application): Promise<void> {
  try {
    application.store.setState({ recent: await application.client.call('host.recent', {}) })
  } catch (error) {
    report(application, error)
  }
}

export async function refreshDoctor(application: Application): Promise<void> {
  try {
    application.store.setState({ doctor: await application.client.call('host.doctor', {}) })
  } catch (error) {
    report(application, error)
  }
}
