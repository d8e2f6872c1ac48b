/** A person's settings: kept in this browser or app, never in a profile. */
import type { StoreApi } from 'zustand/vanilla'
import { createStore } from 'zustand/vanilla'
import { persist } from 'zustand/middleware'
import type { LaunchRequest } from '../../shared/rpc/recordings.ts'
import type { Session } from './sessions/session.ts'
import type { ShareOf } from '../tools/waste_whole.ts'
import type { ColumnSettings } from '../grid/columns.ts'

const themes = ['system', 'dark', 'light', 'contrast'] as const
export type Theme = (typeof themes)[number]

/** A column of trees that a person made up (shared/metrics/formula.ts). */
export interface FormulaColumn {
  title: string
  formula: string
}

export interface Preferences {
  theme: Theme
  density: 'regular' | 'compact'
  columns: Record<string, ColumnSettings>
  /** Sets of columns that were kept, by grid and name. */
  columnSets: Record<string, Partial<Record<string, ColumnSettings>>>
  /** Newest first. */
  launches: LaunchRequest[]
  runsShown: boolean
  /** The trace in small is above all views. */
  lanesShown: boolean
  /** Views whose sentence how to read them was dismissed. */
  hintsRead: Record<string, boolean>
  /** The summary above the findings is unfolded. */
  summaryShown: boolean
  /** Rows of trees below this share of all waste and use stand together; 0: every row represents itself. */
  foldBelow: number
  /** Trees show frames that only start the program or a thread. */
  startUpShown: boolean
  /** Recursive frames have rows of their own. */
  recursionShown: boolean
  /** Threads stand below the code that created them. */
  creatorsShown: boolean
  /** Columns of trees by formula. */
  formulas: FormulaColumn[]
  /** View state of profiles, by path; the profile viewed last comes last. */
  sessions: Record<string, Session>
  /** The system notifies of the end of a recording that ran at least this long, in seconds; 0: never. */
  notifyAfter: number
  /** View of a profile that is opened for the first time. */
  firstView: 'findings' | 'top-down'
  /** The denominator of waste percentages, where it is known: the run's CPU time, or all waste of the tool. */
  shareOf: ShareOf
  /** The measure of the bars beside source lines: waste, or CPU time (executed instructions). */
  lineHeat: 'waste' | 'spent'
  /** Share of its parent's waste that the next row of a hot path must hold. */
  hotPathShare: number
  /** Identities of commands that were chosen in the palette, newest first. */
  recentCommands: string[]
}

export type PreferenceStore = StoreApi<Preferences>

const launchesKept = 8
/** A window in which findings still have room below the summary: 800 CSS pixels at the usual font size. */
const roomForSummary = '(min-height: 50em)'

export function createPreferences(): PreferenceStore {
  return createStore<Preferences>()(
    persist<Preferences>(
      () => ({
        theme: 'system',
        density: 'regular',
        columns: {},
        columnSets: {},
        launches: [],
        runsShown: true,
        lanesShown: true,
        hintsRead: {},
        summaryShown: globalThis.matchMedia(roomForSummary).matches,
        foldBelow: 0.001,
        startUpShown: false,
        recursionShown: false,
        creatorsShown: false,
        formulas: [],
        sessions: {},
        notifyAfter: 10,
        firstView: 'findings',
        shareOf: 'run',
        lineHeat: 'waste',
        hotPathShare: 0.5,
        recentCommands: [],
      }),
      { name: 'hagstone.preferences', version: 1, merge: withStored },
    ),
  )
}

/** Stored preferences may be of another version, or damaged: only values with the type of their default are taken. */
function withStored(stored: unknown, present: Preferences): Preferences {
  const kind = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)
  const sound = Object.entries({ ...(stored as Partial<Preferences>) }).filter(
    ([name, value]) => Object.hasOwn(present, name) && kind(value) === kind(present[name as keyof Preferences]),
  )
  return { ...present, ...Object.fromEntries(sound) }
}

export function rememberLaunch(preferences: PreferenceStore, request: LaunchRequest): void {
  const keyOf = ({ program, arguments: words, process }: LaunchRequest): string => JSON.stringify([program, words, process !== undefined])
  preferences.setState(({ launches }) => ({
    launches: [request, ...launches.filter((other) => keyOf(other) !== keyOf(request))].slice(0, launchesKept),
  }))
}

/** CSS pixels of one row at the usual font size; styles/tokens.css has the same. */
export function rowHeight(density: Preferences['density']): number {
  return density === 'compact' ? 18 : 22
}
