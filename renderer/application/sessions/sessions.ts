/** The session of each profile (tool, view, selection): restored when the profile is opened again. */
import type { ProfileSummary } from '../../../shared/rpc/contract.ts'
import { pairGroupings } from '../../pairs/pair_groupings.ts'
import { flameModes } from '../../flame/flame_choices.ts'
import { blameWords, transformWords } from '../../tree/tree_shape.ts'
import type { Application } from '../application.ts'
import { report } from '../application.ts'
import type { PreferenceStore } from '../preferences.ts'
import { chooseFlame, recordedTools, reshapeTrees, selectHeaviestPair, selectPair, showView, takeTool } from '../profiles.ts'
import type { ChosenShape, OpenProfile } from '../state.ts'
import { profileViews } from '../state.ts'
import type { Session } from './session.ts'

/** Profiles whose sessions are kept. */
const mostSessions = 30
export function sessionOf({ summary, tool, view, shape, flame, selection, pairs }: OpenProfile): Session {
  return { startedAt: summary.run.startedAt, tool, view, shape, flame, pair: selection?.pair ?? null, grouping: pairs.chosenGrouping }
}

/** The stored session of a profile; null if there is none or it belongs to another run. */
function keptSession(application: Application, { path, run, threads, pairCount }: ProfileSummary): Session | null {
  const kept: unknown = application.preferences.getState().sessions[path]
  if (!isSession(kept) || kept.startedAt !== run.startedAt || !run.tools.includes(kept.tool)) return null
  const inProfile = (kept.shape.threads ?? []).every((thread) => thread < threads.length) && (kept.pair ?? 0) < Math.max(1, pairCount)
  return inProfile ? kept : null
}

/** Stored data may be damaged or come from another version of Hagstone. */
export function isSession(kept: unknown): kept is Session {
  const { startedAt, tool, view, shape, flame, pair, grouping } = { ...(kept as Partial<Session>) }
  const { transforms, blame, threads } = { ...shape }
  const isNumber = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
  return (
    typeof startedAt === 'string' &&
    typeof tool === 'string' &&
    profileViews.some((each) => each === view) &&
    Array.isArray(transforms) &&
    transforms.every((each) => Object.hasOwn(transformWords, each?.kind) && typeof each.name === 'string') &&
    blame !== undefined &&
    Object.hasOwn(blameWords, blame) &&
    (threads === null || (Array.isArray(threads) && threads.every(isNumber))) &&
    flame?.mode !== undefined &&
    Object.hasOwn(flameModes, flame.mode) &&
    (flame.around === null || typeof flame.around === 'string') &&
    (pair === null || isNumber(pair)) &&
    (grouping == null || pairGroupings.has(grouping))
  )
}

/** Stores the session of the open profile. */
export function keepSession({ preferences }: Application, profile: OpenProfile): void {
  keepSessionOf(preferences, profile.summary.path, sessionOf(profile))
}

export function keepSessionOf(preferences: PreferenceStore, profile: string, session: Session): void {
  preferences.setState(({ sessions }) => {
    const { [profile]: _, ...others } = sessions
    return { sessions: Object.fromEntries([...Object.entries(others), [profile, session] as const].slice(-mostSessions)) }
  })
}

/** Applies a session to the open profile. All choices are made at once, before rows and sources arrive, so that they do not undo the user's choices meanwhile. */
export async function showSession(application: Application, { tool, view, shape, flame, pair, grouping }: Session): Promise<void> {
  const open = application.store.getState().profile
  if (open === null || !recordedTools(open.summary).includes(tool)) return
  const reshaped = isSameShape(open.shape, shape) ? null : reshapeTrees(application, shape)
  chooseFlame(application, flame)
  const selection = takeTool(application, tool)
  if (grouping !== undefined) application.store.getState().profile?.pairs.restoreGrouping(grouping)
  const selected = pair === null ? null : selectPair(application, pair)
  await Promise.all([reshaped, selected, showView(application, view)])
  if (pair === null && selection === null) await selectHeaviestPair(application)
}

function isSameShape(one: ChosenShape, other: ChosenShape): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Applies the stored session of a profile. @returns whether there is one */
export async function restoreSession(application: Application, summary: ProfileSummary): Promise<boolean> {
  const session = keptSession(application, summary)
  if (session === null) return false
  await showSession(application, session).catch((error) => report(application, error))
  return true
}
