/**
 * Maps a scroll bar of bounded length to rows of an unbounded table. Browsers cap the height of an element (2^25 device
 * pixels in Chromium) and lose precision long before, so the scroll range is capped and scaled; rows themselves are
 * drawn in a layer that does not scroll.
 */
export interface ScrollGeometry {
  rowCount: number
  /** CSS pixels. */
  rowHeight: number
  /** Height of the rows' area without the header, CSS pixels. */
  bodyHeight: number
}

const maximumScrollRange = 8_000_000

/** Rows that fit completely; at least one, so that paging always moves. */
export function fullRows(geometry: ScrollGeometry): number {
  return Math.max(1, Math.floor(geometry.bodyHeight / geometry.rowHeight))
}

/** Rows that are at least partly visible. */
export function visibleRows(geometry: ScrollGeometry): number {
  return Math.max(1, Math.ceil(geometry.bodyHeight / geometry.rowHeight))
}

/** First visible row when scrolled to the very end. */
export function lastTopRow(geometry: ScrollGeometry): number {
  return Math.max(0, geometry.rowCount - fullRows(geometry))
}

/** How far the scroller can scroll, CSS pixels. */
export function scrollRange(geometry: ScrollGeometry): number {
  return Math.min(lastTopRow(geometry) * geometry.rowHeight, maximumScrollRange)
}

export function topRowAt(scrollTop: number, geometry: ScrollGeometry): number {
  const range = scrollRange(geometry)
  if (range === 0) return 0
  const last = lastTopRow(geometry)
  return Math.min(last, Math.max(0, Math.round((scrollTop / range) * last)))
}

export function scrollTopOf(topRow: number, geometry: ScrollGeometry): number {
  const last = lastTopRow(geometry)
  return last === 0 ? 0 : (topRow / last) * scrollRange(geometry)
}

/** The first visible row that shows `row`: unchanged if it is visible, one step if it is next to the edge, else centred. */
export function topRowShowing(row: number, topRow: number, geometry: ScrollGeometry): number {
  const full = fullRows(geometry)
  if (row >= topRow && row < topRow + full) return topRow
  const near = row === topRow - 1 ? row : row === topRow + full ? row - full + 1 : row - Math.floor(full / 2)
  return Math.min(lastTopRow(geometry), Math.max(0, near))
}
