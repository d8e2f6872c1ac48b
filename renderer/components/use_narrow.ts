import { useEffect, useState } from 'react'

/** In characters of the browser's font size: no room for the list of runs beside a profile. */
export const narrowWindow = '(max-width: 62.5em)'

/** A laptop's window with text at 200 % has 800. app.css has the same limit. */
const stackedWindow = '(max-width: 56.25em)'

/** A monitor of 1280×720 with text at 200 % has 640×360. app.css and pair.css have the same limits. */
const flatWindow = '(max-height: 36em) and (min-width: 38em) and (max-width: 56.25em)'

/** The window has no room for the list of runs beside a profile. */
export function useNarrow(): boolean {
  return useMedia(narrowWindow)
}

/** The window has no room for the panes of a profile beside each other: they stand below each other, and the page scrolls. */
export function useStacked(): boolean {
  return useMedia(stackedWindow)
}

/** The window is too low for both sources of a pair below each other: they stand beside each other, below rows that fit above them. */
export function useFlat(): boolean {
  return useMedia(flatWindow)
}

function useMedia(asked: string): boolean {
  const [isNarrow, setNarrow] = useState(() => window.matchMedia(asked).matches)
  useEffect(() => {
    const query = window.matchMedia(asked)
    const follow = (): void => setNarrow(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [asked])
  return isNarrow
}
