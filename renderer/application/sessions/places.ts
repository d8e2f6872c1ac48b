/**
 * Places in the browser's history: its Back and Forward show what this window showed before, and do not leave it. The address
 * stays plain, so a place is nothing that another page could link to.
 */
import type { OpenComparison } from '../../comparison/open_comparison.ts'
import type { Application } from '../application.ts'
import { report } from '../application.ts'
import { compareFiles, showComparedTool, showComparisonView } from '../comparisons.ts'
import { openFile } from '../opening/open_file.ts'
import { filesOf, type ShownFiles } from '../reload.ts'
import type { AppState, Screen } from '../state.ts'
import { viewStateOf, type ViewState } from './session.ts'
import { newest } from './steps.ts'
import { isViewState, keepSession, keepViewState, showViewState } from './sessions.ts'

/** Milliseconds that something is shown until it is a place of its own; what follows sooner replaces it. */
const restingTime = 400

/** A choice that a person makes begins with one of these. */
const deeds = ['click', 'input', 'change', 'keydown', 'pointerup'] as const

interface Place {
  screen: Screen
  files: ShownFiles | null
  /** Of the profile. */
  session: ViewState | null
  compared: Pick<OpenComparison, 'view' | 'tool'> | null
}

/** An entry of the browser's history; `at` counts those of this window. */
interface Entry {
  hagstone: Place
  at: number
  /** It has been shown for restingTime: what follows is another entry. */
  rested: boolean
}

/** Applications that are opening or going somewhere: the screens on the way are no places. */
const underWay = new Map<Application, number>()
/** What each does when it has arrived. */
const arrivals = new WeakMap<Application, () => void>()

function entry(): Entry | null {
  const state: unknown = window.history.state
  const { hagstone, at, rested = false } = { ...(state as Partial<Entry>) }
  return typeof hagstone === 'object' && typeof at === 'number' ? { hagstone, at, rested } : null
}

function placeOf(state: AppState): Place {
  const { screen, profile, comparison } = state
  const files = filesOf(state)
  return {
    screen,
    files,
    session: screen === 'profile' && profile !== null ? viewStateOf(profile) : null,
    compared: screen === 'comparison' && comparison !== null ? { view: comparison.view, tool: comparison.tool } : null,
  }
}

/** Keeps places and sessions while the application runs. @param opened settles when the first file is shown @returns a function that stops this */
export function watchPlaces(application: Application, opened: Promise<unknown> = Promise.resolve()): () => void {
  const { store } = application
  let timer: ReturnType<typeof setTimeout> | undefined
  const enter = (place: Place): void => {
    const shown = entry()
    if (shown !== null && isSame(shown.hagstone, place)) return
    // The heaviest pair is selected as soon as the host has found it.
    const completed =
      shown?.hagstone.session?.pair === null && isSame({ ...shown.hagstone, session: { ...shown.hagstone.session, pair: place.session?.pair ?? null } }, place)
    const replaces = shown === null || !shown.rested || completed || underWay.has(application)
    const at = replaces ? (shown?.at ?? 0) : shown.at + 1
    if (!replaces || shown === null) sessionStorage.setItem(newest, String(at))
    window.history[replaces ? 'replaceState' : 'pushState']({ hagstone: place, at, rested: false } satisfies Entry, '')
  }
  const follow = (state: AppState): void => {
    clearTimeout(timer)
    // While something opens, the state before it counts.
    if (state.opening !== null) return
    enter(placeOf(state))
    timer = setTimeout(() => {
      if (underWay.has(application)) return
      window.history.replaceState({ ...window.history.state, rested: true }, '')
      keepChoices()
    }, restingTime)
  }
  const isPlace = ({ screen, profile, comparison, validation, opening }: AppState, before: AppState): boolean =>
    screen !== before.screen || profile !== before.profile || comparison !== before.comparison || validation !== before.validation || opening !== before.opening
  const unsubscribe = store.subscribe((state, before) => {
    if (isPlace(state, before)) follow(state)
    if (isChanged && state.profile?.summary.path !== before.profile?.summary.path) keepChoices(before)
  })
  // Most choices are the views' own. Every one begins with something that a person does.
  let isChanged = false
  let choosing: ReturnType<typeof setTimeout> | undefined
  const keepChoices = ({ profile } = store.getState()): void => {
    clearTimeout(choosing)
    isChanged = false
    if (profile !== null && !underWay.has(application)) keepSession(application, profile)
  }
  const onDeed = (): void => {
    isChanged = true
    clearTimeout(choosing)
    choosing = setTimeout(keepChoices, restingTime)
  }
  const onLeave = (): void => keepChoices()
  for (const deed of deeds) window.addEventListener(deed, onDeed)
  window.addEventListener('pagehide', onLeave)
  arrivals.set(application, () => follow(store.getState()))
  const onPop = (): void => {
    const shown = entry()
    if (shown !== null) void onTheWay(application, () => goTo(application, shown.hagstone)).catch((error) => report(application, error))
  }
  window.addEventListener('popstate', onPop)
  follow(store.getState())
  onTheWay(application, () => opened).catch(() => {})
  return () => {
    clearTimeout(timer)
    clearTimeout(choosing)
    arrivals.delete(application)
    window.removeEventListener('popstate', onPop)
    for (const deed of deeds) window.removeEventListener(deed, onDeed)
    window.removeEventListener('pagehide', onLeave)
    unsubscribe()
  }
}

/** What is shown until `going` has ended is one place. */
async function onTheWay(application: Application, going: () => Promise<unknown>): Promise<void> {
  underWay.set(application, (underWay.get(application) ?? 0) + 1)
  try {
    await going()
  } finally {
    const more = (underWay.get(application) ?? 1) - 1
    // Still under way: where the place is gone, what is shown instead replaces its entry, or Back would never get past it.
    // A slow host may take longer than restingTime.
    if (more === 0) arrivals.get(application)?.()
    if (more > 0) underWay.set(application, more)
    else underWay.delete(application)
  }
}

function isSame(one: Place, other: Place): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** An entry may come from another version of Hagstone, and its files may have changed. */
async function goTo(application: Application, { screen, files, session, compared }: Place): Promise<void> {
  const { store, preferences } = application
  const { profile, comparison, validation, recording } = store.getState()
  if (files === null) return store.setState({ screen: screen === 'launch' || (screen === 'recording' && recording !== null) ? screen : 'start' })
  if (files.kind === 'comparison') {
    const isOpen = comparison?.summary.old.path === files.old && comparison.summary.new.path === files.new
    if (!isOpen) return compareFiles(application, files.old, files.new, compared ?? {})
    store.setState({ screen: 'comparison' })
    if (compared === null) return
    if (comparison.summary.tools.includes(compared.tool)) await showComparedTool(application, compared.tool)
    return showComparisonView(application, compared.view)
  }
  if (screen === 'validation' && validation?.path === files.path) return store.setState({ screen })
  const kept = isViewState(session) ? session : null
  if (profile?.summary.path !== files.path) {
    if (kept !== null) keepViewState(preferences, files.path, kept)
    return openFile(application, files.path)
  }
  store.setState({ screen: 'profile' })
  if (kept?.startedAt === profile.summary.run.startedAt) await showViewState(application, kept)
}
