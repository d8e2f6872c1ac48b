import { expect, it, describe } from 'vitest'
import { commonAncestor } from '../../../../shared/profile/tree/common_ancestor.ts'
import { contextOf } from '../../../../shared/profile/frames.ts'
import type { TreeKind } from '../../../../shared/rpc/trees.ts'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { BottomUpModel } from './bottom_up_model.ts'
import { FlatModel } from './flat_model.ts'
import { loadProfile } from '../loaded_profile.ts'
import { TopDownModel } from './top_down_model.ts'
import { printTree } from '../trees/tree_print.testing.ts'
import { TreeView } from '../trees/tree_view.ts'

/** step's loop calls fill, whose two loops store; the remainder of fill's store is outside of them. */
const SOLVER = `
  main main.c:41 > loop main.c:40 > fill solver.c:131 > loop solver.c:128 > loop solver.c:130   KILLED_BY   main main.c:41 > loop main.c:40 > fill solver.c:133 > loop solver.c:128   60
  main main.c:41 > loop main.c:40 > fill solver.c:133 > loop solver.c:128                       KILLED_BY   main main.c:41 > loop main.c:40 > fill solver.c:131   20
  main main.c:41 > loop main.c:40 > fill solver.c:131                                           USED_BY     main main.c:41 > loop main.c:40 > fill solver.c:131   5
  main main.c:50 > fill solver.c:140                                                            KILLED_BY   main main.c:41 > loop main.c:40 > fill solver.c:140   3
`

function open(kind: TreeKind): TreeView {
  const loaded = loadProfile({ ...profileFromStacks(SOLVER), codeAt: () => null })
  const model = { 'top-down': TopDownModel, 'bottom-up': BottomUpModel, flat: FlatModel }[kind]
  const view = new TreeView(new model(loaded), { column: 'wasteInclusive', descending: true })
  return view
}

describe('loops', () => {
  it('are between a frame and what runs in it; their own accesses are those in no inner loop', () => {
    const view = open('top-down')
    view.expand(0, true, true)
    expect(printTree(view)).toMatchInlineSnapshot(`
      "
      ▾ ./solver 83/5
        ▾ main 83/5
          ▾ loop at main.c:40 80/5
            ▾ fill @main.c:41 80/5 own 80/5
              ▾ loop at solver.c:128 80/0 own 20/0
                ▾ loop at solver.c:130 60/0 own 60/0
                  ▾ solver.c:131 60/0 own 60/0
                    ▸ mov 0 60/0 own 60/0
                ▾ solver.c:133 20/0 own 20/0
                  ▸ mov 1 20/0 own 20/0
              ▾ solver.c:131 0/5 own 0/5
                ▸ mov 0 0/5 own 0/5
              ▾ solver.c:140 0/0
                ▸ mov 2 0/0
          ▾ fill @main.c:50 3/0 own 3/0
            ▾ solver.c:140 3/0 own 3/0
              ▸ mov 2 3/0 own 3/0
      "
    `)
  })

  it('are between a function and the callers of its loops', () => {
    const view = open('bottom-up')
    view.expand(1, true, true)
    expect(printTree(view)).toMatchInlineSnapshot(`
      "
      · main 83/5
      ▾ fill 83/5 own 83/5
        ▾ loop at main.c:40 @main.c:41 80/5 own 80/5
          · main 80/5 own 80/5
        · main @main.c:50 3/0 own 3/0
      "
    `)
  })

  it('are below their function in flat views, once for all contexts', () => {
    const view = open('flat')
    view.expand(0, true, true)
    expect(printTree(view)).toMatchInlineSnapshot(`
      "
      ▾ solver 83/5 own 83/5
        ▾ main.c 83/5
          ▾ main 83/5
            ▾ loop at main.c:40 80/5
              · main.c:41 80/5
            · main.c:50 3/0
        ▾ solver.c 83/5 own 83/5
          ▾ fill 83/5 own 83/5
            ▾ loop at solver.c:128 80/0 own 20/0
              ▾ loop at solver.c:130 60/0 own 60/0
                · solver.c:131 60/0 own 60/0
              · solver.c:133 20/0 own 20/0
            · solver.c:140 3/0 own 3/0
            · solver.c:131 0/5 own 0/5
      "
    `)
  })

  it('are found by the row of the access in them', () => {
    const profile = profileFromStacks(SOLVER)
    const view = open('flat')
    view.reveal(profile.pairs.source[0]!, null)
    const labels = view.window(0, view.rowCount).rows.map((row) => row.label)
    expect(labels.slice(0, 7)).toEqual(['solver', 'main.c', 'solver.c', 'fill', 'loop at solver.c:128', 'loop at solver.c:130', 'solver.c:131'])
  })

  it('are named in the frames of a context', () => {
    const profile = profileFromStacks(SOLVER)
    const { frames, leaf } = contextOf(profile, profile.pairs.source[0]!)
    expect([...frames, leaf].map((frame) => [frame.function, frame.line, frame.loop])).toEqual([
      ['main', 41, 'loop at main.c:40'],
      ['fill', 131, 'loop at solver.c:130'],
    ])
    const outside = contextOf(profile, profile.pairs.source[3]!)
    expect([...outside.frames, outside.leaf].map((frame) => frame.loop)).toEqual([null, null])
  })

  it('are the place to hoist to: for an instruction paired with itself the loop that repeats it, wherever that is', () => {
    const profile = profileFromStacks(SOLVER)
    const ancestors = Array.from(profile.pairs.source, (source, pair) => commonAncestor(profile, source, profile.pairs.target[pair]!))
    expect(ancestors).toEqual(['loop at solver.c:128', 'fill solver.c:1', 'loop at main.c:40', 'main main.c:1'])
  })
})
