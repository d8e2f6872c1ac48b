import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { RpcError, type Parameters } from '../../../shared/rpc/contract.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import { QueryEngine } from './query_engine.ts'
import type { WorkerMethod, WorkerParameters } from './query_protocol.ts'
import { QueryThread } from './query_thread.ts'

const path = join(temporaryDirectory(), 'run.hagstone')
writeProfile(
  path,
  profileFromStacks(`
  main main.c:41 > init solver.c:117 > ~set set.h:5   KILLED_BY   main main.c:44 > fill solver.c:131   90
  main main.c:44 > fill solver.c:131                  KILLED_BY   main main.c:41 > init solver.c:117   30/4
`),
  [],
)

const engine = new QueryEngine(() => null)
const { profile } = engine.answer('profile.open', { path })
const { profile: other } = engine.answer('profile.open', { path })
const sort = { column: 'wasteInclusive', descending: true } as const
const { view } = engine.answer('tree.create', { profile, kind: 'top-down', sort })
const { comparison } = engine.answer('compare.open', { old: profile, new: other })
const thread = new QueryThread()
afterAll(async () => {
  engine.close()
  await thread.close()
})

const filter: Parameters<'pairs.rows'>['filter'] = { wastefulOnly: true, search: 'set', regularExpression: false, side: 'either' }
const compared: Parameters<'compare.pairs'>['filter'] = { wastefulOnly: true, status: null, direction: 'all', search: '', regularExpression: false }

/** Parameters that no cache answers the second time. */
const QUESTIONS: { [M in WorkerMethod]?: (round: number) => WorkerParameters<M> } = {
  'profile.open': () => ({ path }),
  'tree.create': (round) => ({ profile, kind: round % 2 === 0 ? 'flat' : 'bottom-up', sort, transforms: [{ kind: 'merge-function', name: 'set' }] }),
  'tree.sort': (round) => ({ view, sort: { column: round % 2 === 0 ? 'name' : 'useInclusive', descending: true }, keep: null }),
  'tree.expand': () => ({ view, version: engine.answer('tree.rows', { view, start: 0, count: 0 }).version, index: 0, expanded: true, deep: true }),
  'tree.search': () => ({ view, text: 'fill', regularExpression: false }),
  'pairs.rows': (round) => ({ profile, filter, sort: { column: 'waste', descending: true }, start: 0, count: 10 + round }),
  'pairs.groups': (round) => ({ profile, filter, by: 'source-function', sort: { column: 'waste', descending: true }, start: 0, count: 10 + round }),
  'flame.read': () => ({ profile, side: 'source', inverted: true, around: null, narrowed: null }),
  'compare.open': () => ({ old: profile, new: other }),
  'compare.tree': (round) => ({ comparison, kind: round % 2 === 0 ? 'top-down' : 'flat', tool: 'dead-stores', normalisation: 'run', sort }),
  'compare.pairs': (round) => ({
    comparison,
    tool: 'dead-stores',
    normalisation: 'run',
    filter: compared,
    sort: { column: 'impact', descending: round % 2 === 0 },
    start: 0,
    count: 10,
  }),
  'compare.export': (round) => ({
    comparison,
    tool: 'dead-stores',
    normalisation: 'run',
    table: 'pairs',
    pairs: { filter: compared, sort: { column: 'newWaste', descending: round % 2 === 0 } },
    format: 'csv',
  }),
  'tables.csv': () => ({ profile, table: 'pairs', format: 'csv', places: { mappings: [], folders: [] } }),
}

class GivenUp extends Error {}

/** Numbers of opened objects, and versions, increase. */
function comparable(answer: unknown): string {
  return JSON.stringify(answer, (key, value: unknown) => (['profile', 'view', 'comparison', 'version'].includes(key) ? 0 : value))
}

it.each(Object.keys(QUESTIONS) as Array<keyof typeof QUESTIONS>)(
  '%s may be given up at any word of progress, and then answers as if it had not been asked',
  (method) => {
    const question = (round: number): never => (QUESTIONS[method] as (round: number) => unknown)(round) as never
    const expected = [0, 1].map((round) => comparable(engine.answer(method, question(round))))
    for (let words = 0; ; words++) {
      let left = words
      const progress = {
        reached(share: number): void {
          expect(share).toSatisfy((value: number) => value >= 0 && value <= 1)
          if (left-- === 0) throw new GivenUp()
        },
      }
      // Another question in between, so that no answer comes from the previous one's cache.
      engine.answer('pairs.rows', {
        profile,
        filter: { ...filter, search: `nothing ${words}` },
        sort: { column: 'traps', descending: true },
        start: 0,
        count: 1,
      })
      engine.answer('pairs.groups', {
        profile,
        filter: { ...filter, search: `nothing ${words}` },
        by: 'source-function',
        sort: { column: 'traps', descending: true },
        start: 0,
        count: 1,
      })
      try {
        engine.answer(method, question(words % 2), progress)
        expect(words).toBeGreaterThan(0)
        return
      } catch (error) {
        if (!(error instanceof GivenUp)) throw error
      }
      expect(comparable(engine.answer(method, question(words % 2)))).toBe(expected[words % 2])
    }
  },
)

it('an abandoned search leaves the previous one', () => {
  const { view } = engine.answer('tree.create', { profile, kind: 'top-down', sort })
  engine.answer('tree.search', { view, text: 'fill', regularExpression: false })
  const found = (): number | null => engine.answer('tree.findMatch', { view, from: -1, direction: 1 }).index
  const before = found()
  expect(before).not.toBeNull()
  expect(() =>
    engine.answer(
      'tree.search',
      { view, text: 'init', regularExpression: false },
      {
        reached: () => {
          throw new GivenUp()
        },
      },
    ),
  ).toThrow(GivenUp)
  expect(found()).toBe(before)
})

it('a tree keeps its order and its open rows when sorting or opening them is abandoned', () => {
  const { view } = engine.answer('tree.create', { profile, kind: 'flat', sort })
  const rows = (): string => JSON.stringify(engine.answer('tree.rows', { view, start: 0, count: 100 }))
  const { version } = engine.answer('tree.expand', { view, version: 1, index: 0, expanded: true, deep: true })
  const before = rows()
  const given: Array<[string, () => unknown]> = [
    [
      'sort',
      () =>
        engine.answer(
          'tree.sort',
          { view, sort: { column: 'name', descending: false }, keep: null },
          {
            reached: () => {
              throw new GivenUp()
            },
          },
        ),
    ],
    [
      'close and open',
      () =>
        engine.answer(
          'tree.expand',
          { view, version, index: 1, expanded: true, deep: true },
          {
            reached: () => {
              throw new GivenUp()
            },
          },
        ),
    ],
    [
      'close',
      () =>
        engine.answer(
          'tree.expand',
          { view, version, index: 0, expanded: false, deep: true },
          {
            reached: () => {
              throw new GivenUp()
            },
          },
        ),
    ],
  ]
  for (const [name, give] of given) {
    expect(give, name).toThrow(GivenUp)
    expect(rows(), name).toBe(before)
  }
  // A later change shows the kept state: the previous order, not that of the abandoned sort.
  engine.answer('tree.expand', { view, version, index: 0, expanded: true, deep: false })
  expect(JSON.stringify(engine.answer('tree.rows', { view, start: 0, count: 100 }).rows)).toBe(JSON.stringify(JSON.parse(before).rows))
})

it('the thread answers the next question after a running and a waiting one are cancelled', async () => {
  const { profile } = await thread.call('profile.open', { path })
  const { view } = await thread.call('tree.create', { profile, kind: 'top-down', sort })
  const [running, waiting] = [new AbortController(), new AbortController()]
  const outcomes = [
    thread.call('compare.open', { old: profile, new: profile }, running.signal),
    thread.call('flame.read', { profile, side: 'source', inverted: false, around: null, narrowed: null }, waiting.signal),
  ]
  const next = thread.call('tree.rows', { view, start: 0, count: 1 })
  running.abort()
  waiting.abort()
  for (const outcome of outcomes) await expect(outcome).rejects.toBeInstanceOf(RpcError)
  for (const outcome of outcomes) await expect(outcome).rejects.toMatchObject({ code: 'cancelled' })
  await expect(next).resolves.toMatchObject({ rows: [{ label: './solver' }] })
})

it('objects opened for a question cancelled meanwhile are closed again', async () => {
  const cancelling = new AbortController()
  const opening = thread.call('profile.open', { path }, cancelling.signal)
  cancelling.abort()
  await expect(opening).rejects.toMatchObject({ code: 'cancelled' })
  // Whether or not the thread stopped in time, the number that the profile would have is not open.
  const { profile: last } = await thread.call('profile.open', { path })
  await expect(thread.call('pairs.details', { profile: last - 1, pair: 0 })).rejects.toMatchObject({ code: 'not-found' })
})

it('objects of a dead thread are not confused with those of the next one', async () => {
  const lost = new QueryThread()
  const { profile: before } = await lost.call('profile.open', { path })
  await lost.close()
  await expect(lost.call('pairs.details', { profile: before, pair: 0 })).rejects.toMatchObject({ code: 'not-found' })
  await lost.call('profile.open', { path })
  await expect(lost.call('pairs.details', { profile: before, pair: 0 })).rejects.toMatchObject({ code: 'not-found' })
  await lost.close()
})
