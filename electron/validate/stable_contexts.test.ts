import { expect, test } from 'vitest'
import { profileFromStacks } from '../profile/profile_from_stacks.testing.ts'
import { StableContexts, wastefulPairs } from './stable_contexts.ts'

const both = `
  main a.c:1 > fill f.c:10   KILLED_BY   main a.c:2 > fill f.c:10   60
  main a.c:1 > fill f.c:10   KILLED_BY   main a.c:3 > copy c.c:5    30
  main a.c:1 > fill f.c:10   USED_BY     main a.c:3 > copy c.c:5    50
  main a.c:1 > fill f.c:10   silent-stores:REDUNDANT_WITH   main a.c:2 > fill f.c:10   7
`

test('the same pairs of two profiles have the same keys in any order of rows', () => {
  const contexts = new StableContexts()
  const one = profileFromStacks(both)
  const other = profileFromStacks(both.trim().split('\n').reverse().join('\n'))
  const keys = (profile: typeof one) => new Map(wastefulPairs(profile, 'dead-stores', contexts.numbersOf(profile)).map(({ key, share }) => [key, share]))
  expect(keys(one)).toEqual(keys(other))
  expect([...keys(one).values()].sort()).toEqual([30 / 90, 60 / 90])
})

test('callers distinguish pairs, and so do modules', () => {
  const contexts = new StableContexts()
  const key = (table: string) => {
    const profile = profileFromStacks(table)
    return wastefulPairs(profile, 'dead-stores', contexts.numbersOf(profile))[0]!.key
  }
  const pair = 'main a.c:1 > fill f.c:10   KILLED_BY   main a.c:1 > fill f.c:10   1'
  expect(key(pair)).toBe(key(pair))
  expect(key('main a.c:2 > fill f.c:10   KILLED_BY   main a.c:1 > fill f.c:10   1')).not.toBe(key(pair))
  expect(key('main a.c:1 > libx!fill f.c:10   KILLED_BY   main a.c:1 > fill f.c:10   1')).not.toBe(key(pair))
})

test('a library is the same under another path, by its build id', () => {
  const contexts = new StableContexts()
  const pair = 'main a.c:1 > libx!fill f.c:10   KILLED_BY   main a.c:1 > libx!fill f.c:10   1'
  const key = (path: string, buildId: string) => {
    const drawn = profileFromStacks(pair)
    const profile = { ...drawn, modules: drawn.modules.map((module) => (module.path.endsWith('libx') ? { ...module, path, buildId } : module)) }
    return wastefulPairs(profile, 'dead-stores', contexts.numbersOf(profile))[0]!.key
  }
  expect(key('/lib/libx', 'ab12')).toBe(key('/usr/lib/libx', 'ab12'))
  expect(key('/lib/libx', 'ab12')).not.toBe(key('/lib/libx', 'cd34'))
  expect(key('/lib/libx', '')).not.toBe(key('/usr/lib/libx', ''))
})

test("a thread's work is the same whether its calls are below the one that started it or begin with it", () => {
  const contexts = new StableContexts()
  const key = (table: string) => {
    const profile = profileFromStacks(table)
    return wastefulPairs(profile, 'dead-stores', contexts.numbersOf(profile))[0]!.key
  }
  const pair = (start: string, work: string) => `${start} > ${work}   KILLED_BY   ${start} > ${work}   1`
  const counted = 'main a.c:1 > clone b.S:100 > start_thread d.c:442'
  expect(key(pair(counted, 'work a.c:7'))).toBe(key(pair('entry c.S:80 > __clone3 c.S:81 > start_thread d.c:442', 'work a.c:7')))
  expect(key(pair(counted, 'work a.c:7'))).not.toBe(key(pair(counted, 'work a.c:8')))
  expect(key(pair(counted, 'work a.c:7'))).not.toBe(key(pair('main a.c:1 > clone b.S:100 > other d.c:442', 'work a.c:7')))
})
