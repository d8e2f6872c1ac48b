/** The browser's font size: style sheets follow it by rem, and code that draws or counts pixels by these functions. */
import { useSyncExternalStore } from 'react'

/** CSS pixels of the browser's font size for which lengths are written. */
const usualSize = 16

/** The browser's font size relative to the usual one. */
export function textScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || usualSize) / usualSize
}

/** A length as style sheets follow it. @param pixels CSS pixels at the usual font size */
export function rem(pixels: number): string {
  return `${pixels / usualSize}rem`
}

/** Where a pointer is in an element that is drawn in CSS pixels at the usual font size, in these. */
export function placeIn(element: Element, { clientX, clientY }: { clientX: number; clientY: number }, scale: number): { x: number; y: number } {
  const { left, top } = element.getBoundingClientRect()
  return { x: (clientX - left) / scale, y: (clientY - top) / scale }
}

/** CSS pixels of a length in rem. */
export function pixelsOf(length: string, scale: number): number {
  return Number.parseFloat(length) * usualSize * scale
}

/** Computing it anew for each drawing would cost a computation of all styles. */
let known: number | null = null

/** No event reports another font size, but an element with a width in rem does. */
function follow(changed: () => void): () => void {
  known = null
  const probe = document.createElement('div')
  probe.style.cssText = 'position:fixed;width:1rem;height:0;visibility:hidden'
  document.body.append(probe)
  const observer = new ResizeObserver(() => {
    known = null
    changed()
  })
  observer.observe(probe)
  return () => {
    observer.disconnect()
    probe.remove()
  }
}

/** The same, followed while it changes. */
export function useTextScale(): number {
  return useSyncExternalStore(follow, () => (known ??= textScale()))
}
