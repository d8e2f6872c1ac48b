import { useEffect, useMemo, useState } from 'react'
import type { TraceCells } from '../../shared/rpc/trace.ts'
import { coloursOf, parsedColour, waitingColour } from './trace_drawing.ts'

/** The theme of the document, followed while it changes. */
export function useTheme(): string {
  const [theme, setTheme] = useState(() => document.documentElement.dataset['theme'] ?? 'dark')
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(document.documentElement.dataset['theme'] ?? 'dark'))
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [])
  return theme
}

export function useTraceColours(cells: Pick<TraceCells, 'places' | 'waste' | 'waits'>): ReturnType<typeof coloursOf> {
  const theme = useTheme()
  return useMemo(() => {
    const tokens = getComputedStyle(document.documentElement)
    const token = (name: string) => parsedColour(tokens.getPropertyValue(name))
    return coloursOf(cells, {
      isDark: theme !== 'light',
      waste: token('--waste'),
      use: token('--use'),
      unknown: token('--line'),
      waiting: waitingColour(token('--window'), token('--text-dim')),
    })
  }, [cells, theme])
}
