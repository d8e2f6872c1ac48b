import { useLayoutEffect, useState, type RefObject } from 'react'

/** CSS pixels of an element, followed while they change; 0 until they are known. */
export function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return
    const measure = (): void => setSize({ width: measured.clientWidth || 600, height: measured.clientHeight || 240 })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return size
}
