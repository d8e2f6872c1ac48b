import { Suspense } from 'react'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import { useAppState } from '../application/context.ts'

const PrintPage = lazyPart(async () => ({ default: (await import('./PrintPage.tsx')).PrintPage }))
const PrintedComparisonPage = lazyPart(async () => ({ default: (await import('./PrintedComparison.tsx')).PrintedComparisonPage }))

/** The page that is printed in place of the window, while there is one. */
export function Printed() {
  const printed = useAppState((state) => state.printed)
  if (printed === null) return null
  const { page, drawn } = printed
  return (
    <Suspense fallback={null}>
      {page.kind === 'run' ? <PrintPage run={page.run} onDrawn={drawn} /> : <PrintedComparisonPage comparison={page.comparison} onDrawn={drawn} />}
    </Suspense>
  )
}
