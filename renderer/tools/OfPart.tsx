import type { ReactNode } from 'react'
import { partText, wholeText, type MeasuredPart } from '../../shared/outcome.ts'
import { partClass } from './measured_columns.ts'

/** A figure with its denominator, where that is a part of the run alone. */
export function OfPart({ part, children }: { part: MeasuredPart | null | undefined; children: ReactNode }) {
  if (part == null) return children
  return (
    <span className={partClass(part)} title={partText(part)}>
      {children} of {wholeText(part)}
    </span>
  )
}
