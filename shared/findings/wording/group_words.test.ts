import { expect, test } from 'vitest'
import type { FindingGroup } from '../finding.ts'
import { groupHeading } from './group_words.ts'

const headings = (...groups: FindingGroup[]): Array<string | null> =>
  groups.map((_, at) =>
    groupHeading(
      groups.map((group) => ({ group })),
      at,
    ),
  )

test('a heading stands above the first finding of each group', () => {
  expect(headings('first', 'first', 'traversals', 'uncertain', 'uncertain')).toEqual([
    'Look at these first',
    null,
    'Repeated passes over data: most programs need them',
    'Uncertain: these may cost nothing, or the accesses may be needed',
    null,
  ])
})

test('a list of one group has none', () => expect(headings('uncertain', 'uncertain')).toEqual([null, null]))
