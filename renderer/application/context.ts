/** The application's state for React components. */
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Application } from './application.ts'
import type { Preferences } from './preferences.ts'
import type { AppState, CacheSizes, OpenProfile } from './state.ts'

export const ApplicationContext = createContext<Application | null>(null)

export function useApplication(): Application {
  const application = useContext(ApplicationContext)
  if (application === null) throw new Error('ApplicationContext is missing.')
  return application
}

export function useAppState<T>(select: (state: AppState) => T): T {
  return useStore(useApplication().store, select)
}

export function usePreference<T>(select: (preferences: Preferences) => T): T {
  return useStore(useApplication().preferences, select)
}

/** The label that the person gave a run in the list; undefined: none. */
export function labelOf({ recent }: AppState, path: string): string | undefined {
  return recent?.find((run) => run.path === path)?.label
}

/** The open profile; only for components inside the profile window. */
export function useProfile<T>(select: (profile: OpenProfile) => T): T {
  return useAppState(({ profile }) => {
    if (profile === null) throw new Error('No profile is open.')
    return select(profile)
  })
}

const noCaches: CacheSizes = []

/** Data caches of the machine that recorded the profile; of this machine if the profile does not say. */
export function useCaches(): CacheSizes {
  return useAppState(({ profile, host }) => {
    const recorded = profile?.summary.run.caches ?? noCaches
    return recorded.length > 0 ? recorded : (host?.caches ?? noCaches)
  })
}
