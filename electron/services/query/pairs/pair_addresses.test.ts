/** Distinguishes accesses with unknown lines. */
import { expect, it } from 'vitest'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { loadProfile } from '../loaded_profile.ts'
import { PairQueries } from './pair_queries.ts'

it('pairs have the addresses of accesses without a line, and of no others', () => {
  const queries = new PairQueries(loadProfile({ ...profileFromStacks('main a.c:1 > copy   KILLED_BY   main a.c:1 > clear a.c:7   10'), codeAt: () => null }))
  const row = queries.row(0)
  expect([row.sourceLine, row.targetLine, row.targetAddress]).toEqual([null, 7, undefined])
  expect(row.sourceAddress).toMatch(/^0x[0-9a-f]+$/)
  expect(row.sourceAddress).toBe(queries.details(0).source.leaf.address)
})
