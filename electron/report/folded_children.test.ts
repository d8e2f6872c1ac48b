import { describe, expect, it } from 'vitest'
import { profileFromStacks } from '../profile/profile_from_stacks.testing.ts'
import { treeSideBySide } from './report_side_by_side.ts'
import { treeLines } from './report_tree.ts'

/** 0.2 % of what was stored is wasted: all of it in `clear`, nearly none in `copy`. */
const RARE_WASTE = profileFromStacks(`
  main main.c:1 > work main.c:10    USED_BY     main main.c:2 > read main.c:20    99800
  main main.c:3 > clear main.c:30   KILLED_BY   main main.c:4 > fill main.c:40      199
  main main.c:5 > copy main.c:50    KILLED_BY   main main.c:4 > fill main.c:40      0.4/1
  main main.c:6 > other main.c:60   USED_BY     main main.c:2 > read main.c:20        1
`)

describe('a row with little of all bytes and much of the waste', () => {
  it('stands in the printed tree', () => {
    expect(treeLines(RARE_WASTE, 'dead-stores', 90).map((line) => line.trimEnd()).join('\n')).toMatch(/clear {2}from main.c:3[^]*\[2 more, 0.001 %/)
  })

  it('stands in a tree of several tools', () => {
    expect(treeSideBySide(RARE_WASTE, ['dead-stores'], 90).join('\n')).toMatch(/clear {2}from main.c:3[^]*\[2 more, 0.001 %/)
  })
})
