/** Widest step of indentation, CSS pixels, and the narrowest that still reads as one. */
const widestStep = 11
const narrowestStep = 3
/** Of the column's width; the rest belongs to the names. */
const indentShare = 0.45
/** Levels are rounded up to this, so that scrolling past one deeper row does not move all others. */
const levelGrain = 8

/**
 * Indentation per level so that names stay readable however deep the tree is.
 * @param deepest greatest level on screen
 * @param columnWidth of the column with the names, CSS pixels
 */
export function indentStep(deepest: number, columnWidth: number): number {
  const levels = Math.max(1, Math.ceil(deepest / levelGrain) * levelGrain)
  return Math.max(narrowestStep, Math.min(widestStep, Math.floor((columnWidth * indentShare) / levels)))
}
