/** Scrolls a grid by rows: its scroll bar has fewer pixels than a profile has rows. */
import type { RefObject } from 'react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ScrollGeometry } from './scroll_map.ts'
import { lastTopRow, scrollRange, scrollTopOf, topRowAt } from './scroll_map.ts'

export interface RowScroll {
  topRow: number
  geometry: ScrollGeometry
  /** Inner size of the scroller, CSS pixels. */
  clientHeight: number
  clientWidth: number
  /** Extra height that makes the scroll bar. */
  range: number
  scrollToRow(topRow: number): void
}

const pixelsPerLine = 40

/** Keeps the first visible row of a scroller: scroll bar by mapping, wheel by whole rows. */
export function useRowScroll(scroller: RefObject<HTMLDivElement | null>, rowCount: number, rowHeight: number, headerHeight: number): RowScroll {
  const [{ clientHeight, clientWidth }, setSize] = useState({ clientHeight: 0, clientWidth: 0 })
  const [wantedTop, setWantedTop] = useState(0)
  const geometry: ScrollGeometry = { rowCount, rowHeight, bodyHeight: Math.max(0, clientHeight - headerHeight) }
  const topRow = Math.min(wantedTop, lastTopRow(geometry))
  const current = useRef({ geometry, topRow })
  current.current = { geometry, topRow }
  const ownScrollTop = useRef(0)

  const scrollToRow = useCallback((row: number) => {
    setWantedTop(Math.min(Math.max(0, row), lastTopRow(current.current.geometry)))
  }, [])

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const measure = (): void => setSize({ clientHeight: element.clientHeight, clientWidth: element.clientWidth })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  const range = scrollRange(geometry)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const target = scrollTopOf(topRow, current.current.geometry)
    if (Math.abs(element.scrollTop - target) >= 1 && topRowAt(element.scrollTop, current.current.geometry) !== topRow) element.scrollTop = target
    ownScrollTop.current = element.scrollTop
  }, [scroller, topRow, range])

  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    let wheelRemainder = 0
    const onScroll = (): void => {
      if (Math.abs(element.scrollTop - ownScrollTop.current) < 1) return
      ownScrollTop.current = element.scrollTop
      setWantedTop(topRowAt(element.scrollTop, current.current.geometry))
    }
    const onWheel = (event: WheelEvent): void => {
      if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      event.preventDefault()
      const { geometry, topRow } = current.current
      const pixels =
        event.deltaMode === WheelEvent.DOM_DELTA_LINE
          ? event.deltaY * pixelsPerLine
          : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
            ? event.deltaY * geometry.bodyHeight
            : event.deltaY
      wheelRemainder += pixels / geometry.rowHeight
      const rows = Math.trunc(wheelRemainder)
      wheelRemainder -= rows
      if (rows === 0) return
      const next = Math.min(Math.max(0, topRow + rows), lastTopRow(geometry))
      current.current.topRow = next
      setWantedTop(next)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      element.removeEventListener('scroll', onScroll)
      element.removeEventListener('wheel', onWheel)
    }
  }, [scroller])

  return { topRow, geometry, clientHeight, clientWidth, range, scrollToRow }
}
