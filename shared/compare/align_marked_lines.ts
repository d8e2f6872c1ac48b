/** Lines of one function in two builds, of which only the content and the distances are known. */
import { alignSequences } from './align_sequences.ts'

export interface MarkedLine {
  /** From the function's first line, or of the file where that is not known. */
  offset: number
  /** Equal for lines with the same instructions, calls and loops. */
  mark: string
}

/** Functions with more known lines are aligned by marks alone, in less than the square of their number. */
const MOST_WEIGHED = 256

const SAME_MARK = 2
const OTHER_MARK = 0.5
/** Lines move together: at the distance of the line before, or not at all. */
const SAME_SHIFT = 1.5

/**
 * The alignment, in order, of the greatest weight: lines count that hold the same, and more if they moved as far as the
 * matched line before them; lines that hold something else only where they moved so.
 * @param old ascending by offset, like `others`
 * @returns by old line its position in `others`; −1: none
 */
export function alignMarkedLines(old: readonly MarkedLine[], others: readonly MarkedLine[]): Int32Array {
  if (old.length > MOST_WEIGHED || others.length > MOST_WEIGHED)
    return alignSequences(
      old.map(({ mark }) => mark),
      others.map(({ mark }) => mark),
    )
  const columns = others.length
  const weight = new Float64Array(old.length * columns).fill(-Infinity)
  const before = new Int32Array(old.length * columns).fill(-1)
  /** Best cell that ends above and to the left of column j, by column, of all rows so far. */
  const best = new Int32Array(columns + 1).fill(-1)
  const ofShift = new Map<number, number>()
  for (let row = 0; row < old.length; row++) {
    const made: Array<{ shift: number; cell: number }> = []
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column
      const shift = others[column]!.offset - old[row]!.offset
      const isSame = old[row]!.mark === others[column]!.mark
      const along = ofShift.get(shift)
      if (along !== undefined || shift === 0) {
        weight[cell] = (along === undefined ? 0 : weight[along]!) + SAME_SHIFT + (isSame ? SAME_MARK : OTHER_MARK)
        before[cell] = along ?? -1
      }
      const previous = best[column]!
      const jumped = (previous < 0 ? 0 : weight[previous]!) + (isSame ? SAME_MARK : -Infinity) + (shift === 0 ? SAME_SHIFT : 0)
      if (jumped > weight[cell]!) {
        weight[cell] = jumped
        before[cell] = previous
      }
      if (weight[cell]! > -Infinity) made.push({ shift, cell })
    }
    for (const { shift, cell } of made) {
      const along = ofShift.get(shift)
      if (along === undefined || weight[cell]! > weight[along]!) ofShift.set(shift, cell)
    }
    raiseBest(best, weight, row * columns, columns)
  }
  const found = new Int32Array(old.length).fill(-1)
  for (let cell = best[columns]!; cell >= 0; cell = before[cell]!) found[Math.floor(cell / columns)] = cell % columns
  return found
}

/** @param best best[j]: heaviest cell of the rows so far in columns before j */
function raiseBest(best: Int32Array, weight: Float64Array, start: number, columns: number): void {
  let heaviest = -1
  for (let column = 0; column < columns; column++) {
    const cell = start + column
    if (weight[cell]! > -Infinity && (heaviest < 0 || weight[cell]! > weight[heaviest]!)) heaviest = cell
    const known = best[column + 1]!
    if (heaviest >= 0 && (known < 0 || weight[heaviest]! > weight[known]!)) best[column + 1] = heaviest
  }
}
