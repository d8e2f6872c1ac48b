/** The session of each profile (tool, view, selection): restored when the profile is opened again. */
import type { ProfileSummary } from '../../../shared/rpc/contract.ts'
import type { TreeKind } from '../../../shared/rpc/trees.ts'
import { flameModes } from '../../flame/flame_choices.ts'
import { blameWords, transformWords } from '../../tree/tree_shape.ts'
import type { Application } from '../application.ts'
import { report } from '../application.ts'
import type { PreferenceStore } from '../preferences.ts'
import { chooseFlame, recordedTools, reshapeTrees, selectHeaviestPair, selectPair, showView, takeTool } from '../profiles.ts'
import type { ChosenShape, OpenProfile } from '../state.ts'
import { profileViews } from '../state.ts'
import { choicesOf, viewStateOf, type Choices, type Session, type ViewState } from './session.ts'

/** Profiles whose sessions are kept. */
const mostSessions = 30

/** The stored session of a profile; null if there is none or it belongs to another run. */
export async function keptSession(application: Application, summary: ProfileSummary): Promise<Kept | null> {
  const { path, run, threads, pairCount } = summary
  const { sessions, formulas } = application.preferences.getState()
  const kept: unknown = sessions[path]
  if (!isViewState(kept) || kept.startedAt !== run.startedAt || !run.tools.includes(kept.tool)) return null
  const inProfile = (kept.shape.threads ?? []).every((thread) => thread < threads.length) && (kept.pair ?? 0) < Math.max(1, pairCount)
  if (!inProfile) return null
  const { choices }: Session = kept
  if (choices === undefined) return { state: kept, choices: null, withChoices: null }
  const { areChoices, withChoices } = await import('./choices.ts')
  const named = formulas.map(({ formula }) => formula)
  return areChoices(choices, summary, named) ? { state: kept, choices, withChoices: (open) => withChoices(application, open, choices) } : null
}

export interface Kept {
  state: ViewState
  choices: Choices | null
  withChoices: ((open: OpenProfile) => OpenProfile) | null
}

/** Stored data may be damaged or come from another version of Hagstone. */
export function isViewState(kept: unknown): kept is ViewState {
  const { startedAt, tool, view, shape, flame, pair } = { ...(kept as Partial<ViewState>) }
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

/** Stores the session of the open profile. */
export function keepSession({ preferences }: Application, profile: OpenProfile): void {
  keep(preferences, profile.summary.path, { ...viewStateOf(profile), choices: choicesOf(profile) })
}

/** Stores where a profile begins when it is opened, with its choices as they are stored. */
export function keepViewState(preferences: PreferenceStore, profile: string, state: ViewState): void {
  keep(preferences, profile, { ...preferences.getState().sessions[profile], ...state })
}

function keep(preferences: PreferenceStore, profile: string, session: Session): void {
  const { sessions } = preferences.getState()
  const { [profile]: before, ...others } = sessions
  const entries = [...Object.entries(others), [profile, session] as const].slice(-mostSessions)
  // All preferences are written at once.
  if (Object.keys(sessions).at(-1) !== profile || JSON.stringify(before) !== JSON.stringify(session))
    preferences.setState({ sessions: Object.fromEntries(entries) })
}

/**
 * Shows a view state of the open profile. All choices are made at once, before rows and sources arrive, so that they do not undo the user's choices meanwhile.
 * @param chosen the profile with more choices, none of which its views have asked for
 */
export async function showViewState(
  application: Application,
  { tool, view, shape, flame, pair }: ViewState,
  chosen: ((open: OpenProfile) => OpenProfile) | null = null,
): Promise<void> {
  const open = application.store.getState().profile
  if (open === null || !recordedTools(open.summary).includes(tool)) return
  const reshaped = isSameShape(open.shape, shape) ? null : reshapeTrees(application, shape)
  chooseFlame(application, flame)
  const selection = takeTool(application, tool)
  if (chosen !== null) application.store.setState(({ profile }) => ({ profile: profile && chosen(profile) }))
  const selected = pair === null ? null : selectPair(application, pair)
  await Promise.all([reshaped, selected, showView(application, view)])
  if (pair === null && selection === null) await selectHeaviestPair(application)
}

function isSameShape(one: ChosenShape, other: ChosenShape): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Applies the stored session of a profile that is open. */
export function restoreSession(application: Application, summary: ProfileSummary, kept: Kept): Promise<void> {
  return showKept(application, summary, kept).catch((error) => report(application, error))
}

async function showKept(application: Application, { profile }: ProfileSummary, { state, choices, withChoices }: Kept): Promise<void> {
  const open = (): OpenProfile | null => {
    const now = application.store.getState().profile
    return now?.summary.profile === profile ? now : null
  }
  if (open() === null) return
  await showViewState(application, state, withChoices)
  const search = choices?.search ?? null
  const trees = open()?.trees
  if (search !== null && trees !== undefined && state.view in trees) await trees[state.view as TreeKind].searchFor(search.text, search.regularExpression)
  const part = choices?.part ?? null
  if (part === null || open() === null) return
  const { changePart } = await import('../../trace/trace_part.ts')
  await changePart(application, part)
}
