/** Groups of other classes join if they need one change: a loop adds elements, which loads and stores the container's members. */
import { expect, it } from 'vitest'
import type { Cause } from './cause.ts'
import type { CostedGroup } from './costed_group.ts'
import { mergedGroups } from './merge_groups.ts'

const caused = (name: Cause['class'], changeKeys: string[]): { group: CostedGroup; cause: Cause } => ({
  group: { share: 0.1 } as CostedGroup,
  cause: { class: name, mergeKeys: [changeKeys.join()], sharedKeys: [], changeKeys, wastedAt: 'a.rs:9' } as unknown as Cause,
})

it('is one group for one change, whatever the classes', () => {
  const merged = mergedGroups([caused('loop-invariant-load', ['added']), caused('memory-accumulator', ['added']), caused('memory-accumulator', ['other'])])
  expect(merged.map(({ groups, cause }) => [groups.length, cause.class])).toEqual([
    [2, 'loop-invariant-load'],
    [1, 'memory-accumulator'],
  ])
})
