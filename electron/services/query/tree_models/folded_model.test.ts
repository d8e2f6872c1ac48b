import { describe, expect, it } from 'vitest'
import type { TreeKind } from '../../../../shared/rpc/trees.ts'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { loadProfile } from '../loaded_profile.ts'
import { shapedModel } from './shaped_model.ts'
import { printTree } from '../trees/tree_print.testing.ts'
import { TreeView } from '../trees/tree_view.ts'

const SMALL = `
  main main.c:1 > hot a.c:1      KILLED_BY  main main.c:9   90
  main main.c:2 > warm a.c:2     USED_BY    main main.c:9    8
  main main.c:3 > tiny a.c:3     KILLED_BY  main main.c:9    1
  main main.c:4 > small a.c:4    USED_BY    main main.c:9    1
`

function open(kind: TreeKind, foldBelow = 0.05): TreeView {
  const loaded = loadProfile({ ...profileFromStacks(SMALL), codeAt: () => null })
  return new TreeView(shapedModel(kind, loaded, { foldBelow }), { column: 'wasteInclusive', descending: false })
}

describe('insignificant rows', () => {
  it('are together after the others in any order, with their number and share', () => {
    const view = open('top-down')
    view.expand(1, true, false)
    expect(printTree(view)).toMatchInlineSnapshot(`
      "
      ▾ ./solver 91/9
        ▾ main 91/9
          ▸ warm @main.c:2 0/8 own 0/8
          ▸ hot @main.c:1 90/0 own 90/0
          ▸ 3 more, 2.0 % 1/1 own 1/1
      "
    `)
  })

  it('are opened by hand, by a search and to be revealed, not with the whole subtree', () => {
    const view = open('top-down')
    view.expand(1, true, true)
    const deep = view.rowCount
    expect(view.window(deep - 1, 1).rows[0]).toMatchObject({ kind: 'more', expandable: true, expanded: false })
    view.expand(deep - 1, true, false)
    expect(view.window(deep, 3).rows.map((row) => row.label)).toContain('tiny')
    const searched = open('top-down')
    expect(searched.search('small', false)).toBe(1)
    expect(searched.window(searched.findMatch(0, 1)!, 1).rows[0]).toMatchObject({ label: 'small', depth: 3 })
    const revealed = open('top-down')
    const tiny = view.window(0, view.rowCount).rows.find((row) => row.label === 'tiny')!.node!
    expect(revealed.window(revealed.reveal(tiny, null)!, 1).rows[0]!.label).toBe('tiny')
  })

  it('of functions are summed by their own amounts: their inclusive values overlap', () => {
    expect(printTree(open('bottom-up'))).toMatchInlineSnapshot(`
      "
      ▸ warm 0/8 own 0/8
      ▸ hot 90/0 own 90/0
      · main 91/9
      ▸ 2 more, 2.0 % 1/1 own 1/1
      "
    `)
  })

  it('stay if one alone is small, or all are', () => {
    const smallOnes = (share: number): string => {
      const view = open('top-down', share)
      view.expand(1, true, false)
      return printTree(view)
    }
    expect(smallOnes(0.01)).not.toContain('more')
    expect(smallOnes(1)).not.toContain('more')
    expect(smallOnes(0.05)).toContain('more')
  })

  it('are not those with much of the waste, however little waste there is', () => {
    const table = `
      main main.c:1 > busy a.c:1     USED_BY    main main.c:9    9990
      main main.c:2 > wasteful a.c:2 KILLED_BY  main main.c:9    8
      main main.c:3 > tiny a.c:3     USED_BY    main main.c:9    1
      main main.c:4 > small a.c:4    USED_BY    main main.c:9    1
    `
    const loaded = loadProfile({ ...profileFromStacks(table), codeAt: () => null })
    const view = new TreeView(shapedModel('top-down', loaded, { foldBelow: 0.05 }), { column: 'wasteInclusive', descending: true })
    view.expand(1, true, false)
    expect(view.window(2, 9).rows.map((row) => row.label)).toEqual(['wasteful', 'busy', '3 more, 0.02 %'])
  })
})
