import { lazy, Suspense } from 'react'
import { useAppState } from '../application/context.ts'

const PrintPage = lazy(async () => ({ default: (await import('./PrintPage.tsx')).PrintPage }))

/** The page that is printed in place of the window, while there is one. */
export function Printed() {
  const printed = useAppState((state) => state.printed)
  return printed === null ? null : <Suspense fallback={null}><PrintPage run={printed.run} onDrawn={printed.drawn} /></Suspense>
}
