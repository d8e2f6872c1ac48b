import { useEffect, useState } from 'react'

/** CSS pixels; a laptop's window with text at 200 % has 800. app.css asks for the same. */
export const narrowWindow = '(max-width: 1000px)'

/** The window has no room for panes beside each other: they stand below each other, and the page scrolls. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => window.matchMedia(narrowWindow).matches)
  useEffect(() => {
    const query = window.matchMedia(narrowWindow)
    const follow = (): void => setNarrow(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return isNarrow
}
