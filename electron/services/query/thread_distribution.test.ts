import { expect, it } from 'vitest'
import type { Profile, ProfileThread } from '../../../shared/profile/profile.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { loadProfile } from './loaded_profile.ts'
import { threadDistribution } from './thread_distribution.ts'

const thread = (id: number): ProfileThread => ({ rank: null, process: 1, thread: id, name: `worker ${id}`, cpuTime: 1, coverage: 1, samples: 1, tools: {} })
const profile: Profile = {
  ...profileFromStacks(`
    main main.c:1 > init a.c:5   KILLED_BY                    main main.c:2 > fill b.c:7   60
    main main.c:1 > scan a.c:9   KILLED_BY                    main main.c:2 > fill b.c:7   20
    main main.c:1 > scan a.c:9   USED_BY                      main main.c:2 > fill b.c:7   5
    main main.c:1 > scan a.c:9   silent-stores:REDUNDANT_WITH main main.c:2 > fill b.c:7   99
  `),
  codeAt: () => null,
  threads: [thread(1), thread(2), thread(3)],
  threadShares: {
    length: 5,
    pair: Int32Array.of(0, 0, 1, 2, 3),
    thread: Int32Array.of(0, 1, 1, 1, 2),
    amount: Float64Array.of(50, 10, 20, 5, 99),
    traps: Float64Array.of(5, 1, 2, 3, 9),
  },
}
const of = (functionName: string | null): unknown =>
  threadDistribution(loadProfile(profile), functionName === null ? null : { side: 'source', node: null, functionName })

it('is the waste of each thread in the whole program or a context, of one tool', () => {
  expect(of(null)).toEqual([
    { waste: 50, traps: 5 },
    { waste: 30, traps: 6 },
    { waste: 0, traps: 0 },
  ])
  expect(of('scan')).toEqual([
    { waste: 0, traps: 0 },
    { waste: 20, traps: 5 },
    { waste: 0, traps: 0 },
  ])
})
