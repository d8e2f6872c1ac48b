/** Findings of one function that are too small each: those of one class are one finding, for they call for one change. */
import type { CausedGroup } from './describe_finding.ts'
import type { CostedGroup } from './costed_group.ts'

/**
 * @param caused heaviest first within each class
 * @param isLarge worth a finding of its own
 * @param join of several groups one, with the places of the heaviest
 * @returns the large ones as they are, and small ones gathered where several were
 */
export function gatherAlike(
  caused: readonly CausedGroup[],
  isLarge: (each: CausedGroup) => boolean,
  join: (groups: readonly CostedGroup[]) => CostedGroup,
): CausedGroup[] {
  const small = Map.groupBy(
    caused.filter((each) => !isLarge(each)),
    ({ cause }) => keyOf(cause),
  )
  return [
    ...caused.filter(isLarge),
    ...[...small.values()].flatMap((alike) => {
      const [first, ...others] = alike
      if (others.length === 0 || first!.cause.wastedAt === ':') return alike
      return [{ group: join(alike.map(({ group }) => group)), cause: { ...first!.cause, facts: { ...first!.cause.facts, alike: others.length } } }]
    }),
  ]
}

function keyOf({ class: name, tool, standing, facts }: CausedGroup['cause']): string {
  const side = tool === 'dead-stores' ? facts.earlier : facts.later
  return [name, tool === 'silent-stores' ? 'dead-stores' : tool, standing, facts.tolerance ?? '', side?.file, side?.function].join('|')
}
