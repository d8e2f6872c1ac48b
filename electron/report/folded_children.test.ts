import { describe, expect, it } from 'vitest'
import { profileFromStacks } from '../profile/profile_from_stacks.testing.ts'
import { treeSideBySide } from './text/report_side_by_side.ts'
import { treeLines } from './text/report_tree.ts'

/** 0.2 % of the stored bytes are wasted: all of it in `clear`, nearly none in `copy`. */
const RARE_WASTE = profileFromStacks(`
  main main.c:1 > work main.c:10    USED_BY     main main.c:2 > read main.c:20    99800
  main main.c:3 > clear main.c:30   KILLED_BY   main main.c:4 > fill main.c:40      199
  main main.c:5 > copy main.c:50    KILLED_BY   main main.c:4 > fill main.c:40      0.4/1
  main main.c:6 > other main.c:60   USED_BY     main main.c:2 > read main.c:20        1
`)

describe('a row with little of all bytes and much of the waste', () => {
  it('is in the printed tree', () => {
    expect(
      treeLines(RARE_WASTE, 'dead-stores', 90)
        .map((line) => line.trimEnd())
        .join('\n'),
    ).toMatch(/clear {2}from main.c:3[^]*\[2 more, 0.001 %/)
  })

  it('is in a tree of several tools', () => {
    expect(treeSideBySide(RARE_WASTE, ['dead-stores'], 90).join('\n')).toMatch(/clear {2}from main.c:3[^]*\[2 more, 0.001 %/)
  })
})

describe('a deep calling context', () => {
  const calls = Array.from({ length: 40 }, (_, depth) => `function_with_a_long_name_${depth} deep.c:${depth + 1}`).join(' > ')
  const deep = profileFromStacks(`
    ${calls} KILLED_BY ${calls} 10
    ${calls} silent-stores:REDUNDANT_WITH ${calls} 10
  `)
  const width = 80

  it.each([
    ['one tool', treeLines(deep, 'dead-stores', width), /^ +100 % +0 %[ 10%]+ 10 {2}/],
    ['several tools', treeSideBySide(deep, ['dead-stores', 'silent-stores'], width), /^ +100 % +100 % +100 % +100 % {2}/],
  ])('leaves the figures of %s whole, and cuts the names', (_, lines, figures) => {
    const rows = lines.filter((line) => line.includes('%'))
    expect(rows.length).toBeGreaterThan(40)
    for (const row of rows) {
      expect(row.length).toBeLessThanOrEqual(width)
      expect(row).toMatch(figures)
      expect(row.replace(figures, '').trimStart().length).toBeGreaterThan(4)
    }
  })
})

describe('a recursion', () => {
  const frames = Array.from({ length: 200 }, () => 'deep deep.c:5').join(' > ')
  const deep = profileFromStacks(`main deep.c:1 > ${frames} > leaf deep.c:9   KILLED_BY   main deep.c:2   10`)

  it('is one row between its first and its last frame', () => {
    const rows = treeLines(deep, 'dead-stores', 90)
      .map((line) => line.replace(/^.*?\d {2}(?= *\S)/, '').trim())
      .filter((line) => /deep {2}from|recursive|leaf/.test(line))
    expect(rows).toEqual([
      expect.stringMatching(/deep {2}from deep\.c:1$/),
      expect.stringMatching(/\[198 recursive frames of deep\]$/),
      expect.stringMatching(/deep {2}from deep\.c:5$/),
      expect.stringMatching(/leaf {2}from deep\.c:5$/),
    ])
  })
})
