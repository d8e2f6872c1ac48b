/** The headings of a list of findings. */
import type { Finding, FindingGroup } from '../finding.ts'

const HEADINGS: Record<FindingGroup, string> = {
  first: 'Look at these first',
  traversals: 'Repeated passes over data: most programs need them',
  uncertain: 'Uncertain: these may cost nothing, or the accesses may be needed',
}

/** Returns the heading above a finding of a list; null: it is not the first of its group, or the list has one group. */
export function groupHeading(findings: ReadonlyArray<Pick<Finding, 'group'>>, at: number): string | null {
  const { group } = findings[at]!
  return at > 0 ? (findings[at - 1]!.group === group ? null : HEADINGS[group]) : findings.every((each) => each.group === group) ? null : HEADINGS[group]
}
