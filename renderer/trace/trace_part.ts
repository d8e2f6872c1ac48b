/** All views of a part of the run, and of the whole run again. */
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { Application } from '../application/application.ts'
import { report } from '../application/application.ts'
import { withChoices } from '../application/sessions/choices.ts'
import { choicesOf } from '../application/sessions/session.ts'
import { createOpenProfile, selectHeaviestPair, selectPair, showView } from '../application/profiles.ts'
import type { OpenProfile, RunPart } from '../application/state.ts'

/** ns: later than any recording ends. */
const everything = 1e18

/** The part that each application requested last: late answers to earlier requests are not shown. */
const wishes = new WeakMap<Application, RunPart>()

/** Narrows or widens the part that all views show; a part without time and threads is the whole run. */
export async function changePart(application: Application, change: Partial<RunPart>): Promise<void> {
  const { client, store } = application
  const open = store.getState().profile
  if (open === null) return
  const whole = open.part?.whole ?? open
  const part: RunPart = { time: open.part?.time ?? null, threads: open.part?.threads ?? null, ...change }
  wishes.set(application, part)
  if (part.time === null && part.threads === null) return showWholeRun(application)
  const summary = await client.call('trace.filter', {
    profile: whole.summary.profile,
    from: part.time?.from ?? 0,
    to: part.time?.to ?? everything,
    ...(part.threads === null ? {} : { threads: part.threads }),
  })
  const now = store.getState().profile
  if (now === null || (now.part?.whole ?? now).summary.profile !== whole.summary.profile || wishes.get(application) !== part) {
    client.call('profile.close', { profile: summary.profile }).catch((error) => report(application, error))
    return
  }
  const before = now.part == null ? null : now.summary.profile
  application.followed.length = 0
  const narrowed = createLike(application, summary, now)
  store.setState({ profile: { ...narrowed, part: { ...part, whole } } })
  if (before !== null) client.call('profile.close', { profile: before }).catch((error) => report(application, error))
  await showAgain(application, now)
}

async function showWholeRun(application: Application): Promise<void> {
  const { client, store } = application
  const open = store.getState().profile
  if (open?.part == null) return
  const { whole } = open.part
  application.followed.length = 0
  // Its views know nothing of another tool that was chosen meanwhile.
  const back =
    whole.tool === open.tool && whole.shape === open.shape ? { ...whole, ...kept(open) } : { ...createLike(application, whole.summary, open), part: null }
  store.setState({ profile: back })
  await showAgain(application, open)
  await client.call('profile.close', { profile: open.summary.profile })
}

/** A profile of the same run with all choices. Groups, places and distances are named in the part that they were chosen in. */
function createLike(application: Application, summary: ProfileSummary, like: OpenProfile): OpenProfile {
  return { ...withChoices(application, createOpenProfile(application, summary, like), choicesOf(like, false)), ...kept(like) }
}

/** A person's choices that mean the same in all parts of a run. */
function kept({ view, trace, flame, reuse, charts, agreed, disassembly }: OpenProfile): Partial<OpenProfile> {
  // A part has a time line of its own, whose intervals are others.
  return { view, trace: trace ?? null, flame, reuse, charts: { ...charts, timelineRange: null }, agreed, disassembly }
}

/** The view, with its search and the selected pair: pairs have the same numbers in all parts of a run. */
async function showAgain(application: Application, { view, selection, trees }: OpenProfile): Promise<void> {
  await showView(application, view)
  if (selection === null) await selectHeaviestPair(application)
  else await selectPair(application, selection.pair)
  const search = view in trees ? trees[view as keyof typeof trees].search : null
  const now = application.store.getState().profile
  if (search !== null && search.text !== '' && now !== null && now.view === view)
    await now.trees[view as keyof typeof trees].searchFor(search.text, search.regularExpression)
}
