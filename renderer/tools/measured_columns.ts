/** How columns of shares say what they are shares of, where that is a part of the run alone (shared/outcome.ts). */
import { partText, type MeasuredPart } from '../../shared/outcome.ts'

/** A tooltip with what is measured of the run. */
export function ofPart(description: string, part: MeasuredPart | null | undefined): string {
  return part == null ? description : `${description}\n${partText(part)}`
}

/** The class of a figure. */
export function partClass(part: MeasuredPart | null | undefined): string {
  return part?.little === true ? 'dim' : ''
}
