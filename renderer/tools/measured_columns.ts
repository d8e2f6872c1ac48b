/** How columns of shares name their denominator, where that is a part of the run alone (shared/outcome.ts). */
import { partText, type MeasuredPart } from '../../shared/outcome.ts'

/** A tooltip with the measured part of the run. */
export function ofPart(description: string, part: MeasuredPart | null | undefined): string {
  return part == null ? description : `${description}\n${partText(part)}`
}

/** The class of a figure. */
export function partClass(part: MeasuredPart | null | undefined): string {
  return part?.little === true ? 'dim' : ''
}
