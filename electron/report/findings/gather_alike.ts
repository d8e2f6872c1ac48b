/**
 * Findings of one function that are too small alone: those of one class are one finding, since they need one change.
 */
import { familyOf } from '../../../shared/findings/tool_findings.ts'
import type { CausedGroup } from './describe_finding.ts'
import type { CostedGroup } from './costed_group.ts'

/**
 * @param caused heaviest first within each class
 * @param isLarge worth a finding of its own
 * @param join makes one of several groups, with the places of the heaviest
 * @returns the large ones unchanged, and small ones joined if there were several
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
  return [name, familyOf(tool), standing, facts.tolerance ?? '', side?.file, side?.function].join('|')
}
