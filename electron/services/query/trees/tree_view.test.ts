import { describe, expect, it } from 'vitest'
import type { Tool } from '../../../../shared/run.ts'
import type { Sort, TreeKind } from '../../../../shared/rpc/trees.ts'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { BottomUpModel } from '../tree_models/bottom_up_model.ts'
import { FlatModel } from '../tree_models/flat_model.ts'
import { loadProfile, withTool } from '../loaded_profile.ts'
import { TopDownModel } from '../tree_models/top_down_model.ts'
import { printTree } from './tree_print.testing.ts'
import { TreeView } from './tree_view.ts'

const BY_WASTE: Sort = { column: 'wasteInclusive', descending: true }

const SOLVER = `
  main main.c:41 > init solver.c:117 > ~set set.h:5   KILLED_BY   main main.c:44 > fill solver.c:131   90
  main main.c:41 > init solver.c:117 > ~set set.h:5   USED_BY     main main.c:44 > fill solver.c:131   10
  main main.c:44 > fill solver.c:131                  KILLED_BY   main main.c:41 > init solver.c:117 > ~set set.h:5   30
`

function open(table: string, kind: TreeKind = 'top-down', sort = BY_WASTE): TreeView {
  const loaded = loadProfile({ ...profileFromStacks(table), codeAt: () => null })
  const model = { 'top-down': TopDownModel, 'bottom-up': BottomUpModel, flat: FlatModel }[kind]
  return new TreeView(new model(loaded), sort)
}

function labels(view: TreeView): string[] {
  return view.window(0, view.rowCount).rows.map((row) => row.label)
}

it("puts rows that waste equally much in the order of the run's cost", () => {
  const profile = profileFromStacks(`
    main main.c:1 > rare a.c:1    KILLED_BY   main main.c:2 > last z.c:1   50
    main main.c:1 > often b.c:1   KILLED_BY   main main.c:2 > last z.c:1   50
  `)
  const [rare, often] = [...profile.pairs.source]
  const cpuTimes = {
    length: 2,
    node: Int32Array.of(rare!, often!),
    interrupts: Float64Array.of(1, 9),
    time: Float64Array.of(1e6, 9e6),
    waits: new Uint8Array(2),
  }
  const loaded = loadProfile({ ...profile, cpuTimes, codeAt: () => null })
  const view = new TreeView(new FlatModel(loaded), { column: 'wasteExclusive', descending: true }, [], true)
  view.expand(0, true, true)
  expect(labels(view).filter((label) => label === 'rare' || label === 'often')).toEqual(['often', 'rare'])
})

describe('top-down', () => {
  it('opens on the program and expands a whole subtree down to the instructions, not through links', () => {
    const view = open(SOLVER)
    expect(printTree(view)).toMatchInlineSnapshot(`
      "
      ▾ ./solver 120/10
        ▸ main 120/10
      "
    `)
    view.expand(0, true, true)
    expect(printTree(view)).toMatchInlineSnapshot(`
      "
      ▾ ./solver 120/10
        ▾ main 120/10
          ▾ init @main.c:41 90/10
            ▾ ~set @solver.c:117 90/10 own 90/10
              ▾ set.h:5 90/10 own 90/10
                ▸ mov 0 90/10 own 90/10
          ▾ fill @main.c:44 30/0 own 30/0
            ▾ solver.c:131 30/0 own 30/0
              ▸ mov 1 30/0 own 30/0
      "
    `)
  })

  it('walks from a store through KILLED_BY to the chain of the killer and on to what kills that', () => {
    const view = open(SOLVER)
    view.expand(0, true, true)
    view.expand(labels(view).indexOf('mov 0'), true, false)
    view.expand(labels(view).indexOf('fill solver.c:131'), true, false)
    view.expand(labels(view).indexOf('mov 1'), true, false)
    expect(printTree(view)).toMatchInlineSnapshot(`
      "
      ▾ ./solver 120/10
        ▾ main 120/10
          ▾ init @main.c:41 90/10
            ▾ ~set @solver.c:117 90/10 own 90/10
              ▾ set.h:5 90/10 own 90/10
                ▾ mov 0 90/10 own 90/10
                  ▾ →KILLED_BY fill solver.c:131 90/0
                    ▾ main 90/0
                      ▾ fill @main.c:44 90/0
                        ▾ solver.c:131 90/0
                          ▾ mov 1 90/0
                            ▸ →KILLED_BY set set.h:5 30/0
                            ▸ ←KILLED_BY set set.h:5 90/0
                  ▸ ←KILLED_BY fill solver.c:131 30/0
          ▾ fill @main.c:44 30/0 own 30/0
            ▾ solver.c:131 30/0 own 30/0
              ▸ mov 1 30/0 own 30/0
      "
    `)
  })

  it('shows a subtree alone, and the whole tree again', () => {
    const view = open(SOLVER)
    view.expand(0, true, true)
    const fill = labels(view).indexOf('fill')
    expect(view.focus(fill)).toBe(0)
    expect(view.window(0, 9)).toMatchObject({ rowCount: 3, focus: 'fill' })
    expect(labels(view)).toEqual(['fill', 'solver.c:131', 'mov 1'])
    expect(view.window(0, 1).rows[0]).toMatchObject({ depth: 0, metrics: { wasteInclusive: 30 } })
    view.sort({ column: 'name', descending: false }, null)
    expect(labels(view)).toEqual(['fill', 'solver.c:131', 'mov 1'])
    view.sort(BY_WASTE, null)
    expect(view.focus(null)).toBe(fill)
    expect(view.window(0, 0)).toMatchObject({ rowCount: 9, focus: null })
  })

  it('leaves the subtree to reveal rows outside it, and only then', () => {
    const view = open(SOLVER)
    view.expand(0, true, true)
    view.focus(labels(view).indexOf('fill'))
    const node = (label: string): number => Number(view.window(0, view.rowCount).rows.find((row) => row.label === label)!.key)
    expect(view.reveal(node('mov 1'), null)).toBe(2)
    expect(view.window(0, 0).focus).toBe('fill')
    view.focus(null)
    const outside = node('mov 0')
    view.focus(labels(view).indexOf('fill'))
    const revealed = view.reveal(outside, null)!
    expect(labels(view)[revealed]).toBe('mov 0')
    expect(view.window(0, 0).focus).toBeNull()
  })

  it("keeps expansion when it is sorted and returns a row's new place", () => {
    const view = open(SOLVER)
    view.expand(1, true, false)
    const fill = view.window(0, 10).rows.find((row) => row.label === 'fill')!
    const index = view.sort({ column: 'name', descending: false }, fill.key)
    expect(labels(view)).toEqual(['./solver', 'main', 'fill', 'init'])
    expect(index).toBe(2)
  })

  it('folds all but twenty links of a leaf and opens the fold to reveal one', () => {
    const killers = Array.from({ length: 25 }, (_, i) => `main main.c:1 > zero a.c:1 KILLED_BY main main.c:2 > k${i} a.c:${i + 10} ${100 - i}`)
    const view = open(killers.join('\n'))
    const node = view.window(0, 1).rowCount
    expect(node).toBe(2)
    view.expand(0, true, true)
    const leaf = labels(view).indexOf('mov 0')
    view.expand(leaf, true, false)
    expect(labels(view).slice(leaf + 1, leaf + 3)).toEqual(['k0 a.c:10', 'k1 a.c:11'])
    expect(labels(view)[leaf + 21]).toBe('5 more')
    const revealed = view.reveal(4, 23)
    expect(view.window(revealed!, 1).rows[0]).toMatchObject({ label: 'k23 a.c:33', kind: 'link', link: { pair: 23, outgoing: true } })
  })

  it('finds matches in closed subtrees in both directions and counts them all', () => {
    const view = open(SOLVER)
    expect(view.search('set', false)).toBe(2)
    const first = view.findMatch(0, 1)
    expect(view.window(first!, 1).rows[0]).toMatchObject({ label: 'set', matched: true })
    const second = view.findMatch(first!, 1)
    expect(view.window(second!, 1).rows[0]!.label).toBe('set.h:5')
    expect(view.findMatch(second!, 1)).toBeNull()
    expect(view.findMatch(second!, -1)).toBe(first)
    expect(view.search('', false)).toBe(0)
    expect(view.window(first!, 1).rows[0]!.matched).toBe(false)
  })

  it("finds lines by their rows' text, and where lines are not rows their function", () => {
    for (const [search, top, other] of [
      ['solver.c:131', ['solver.c:131'], ['fill']],
      ['solver\\.c:1\\d\\d$', ['solver.c:131'], ['fill']],
      ['set.h:6', [], []],
    ] as const) {
      const found = (kind: TreeKind): string[] => {
        const view = open(SOLVER, kind)
        const count = view.search(search, search.includes('\\'))
        const labelled: string[] = []
        for (let at = view.findMatch(-1, 1); at !== null; at = view.findMatch(at, 1)) labelled.push(view.window(at, 1).rows[0]!.label)
        expect(labelled, `${kind}: ${search}`).toHaveLength(count)
        return labelled
      }
      expect(found('top-down')).toEqual(top)
      expect(found('bottom-up')).toEqual(other)
      expect(found('flat')).toEqual(other)
    }
  })

  it('distinguishes functions with equal names', () => {
    const table = 'main a.c:1 > init a.c:2   KILLED_BY   main a.c:1 > libm.so!init b.c:9   10'
    const apart = (kind: TreeKind): string[] => {
      const view = open(table, kind)
      if (kind === 'top-down') view.expand(0, true, true)
      return view
        .window(0, view.rowCount)
        .rows.filter(({ kind }) => kind === 'function')
        .map((row) => `${row.label} ${row.apart ?? '–'}`)
    }
    expect(apart('top-down')).toEqual(['main –', 'init solver', 'init libm.so'])
    expect(apart('bottom-up')).toEqual(['main –', 'init solver'])
  })

  it('finds backwards into closed subtrees', () => {
    const view = open(SOLVER)
    view.search('solver\\.c', true)
    view.expand(1, true, false)
    const index = view.findMatch(view.rowCount, -1)
    expect(view.window(index!, 1).rows[0]!.label).toBe('solver.c:131')
  })

  it('rejects an invalid regular expression in one line', () => {
    expect(() => open(SOLVER).search('(', true)).toThrow(/is no regular expression/)
  })

  it('follows the largest waste down to its link and through it to the killer', () => {
    const view = open(SOLVER)
    const index = view.hotPath(0)
    expect(view.window(index, 1).rows[0]).toMatchObject({ kind: 'instruction', label: 'mov 1', heaviestPair: 0 })
    expect(labels(view).slice(index - 4, index + 1)).toEqual(['fill solver.c:131', 'main', 'fill', 'solver.c:131', 'mov 1'])
  })

  it('follows the hot path only while a child has the required share', () => {
    const view = open(SOLVER)
    expect(view.window(view.hotPath(0, 0.8), 1).rows[0]!.label).toBe('main')
  })

  it('sorts by a formula, rows without a value last, and rejects an invalid one', () => {
    const view = open(
      ['a KILLED_BY 6/3', 'b KILLED_BY 4/1', 'c USED_BY 9/9']
        .map((row) => row.split(' '))
        .map(([name, relation, amount]) => `main m.c:1 > ${name} a.c:1 ${relation} main m.c:2 ${amount}`)
        .join('\n'),
    )
    view.expand(1, true, false)
    view.sort({ column: 'formula', formula: 'waste / traps', descending: true }, null)
    expect(labels(view).slice(2)).toEqual(['b', 'a', 'c', 'm.c:2'])
    view.sort({ column: 'formula', formula: 'percent(use) - percent(waste)', descending: true }, null)
    expect(labels(view).slice(2)).toEqual(['c', 'm.c:2', 'b', 'a'])
    expect(() => view.sort({ column: 'formula', formula: 'percent(waste / use)', descending: true }, null)).toThrow('A percentage of a ratio has no meaning')
    view.expand(1, false, false)
    view.expand(1, true, false)
    expect(labels(view).slice(2)).toEqual(['c', 'm.c:2', 'b', 'a'])
  })

  it('goes back step by step from subtrees shown alone', () => {
    const view = open(SOLVER)
    view.expand(0, true, true)
    view.focus(labels(view).indexOf('init'))
    view.focus(labels(view).indexOf('set'))
    view.focus(0)
    expect(view.window(0, 9)).toMatchObject({ focus: 'set', focusPath: ['init', 'set'], rowCount: 3 })
    expect(view.unfocus(1)).toBe(1)
    expect(view.window(0, 9)).toMatchObject({ focus: 'init', focusPath: ['init'], rowCount: 4 })
    expect(view.unfocus(0)).toBe(2)
    expect(view.window(0, 0).focusPath).toEqual([])
  })

  it('breaks ties in one column by the previously sorted column', () => {
    const view = open(['b 5/1', 'c 5/2', 'a 7/1'].map((row) => `main m.c:1 > ${row.split(' ')[0]} a.c:1 KILLED_BY main m.c:2 ${row.split(' ')[1]}`).join('\n'))
    view.expand(1, true, false)
    view.sort({ column: 'name', descending: true }, null)
    expect(labels(view).slice(2)).toEqual(['m.c:2', 'c', 'b', 'a'])
    view.sort(BY_WASTE, null)
    expect(labels(view).slice(2)).toEqual(['a', 'c', 'b', 'm.c:2'])
    view.sort({ column: 'traps', descending: true }, null)
    expect(labels(view).slice(2)).toEqual(['c', 'a', 'b', 'm.c:2'])
  })

  it('shows lost callers as a row of their own', () => {
    const view = open('(callers unknown) > work a.c:3 KILLED_BY (deeper callers cut) > work a.c:4 5')
    view.expand(0, true, true)
    expect(printTree(view)).toMatchInlineSnapshot(`
      "
      ▾ ./solver 5/0
        ▾ (callers unknown) 5/0
          ▾ work 5/0 own 5/0
            ▾ a.c:3 5/0 own 5/0
              ▸ mov 0 5/0 own 5/0
        ▾ (deeper callers cut) 0/0
          ▾ work 0/0
            ▾ a.c:4 0/0
              ▸ mov 1 0/0
      "
    `)
  })

  it('shows the rows, sums and links of one tool only', () => {
    const table = `
      main main.c:1 > store a.c:1   KILLED_BY                        main main.c:2 > kill a.c:2   70
      main main.c:1 > store a.c:1   silent-stores:REDUNDANT_WITH     main main.c:3 > same a.c:3   20
      main main.c:1 > store a.c:1   silent-stores:CHANGED_BY         main main.c:3 > same a.c:3   5
      main main.c:4 > load a.c:4    reuse-distance:REUSED_BY         main main.c:4 > load a.c:4   9
    `
    const loaded = loadProfile({ ...profileFromStacks(table), codeAt: () => null })
    const printed = (tool: Tool): string => {
      const view = new TreeView(new TopDownModel(withTool(loaded, tool)), BY_WASTE)
      view.expand(0, true, true)
      for (let row = view.rowCount - 1; row >= 0; row--) if (labels(view)[row]!.startsWith('mov')) view.expand(row, true, false)
      expect(view.search('kill', false)).toBe(tool === 'dead-stores' ? 1 : 0)
      return printTree(view).replaceAll(' *', '')
    }
    expect(printed('silent-stores')).toMatchInlineSnapshot(`
      "
      ▾ ./solver 20/5
        ▾ main 20/5
          ▾ store @main.c:1 20/5 own 20/5
            ▾ a.c:1 20/5 own 20/5
              ▾ mov 0 20/5 own 20/5
                ▸ →REDUNDANT_WITH same a.c:3 20/0
          ▾ same @main.c:3 0/0
            ▾ a.c:3 0/0
              ▾ mov 2 0/0
                ▸ ←REDUNDANT_WITH store a.c:1 20/0
      "
    `)
    expect(printed('reuse-distance')).toMatchInlineSnapshot(`
      "
      ▾ ./solver 0/9
        ▾ main 0/9
          ▾ load @main.c:4 0/9 own 0/9
            ▾ a.c:4 0/9 own 0/9
              ▾ mov 3 0/9 own 0/9
                ▸ →REUSED_BY load a.c:4 0/9
                ▸ ←REUSED_BY load a.c:4 0/9
      "
    `)
    expect(printed('dead-stores')).toContain('main 70/0')
  })

  it('walks a tree deeper than any call stack', () => {
    const deep = Array.from({ length: 30_000 }, () => 'f a.c:1').join(' > ')
    const view = open(`${deep} KILLED_BY ${deep} 1`)
    view.expand(0, true, true)
    expect(view.rowCount).toBe(30_003)
    expect(view.window(30_002, 1).rows[0]).toMatchObject({ label: 'mov 0', depth: 30_002 })
  })
})

describe('a million rows', () => {
  it('open, page to the last one and sort', () => {
    const length = 1_000_000
    const base = profileFromStacks('main main.c:1 KILLED_BY main main.c:2 1')
    const column = (value: (row: number) => number): Int32Array => Int32Array.from({ length }, (_, row) => (row === 0 ? -1 : value(row)))
    const nodes = {
      length,
      parent: column((row) => (row % 1000 === 1 ? 0 : row - ((row - 1) % 1000))),
      kind: Uint8Array.from(
        column((row) => (row === 0 ? 0 : 1)),
        (kind) => Math.max(0, kind),
      ),
      functionIndex: column(() => 0),
      file: column(() => 0),
      line: column((row) => row),
      address: new Float64Array(length),
      instruction: new Int32Array(length).fill(-1),
    }
    const loaded = loadProfile({ ...base, nodes, pairs: { ...base.pairs, source: Int32Array.of(length - 1), target: Int32Array.of(1) }, codeAt: () => null })
    const view = new TreeView(new TopDownModel(loaded), BY_WASTE)
    view.expand(0, true, true)
    expect(view.rowCount).toBe(length)
    const last = view.window(length - 50, 50).rows
    expect(last.map((row) => row.index)).toEqual(Array.from({ length: 50 }, (_, i) => length - 50 + i))
    expect(last.every((row) => row.depth === 2 && row.label === 'main')).toBe(true)
    view.sort({ column: 'wasteInclusive', descending: false }, null)
    expect(view.window(length - 1, 1).rows[0]).toMatchObject({ metrics: { wasteInclusive: 1 } })
  })
})

describe('bottom-up', () => {
  it('keeps call sites apart and counts recursion once per path', () => {
    const view = open(
      `
      main main.c:1 > f f.c:5 > f f.c:9   KILLED_BY  main main.c:2 > g g.c:1   10
      main main.c:1 > f f.c:9             KILLED_BY  main main.c:2 > g g.c:1   3
      main main.c:3 > f f.c:9             KILLED_BY  main main.c:2 > g g.c:1   1
    `,
      'bottom-up',
    )
    view.expand(labels(view).indexOf('f'), true, true)
    expect(printTree(view)).toMatchInlineSnapshot(`
      "
      · main 14/0
      ▾ f 14/0 own 14/0
        · main @main.c:1 13/0 own 3/0
        ▾ f @f.c:5 10/0 own 10/0
          · main @main.c:1 10/0 own 10/0
        · main @main.c:3 1/0 own 1/0
      "
    `)
  })
})

describe('flat', () => {
  it('sums by module, file, function and line, calls included in their line', () => {
    const view = open(
      `
      main main.c:41 > lib!fill fill.c:7            KILLED_BY  main main.c:42   8
      main main.c:41 > lib!fill fill.c:8            USED_BY    main main.c:42   4
      main main.c:42                                KILLED_BY  main main.c:42   1
    `,
      'flat',
    )
    for (let index = 0; index < view.rowCount; index++) view.expand(index, true, false)
    expect(printTree(view)).toMatchInlineSnapshot(`
      "
      ▾ solver 9/4 own 1/0
        ▾ main.c 9/4 own 1/0
          ▾ main 9/4 own 1/0
            · main.c:41 8/4
            · main.c:42 1/0 own 1/0
      ▾ lib 8/4 own 8/4
        ▾ fill.c 8/4 own 8/4
          ▾ fill 8/4 own 8/4
            · fill.c:7 8/0 own 8/0
            · fill.c:8 0/4 own 0/4
      "
    `)
  })

  it('reveals the line of a tree node', () => {
    const view = open(SOLVER, 'flat')
    const { rows } = view.window(view.reveal(4, null)!, 1)
    expect(rows[0]).toMatchObject({ kind: 'line', label: 'set.h:5' })
  })
})
