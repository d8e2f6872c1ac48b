import type { Application } from './application.ts'
import { report } from './application.ts'
import { openProfile } from './profiles.ts'
import { openValidation } from './validations.ts'

/** Opens what a person chose, dropped or named, as what its content says it is. */
export async function openFile(application: Application, path: string): Promise<void> {
  try {
    const kind = await application.client.call('host.fileKind', { path })
    await (kind === 'validation' ? openValidation(application, path) : openProfile(application, path))
  } catch (error) {
    report(application, error)
  }
}
