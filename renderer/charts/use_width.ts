import type { RefObject } from 'react'
import { useLayoutEffect, useState } from 'react'

/** CSS pixels that an element is wide, followed while it changes; `first` until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>, first: number): number {
  const [width, setWidth] = useState(first)
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return
    const measure = (): void => {
      if (measured.clientWidth > 0) setWidth(measured.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}
