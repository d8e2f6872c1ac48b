/** All views of a part of the run, and of the whole run again. */
import type { Application } from '../application/application.ts'
import { report } from '../application/application.ts'
import { createOpenProfile, selectHeaviestPair, showTool, showView } from '../application/profiles.ts'

/** @param from, to: ns since the recording began */
export async function showPart(application: Application, from: number, to: number): Promise<void> {
  const { client, store } = application
  const open = store.getState().profile
  if (open === null) return
  const whole = open.part?.whole ?? open
  const summary = await client.call('trace.filter', { profile: whole.summary.profile, from, to })
  const now = store.getState().profile
  if (now !== open) {
    client.call('profile.close', { profile: summary.profile }).catch((error) => report(application, error))
    return
  }
  if (open.part != null) client.call('profile.close', { profile: open.summary.profile }).catch((error) => report(application, error))
  application.followed.length = 0
  store.setState({ profile: { ...createOpenProfile(application, summary), view: open.view, trace: open.trace ?? null, agreedFiles: open.agreedFiles, part: { from, to, whole } } })
  await showTool(application, open.tool)
  await showView(application, open.view)
  await selectHeaviestPair(application)
}

export async function showWholeRun(application: Application): Promise<void> {
  const { client, store } = application
  const open = store.getState().profile
  if (open?.part == null) return
  application.followed.length = 0
  store.setState({ profile: { ...open.part.whole, trace: open.trace ?? null } })
  await showTool(application, open.tool)
  await showView(application, open.view)
  await client.call('profile.close', { profile: open.summary.profile })
}
