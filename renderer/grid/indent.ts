/** Widest step of indentation, CSS pixels, and the narrowest that still reads as one. */
const widestStep = 11
const narrowestStep = 3
/** Share of the column's width; the rest belongs to the names. */
const indentShare = 0.45
/** Of a narrow column, the names get at least so much, CSS pixels: 12 characters, the mark of the other access, and its line. */
const nameRoom = 184
/** Levels are rounded up to this, so that scrolling past one deeper row does not move all others. */
const levelGrain = 8

export interface Indent {
  /** CSS pixels for each level. */
  step: number
  /** Levels that are not drawn: where even narrow steps would leave no room, rows on screen are indented against each other only. */
  from: number
}

/**
 * Indentation so that names stay readable however deep the tree is.
 * @param deepest greatest level on screen
 * @param columnWidth of the column with the names, CSS pixels
 */
export function indentOf(deepest: number, columnWidth: number): Indent {
  const levels = Math.max(1, Math.ceil(deepest / levelGrain) * levelGrain)
  const room = Math.max(levelGrain * narrowestStep, Math.min(columnWidth * indentShare, columnWidth - nameRoom))
  const step = Math.max(narrowestStep, Math.min(widestStep, Math.floor(room / levels)))
  return { step, from: Math.max(0, levels - Math.floor(room / step)) }
}
