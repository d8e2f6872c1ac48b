/** The pair that represents a finding in the panes, and the lines at which the panes of a finding's pair open. */
import type { Finding, FindingContext, FindingPlace } from '../../shared/findings/finding.ts'
import type { Frame } from '../../shared/profile/frame.ts'
import type { PairId } from '../../shared/rpc/identifiers.ts'
import type { Side } from '../application/pair_side.ts'

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

/** The places of the finding that a pair was gathered into; none: no finding lists the pair. */
export function findingPlaces(findings: readonly Finding[], pair: PairId): readonly FindingPlace[] {
  return findings.find(({ contexts }) => contexts.some((context) => context.pair === pair))?.places ?? []
}

/** The frame of one side that is at the line that its finding names; a finding of one line is about both sides. Null: none is. */
export function frameOfPlaces(places: readonly FindingPlace[], side: Side, chain: readonly Frame[]): number | null {
  const role = side === 'source' ? 'earlier' : 'later'
  const place = places.length === 1 ? places[0] : places.find((each) => each.role === role)
  const frame = place === undefined ? -1 : chain.findLastIndex(isAt(place))
  return frame === -1 ? null : frame
}
