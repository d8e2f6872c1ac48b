import { expect, test } from 'vitest'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { contextTree } from './context_tree.ts'

test('the tree of a page shows a row with a small share of the bytes and a large share of the waste', () => {
  const profile = profileFromStacks(`
    main main.c:1 > work main.c:10    USED_BY     main main.c:2 > read main.c:20    99800
    main main.c:3 > clear main.c:30   KILLED_BY   main main.c:4 > fill main.c:40      199
    main main.c:5 > copy main.c:50    KILLED_BY   main main.c:4 > fill main.c:40      0.4/1
    main main.c:6 > other main.c:60   USED_BY     main main.c:2 > read main.c:20        1
  `)
  expect([...contextTree(profile, 'dead-stores')].join('')).toMatch(/clear {2}from main.c:3[^]*2 more, 0.001 %/)
})

test('recursive frames become one row', () => {
  const deep = Array.from({ length: 2000 }, () => 'deep m.c:5').join(' > ')
  const profile = profileFromStacks(`main m.c:1 > ${deep} > leaf m.c:9   KILLED_BY   main m.c:2   6`)
  const names = [...contextTree(profile, 'dead-stores')].flatMap((piece) => /<\/b>([^<]*)</.exec(piece)?.[1]?.replace(/  from .*/, '') ?? [])
  expect(names.slice(1, 6)).toEqual(['main', 'deep', '1998 recursive frames of deep', 'deep', 'leaf'])
})
