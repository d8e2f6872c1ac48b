import { useLayoutEffect, useState, type RefObject } from 'react'
import { useTextScale } from '../components/text_scale.ts'

/** CSS pixels of an element at the usual font size, and the font's scale, followed while they change; 0 until they are known. */
export function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number; scale: number } {
  const scale = useTextScale()
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
  return { width: size.width / scale, height: size.height / scale, scale }
}
