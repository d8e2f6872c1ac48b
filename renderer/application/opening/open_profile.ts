import type { Application } from '../application.ts'
import { report } from '../application.ts'
import { nameFiles } from '../../format/paths.ts'
import { failureText } from '../failure.ts'
import { refreshRecent } from '../host_facts.ts'
import { beginOpening } from './opening.ts'
import { closeProfile, createOpenProfile, firstView, selectHeaviestPair, showView } from '../profiles.ts'
import { keptSession, restoreSession } from '../sessions/sessions.ts'

/** Opens a profile in place of the present one, as it was last viewed, or with its heaviest pair selected. */
export async function openProfile(application: Application, path: string, begun = beginOpening(application, path)): Promise<void> {
  const { client, store } = application
  const { opening, signal, screenOf } = begun
  try {
    const summary = await client.call('profile.open', { path }, { signal })
    // Before the profile is shown: what a person chooses from then on is theirs.
    const session = await keptSession(application, summary)
    const screen = screenOf('profile')
    closeProfile(application)
    nameFiles(summary.fileNames ?? {})
    store.setState({ profile: createOpenProfile(application, summary), screen, opening: null })
    void refreshRecent(application)
    if (session !== null) return await restoreSession(application, summary, session)
    await showView(application, firstView(application, summary))
    if (store.getState().profile?.selection === null) await selectHeaviestPair(application)
  } catch (error) {
    if (signal.aborted) store.setState((state) => (state.opening === opening ? { opening: null } : {}))
    else if (store.getState().profile === null && screenOf('start') === 'start')
      store.setState({ opening: null, openFailure: { path, message: failureText(error) }, screen: 'start' })
    else {
      store.setState({ opening: null })
      report(application, error)
    }
  }
}
