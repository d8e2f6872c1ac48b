/** The session of each profile (tool, view, selection): restored when the profile is opened again, with a history to go back in. */
import type { ProfileSummary } from '../../../shared/rpc/contract.ts'
import { flameModes } from '../../flame/flame_choices.ts'
import { blameWords, transformWords } from '../../tree/tree_shape.ts'
import type { Application } from '../application.ts'
import { report } from '../application.ts'
import { chooseFlame, recordedTools, reshapeTrees, selectHeaviestPair, selectPair, showView, takeTool } from '../profiles.ts'
import type { ChosenShape, OpenProfile } from '../state.ts'
import { profileViews } from '../state.ts'
import type { Session } from './session.ts'

/** Profiles whose sessions are kept. */
const mostSessions = 30
/** Length of the history. */
const mostPlaces = 100
/** Milliseconds without a change after which a session enters the history. */
const restingTime = 400

/** Sessions of the open profile; `at` is the one shown. All belong to one run, because another may be recorded under the same path. */
interface History {
  path: string
  startedAt: string
  places: Session[]
  at: number
}

const histories = new WeakMap<Application, History>()
/** Applications that are going back or forward: the screens on the way do not enter the history. */
const underWay = new WeakSet<Application>()

function sessionOf({ summary, tool, view, shape, flame, selection }: OpenProfile): Session {
  return { startedAt: summary.run.startedAt, tool, view, shape, flame, pair: selection?.pair ?? null }
}

/** The stored session of a profile; null if there is none or it belongs to another run. */
function keptSession(application: Application, { path, run, threads, pairCount }: ProfileSummary): Session | null {
  const kept: unknown = application.preferences.getState().sessions[path]
  if (!isSession(kept) || kept.startedAt !== run.startedAt || !run.tools.includes(kept.tool)) return null
  const inProfile = (kept.shape.threads ?? []).every((thread) => thread < threads.length) && (kept.pair ?? 0) < Math.max(1, pairCount)
  return inProfile ? kept : null
}

/** Stored data may be damaged or come from another version of Hagstone. */
function isSession(kept: unknown): kept is Session {
  const { startedAt, tool, view, shape, flame, pair } = { ...(kept as Partial<Session>) }
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
    (pair === null || isNumber(pair))
  )
}

/** Stores sessions and the history while the application runs. @returns a function that stops this */
export function watchSessions(application: Application): () => void {
  const { store } = application
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = store.subscribe(({ profile }, before) => {
    if (profile === before.profile) return
    clearTimeout(timer)
    if (profile !== null) timer = setTimeout(() => keep(application, profile), restingTime)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

function keep(application: Application, profile: OpenProfile): void {
  if (underWay.has(application)) return
  const { path } = profile.summary
  const session = sessionOf(profile)
  const { startedAt } = session
  const history = histories.get(application)
  if (history === undefined || !isOf(history, profile)) histories.set(application, { path, startedAt, places: [session], at: 0 })
  else if (!isSame(history.places[history.at], session)) {
    const places = [...history.places.slice(0, history.at + 1), session].slice(-mostPlaces)
    histories.set(application, { path, startedAt, places, at: places.length - 1 })
  }
  application.preferences.setState(({ sessions }) => {
    const { [path]: _, ...others } = sessions
    return { sessions: Object.fromEntries([...Object.entries(others), [path, session] as const].slice(-mostSessions)) }
  })
}

function isSame(one: Session | undefined, other: Session): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether the history has an entry in this direction. */
export function canStep(application: Application, by: 1 | -1): boolean {
  return nextPlace(application, by) !== null
}

function isOf({ path, startedAt }: History, { summary }: OpenProfile): boolean {
  return summary.path === path && summary.run.startedAt === startedAt
}

function nextPlace(application: Application, by: 1 | -1): { history: History; place: Session } | null {
  const history = histories.get(application)
  const { profile } = application.store.getState()
  const place = history?.places[history.at + by]
  return history === undefined || place === undefined || profile === null || !isOf(history, profile) ? null : { history, place }
}

/** Goes one entry back (−1) or forward (1). */
export async function stepPlace(application: Application, by: 1 | -1): Promise<void> {
  const next = nextPlace(application, by)
  if (next === null) return
  const { history, place } = next
  histories.set(application, { ...history, at: history.at + by })
  underWay.add(application)
  try {
    await goTo(application, place)
  } finally {
    underWay.delete(application)
    // A slow host may take longer than restingTime.
    const { profile } = application.store.getState()
    if (profile !== null) keep(application, profile)
  }
}

/** Applies a session to the open profile. All choices are made at once, before rows and sources arrive, so that they do not undo the user's choices meanwhile. */
async function goTo(application: Application, { tool, view, shape, flame, pair }: Session): Promise<void> {
  const open = application.store.getState().profile
  if (open === null || !recordedTools(open.summary).includes(tool)) return
  const reshaped = isSameShape(open.shape, shape) ? null : reshapeTrees(application, shape)
  chooseFlame(application, flame)
  const selection = takeTool(application, tool)
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
  await goTo(application, session).catch((error) => report(application, error))
  return true
}
