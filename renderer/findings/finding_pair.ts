/** The pair that represents a finding in the panes. */
import type { Finding, FindingContext, FindingPlace } from '../../shared/findings/finding.ts'
import type { Frame } from '../../shared/profile/frame.ts'
import type { PairId } from '../../shared/rpc/identifiers.ts'

/** Whether a frame is at the place's line. */
export const isAt =
  ({ file, line }: FindingPlace) =>
  (frame: Frame): boolean =>
    file !== null && frame.file === file && frame.line === line

/** The heaviest pair at the lines that the finding names; of a finding of several lines the heaviest of all may be at another one. Null: it has no contexts. */
export function pairOfPlaces({ places, contexts }: Pick<Finding, 'places' | 'contexts'>): PairId | null {
  const holds = (context: FindingContext): boolean => places.every((place) => (place.role === 'earlier' ? context.source : context.target).some(isAt(place)))
  return (contexts.find(holds) ?? contexts[0])?.pair ?? null
}
