import type { Application } from '../application.ts'
import { report } from '../application.ts'
import { openProfile } from './open_profile.ts'
import { openValidation } from '../validations.ts'

/** Opens what a person chose, dropped or named, as what its content says it is. */
export async function openFile(application: Application, path: string): Promise<void> {
  try {
    const kind = await application.client.call('host.fileKind', { path })
    await (kind === 'validation' ? openValidation(application, path) : openProfile(application, path))
  } catch (error) {
    report(application, error)
  }
}

/** A profile dropped on an open one may be meant to be compared with it: asks. Everything else opens. */
export async function openDroppedFile(application: Application, path: string): Promise<void> {
  const { screen, profile, comparison } = application.store.getState()
  const shown = (screen === 'profile' && profile !== null) || (screen === 'comparison' && comparison !== null)
  if (!shown) return openFile(application, path)
  try {
    if ((await application.client.call('host.fileKind', { path })) === 'profile') application.store.setState({ droppedFile: path })
    else await openFile(application, path)
  } catch (error) {
    report(application, error)
  }
}
