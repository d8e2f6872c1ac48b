import { describe, expect, it } from 'vitest'
import type { Profile } from '../../../../shared/profile/profile.ts'
import { UNOBSERVED } from '../../../../shared/progress.ts'
import type { TreeKind, TreeShape } from '../../../../shared/rpc/trees.ts'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { loadProfile } from '../loaded_profile.ts'
import { shapedModel, shapedProfile } from './shaped_model.ts'
import { printTree } from '../trees/tree_print.testing.ts'
import { TreeView } from '../trees/tree_view.ts'

const RECURSIVE = `
  main main.c:1 > walk tree.c:3 > lib!visit lib.c:7 > walk tree.c:4 > walk tree.c:5   KILLED_BY   main main.c:1 > walk tree.c:9   8
  main main.c:1 > walk tree.c:5                                                       KILLED_BY   main main.c:2 > lib!free lib.c:2 > lib!put lib.c:9   4
  main main.c:1 > walk tree.c:3 > lib!visit lib.c:8 > lib!put lib.c:9                 USED_BY     main main.c:1 > walk tree.c:9   2
`

function open(shape: TreeShape, kind: TreeKind = 'top-down', change: (profile: Profile) => Profile = (profile) => profile): TreeView {
  const loaded = shapedProfile(loadProfile(change({ ...profileFromStacks(RECURSIVE), codeAt: () => null })), shape)
  return new TreeView(shapedModel(kind, loaded, shape), { column: 'wasteInclusive', descending: true })
}

function printed(shape: TreeShape, kind: TreeKind = 'top-down'): string {
  const view = open(shape, kind)
  for (let index = 0; index < view.rowCount; index++) {
    const { kind: rowKind } = view.window(index, 1).rows[0]!
    if (rowKind !== 'line') view.expand(index, true, false)
  }
  return printTree(view)
}

describe('transforms', () => {
  it('collapse recursion into the outermost frame', () => {
    expect(printed({ transforms: [{ kind: 'collapse-recursion', name: 'walk' }] })).toMatchInlineSnapshot(`
      "
      ▾ ./solver 12/2
        ▾ main 12/2
          ▾ walk @main.c:1 12/2 own 12/0
            ▸ tree.c:5 12/0 own 12/0
            ▾ visit @tree.c:3 0/2
              ▾ put @lib.c:8 0/2 own 0/2
                ▸ lib.c:9 0/2 own 0/2
            ▸ tree.c:9 0/0
          ▾ free @main.c:2 0/0
            ▾ put @lib.c:2 0/0
              ▸ lib.c:9 0/0
      "
    `)
  })

  it('merge a function into its callers, unless it has none', () => {
    expect(
      printed({
        transforms: [
          { kind: 'merge-function', name: 'walk' },
          { kind: 'merge-function', name: 'main' },
        ],
      }),
    ).toMatchInlineSnapshot(`
      "
      ▾ ./solver 12/2
        ▾ main 12/2 own 4/0
          ▾ visit @tree.c:3 8/2 own 8/0
            ▸ tree.c:5 8/0 own 8/0
            ▾ put @lib.c:8 0/2 own 0/2
              ▸ lib.c:9 0/2 own 0/2
          ▸ tree.c:5 4/0 own 4/0
          ▸ tree.c:9 0/0
          ▾ free @main.c:2 0/0
            ▾ put @lib.c:2 0/0
              ▸ lib.c:9 0/0
      "
    `)
  })

  it('drop a function with everything in its contexts', () => {
    expect(printed({ transforms: [{ kind: 'drop-function', name: 'visit' }] })).toMatchInlineSnapshot(`
      "
      ▾ ./solver 4/0
        ▾ main 4/0
          ▾ walk @main.c:1 4/0 own 4/0
            ▸ tree.c:5 4/0 own 4/0
            ▸ tree.c:9 0/0
          ▾ free @main.c:2 0/0
            ▾ put @lib.c:2 0/0
              ▸ lib.c:9 0/0
      "
    `)
  })

  it('collapse a module or a folder into one frame, in flat views too', () => {
    const transforms: TreeShape['transforms'] = [{ kind: 'collapse-module', name: '/usr/bin/lib' }]
    expect(printed({ transforms })).toMatchInlineSnapshot(`
      "
      ▾ ./solver 12/2
        ▾ main 12/2
          ▾ walk @main.c:1 12/2 own 4/0
            ▾ [lib] @tree.c:3 8/2 own 0/2
              ▾ walk @lib.c:7 8/0
                ▾ walk @tree.c:4 8/0 own 8/0
                  ▸ tree.c:5 8/0 own 8/0
              ▸ lib.c:9 0/2 own 0/2
            ▸ tree.c:5 4/0 own 4/0
            ▸ tree.c:9 0/0
          ▾ [lib] @main.c:2 0/0
            ▸ lib.c:9 0/0
      "
    `)
    expect(printed({ transforms }, 'flat')).toContain('[lib] 8/2 own 0/2')
  })

  it('find the current place of a node of the profile, unless it was dropped', () => {
    const plain = open({})
    plain.expand(0, true, true)
    const put = plain.window(0, plain.rowCount).rows.find((row) => row.label === 'put' && row.metrics.useInclusive > 0)!.node!
    const view = open({ transforms: [{ kind: 'collapse-recursion', name: 'walk' }] })
    expect(view.window(view.reveal(put, null)!, 1).rows[0]).toMatchObject({ label: 'put' })
    expect(view.window(0, 1).rows[0]!.node).toBeUndefined()
    for (const kind of ['top-down', 'bottom-up', 'flat'] as const)
      expect(open({ transforms: [{ kind: 'drop-function', name: 'visit' }] }, kind).reveal(put, null)).toBeNull()
  })
})

describe('blame', () => {
  const sums = (view: TreeView): Record<string, string> => {
    view.expand(0, true, true)
    return Object.fromEntries(
      view
        .window(0, view.rowCount)
        .rows.filter((row) => row.kind === 'function')
        .map((row) => [row.label, `${row.metrics.wasteInclusive}/${row.metrics.useInclusive}`]),
    )
  }

  it('charges the later access, or the common function, without use', () => {
    expect(sums(open({ blame: 'later' }))).toMatchObject({ main: '12/0', free: '4/0', put: '4/0' })
    const view = open({ blame: 'ancestor' })
    view.expand(1, true, false)
    expect(view.window(1, 2).rows.map(({ label, metrics }) => [label, metrics.wasteInclusive, metrics.wasteExclusive])).toEqual([
      ['main', 12, 4],
      ['walk', 8, 8],
    ])
  })

  it('charges the call that allocated the data, or the program if that is unknown', () => {
    const withObjects = (profile: Profile): Profile => ({
      ...profile,
      objects: [{ name: 'block', module: -1, kind: null, bytes: 8, allocation: profile.pairs.target[1]!, loads: {} }],
      pairs: { ...profile.pairs, object: Int32Array.of(0, -1, 0) },
    })
    const view = open({ blame: 'object' }, 'top-down', withObjects)
    view.expand(0, true, true)
    const rows = view.window(0, view.rowCount).rows
    expect(rows[0]!.metrics).toMatchObject({ wasteInclusive: 12, useInclusive: 0 })
    expect(rows.find((row) => row.label === 'free')!.metrics.wasteInclusive).toBe(8)
    expect(rows.find((row) => row.label === 'main')!.metrics.wasteInclusive).toBe(8)
  })

  it('is of some threads only', () => {
    const withThreads = (profile: Profile): Profile => ({
      ...profile,
      threadShares: {
        length: 3,
        pair: Int32Array.of(0, 0, 1),
        thread: Int32Array.of(0, 1, 1),
        amount: Float64Array.of(6, 2, 4),
        traps: Float64Array.of(3, 1, 4),
      },
    })
    const of = (threads: number[]): unknown => open({ threads }, 'top-down', withThreads).window(0, 1).rows[0]!.metrics
    expect(of([0])).toMatchObject({ wasteInclusive: 6, useInclusive: 0, traps: 3 })
    expect(of([1])).toMatchObject({ wasteInclusive: 6, traps: 5 })
    expect(of([])).toMatchObject({ wasteInclusive: 0 })
  })
})

it('a share in a formula is of the whole run in every shape of the tree: rows are sorted by the displayed values', () => {
  const loaded = loadProfile({
    ...profileFromStacks('main m.c:1 > a a.c:1 KILLED_BY main m.c:2 > b b.c:1 30/3\nmain m.c:1 > c c.c:1 USED_BY main m.c:2 > b b.c:1 70/7'),
    codeAt: () => null,
  })
  const blamed = shapedModel('flat', shapedProfile(loaded, { blame: 'later' }), {})
  expect(blamed.whole?.()).toEqual({ wasteInclusive: 30, useInclusive: 70, wasteExclusive: 30, useExclusive: 70, traps: 10 })
})

describe('start-up frames', () => {
  const STARTED = `
    _start > libc!__libc_start_main_impl > libc!__libc_start_call_main > main m.c:1 > work m.c:9   KILLED_BY   _start > libc!__libc_start_main_impl > libc!__libc_start_call_main > main m.c:2   6
    libc!__clone3 > libc!start_thread > run m.c:20   KILLED_BY   libc!__clone3 > libc!start_thread > run m.c:21   3
    libc!__GI___clone3 > libc!start_thread l.c:7   KILLED_BY   libc!__clone3 > libc!start_thread > run m.c:21   1
    _start > libc!__libc_start_call_main > main > std::rt::lang_start > std::sys::backtrace::__rust_begin_short_backtrace > core::ops::function::FnOnce::call_once > solver::main r.rs:3   KILLED_BY   libc!__clone3 > libc!start_thread > run m.c:21   2
  `
  const drawn = loadProfile({ ...profileFromStacks(STARTED), codeAt: () => null })
  const rows = (kind: TreeKind, foldStartUp: boolean): string => {
    const view = new TreeView(shapedModel(kind, drawn, { foldStartUp }), { column: 'wasteInclusive', descending: true })
    for (let index = 0; index < view.rowCount; index++) if (view.window(index, 1).rows[0]!.kind !== 'line') view.expand(index, true, false)
    return printTree(view)
  }

  it('are those of threads of C++ and Rust, too', () => {
    // Drawn stacks have no angle brackets in names.
    const names: Record<string, string> = {
      native: 'libstdc++.so.6+0xd4490',
      state: 'std::thread::_State_impl<P>::_M_run()',
      invoke: 'void std::__invoke_impl<void, P>(std::__invoke_other, P&&)',
      invoker: 'std::thread::_Invoker<Q>::operator()()',
      thread: '<std::sys::thread::unix::Thread>::new::thread_start',
      boxed: '<alloc::boxed::Box<dyn core::ops::function::FnOnce<()>> as core::ops::function::FnOnce<()>>::call_once',
      closure: 'std::thread::lifecycle::spawn_unchecked::{{closure}}',
    }
    const stacks = profileFromStacks(`
      libc!start_thread > native > state > ~invoke > ~Pool::run p.cpp:3   KILLED_BY   libc!start_thread > libstdc++.so.6+0x99 > work p.cpp:9   6
      libc!start_thread > thread > ~boxed > ~closure > std::panicking::catch_unwind::do_call > pool::run p.rs:3   KILLED_BY   libc!start_thread > execute_native_thread_routine > ~invoker > late p.cpp:5   2
    `)
    const functions = stacks.functions.map((described) => ({ ...described, name: names[described.name] ?? described.name }))
    const view = new TreeView(shapedModel('top-down', loadProfile({ ...stacks, functions, codeAt: () => null }), { foldStartUp: true }), {
      column: 'wasteInclusive',
      descending: true,
    })
    expect(printTree(view)).toMatchInlineSnapshot(`
      "
      ▾ ./solver 8/0
        ▸ ~Pool::run 6/0 own 6/0
        ▸ pool::run 2/0 own 2/0
        ▸ libstdc++.so.6+0x99 0/0
        ▸ late 0/0
      "
    `)
  })

  it("are those of GNU Fortran's programs, too, although its main stands beside the program", () => {
    const fortran = loadProfile({
      ...profileFromStacks(`
        _start > libc!__libc_start_call_main > main s.f90:9 > solver s.f90:3   KILLED_BY   _start > libc!__libc_start_call_main > main s.f90:9 > solver s.f90:4   6
        _start > libc!__libc_start_call_main > main t.F90:9 > main t.F90:3 > work t.F90:1   KILLED_BY   _start > libc!__libc_start_call_main > c!main m.c:1 > solver m.c:4   2
      `),
      codeAt: () => null,
    })
    const view = new TreeView(shapedModel('top-down', fortran, { foldStartUp: true }), { column: 'wasteInclusive', descending: true })
    expect(printTree(view)).toMatchInlineSnapshot(`
      "
      ▾ ./solver 8/0
        ▸ solver 6/0 own 6/0
        ▸ main 2/0
        ▸ main 0/0
      "
    `)
  })

  it('are folded into the root, with their own costs', () => {
    expect(rows('top-down', true)).toMatchInlineSnapshot(`
      "
      ▾ ./solver 12/0
        ▾ main 6/0
          ▾ work @m.c:1 6/0 own 6/0
            ▸ m.c:9 6/0 own 6/0
          ▸ m.c:2 0/0
        ▾ run 3/0 own 3/0
          ▸ m.c:20 3/0 own 3/0
          ▸ m.c:21 0/0
        ▾ solver::main 2/0 own 2/0
          ▸ r.rs:3 2/0 own 2/0
        ▸ l.c:7 1/0 own 1/0
      "
    `)
  })

  it('are not callers, and not functions unless they have a cost of their own', () => {
    expect(rows('bottom-up', true)).toMatchInlineSnapshot(`
      "
      · main 8/0
      ▾ work 6/0 own 6/0
        · main @m.c:1 6/0 own 6/0
      · start_thread 4/0 own 1/0
      · run 3/0 own 3/0
      · solver::main 2/0 own 2/0
      "
    `)
    expect(rows('flat', true)).toMatchInlineSnapshot(`
      "
      ▾ libc 12/0 own 1/0
        ▾ (file unknown) 12/0 own 1/0
          ▾ start_thread 4/0 own 1/0
            · l.c:7 1/0 own 1/0
      ▾ solver 11/0 own 11/0
        ▾ m.c 11/0 own 9/0
          ▾ main 8/0
            · m.c:1 6/0
          ▾ work 6/0 own 6/0
            · m.c:9 6/0 own 6/0
          ▾ run 3/0 own 3/0
            · m.c:20 3/0 own 3/0
        ▾ r.rs 2/0 own 2/0
          ▾ solver::main 2/0 own 2/0
            · r.rs:3 2/0 own 2/0
      "
    `)
  })

  it('are not named as the callers of what they call', () => {
    const placed = loadProfile({
      ...profileFromStacks(`
        _start s.S:1 > libc!__libc_start_call_main l.c:58 > main m.c:1 > work m.c:9   KILLED_BY   _start s.S:1 > libc!__libc_start_call_main l.c:58 > main m.c:2   6
      `),
      codeAt: () => null,
    })
    const calls = (foldStartUp: boolean): string[] => {
      const view = new TreeView(shapedModel('top-down', placed, { foldStartUp }), { column: 'wasteInclusive', descending: true })
      for (let index = 0; index < view.rowCount; index++) if (view.window(index, 1).rows[0]!.kind !== 'line') view.expand(index, true, false)
      return view
        .window(0, view.rowCount)
        .rows.filter(({ kind }) => kind === 'function')
        .map(({ label, callSite }) => `${label} from ${callSite === null ? 'nowhere' : `${callSite.file}:${callSite.line}`}`)
    }
    expect(calls(true)).toEqual(['main from nowhere', 'work from /src/m.c:1'])
    expect(calls(false)).toContain('main from /src/l.c:58')
  })

  it('are folded in a stripped program too, where the first has no name', () => {
    const stripped = loadProfile({
      ...profileFromStacks(`
        solver+0x2e80 > libc!__libc_start_main_impl > libc!__libc_start_call_main > solver+0x3650 m.c:9   KILLED_BY   solver+0x2e80 > libc!__libc_start_main_impl > libc!__libc_start_call_main > solver+0x3650 m.c:2   6
      `),
      codeAt: () => null,
    })
    const names = (kind: TreeKind): string[] => {
      const view = new TreeView(shapedModel(kind, stripped, { foldStartUp: true }), { column: 'wasteInclusive', descending: true })
      for (let index = 0; index < view.rowCount; index++) if (view.window(index, 1).rows[0]!.kind !== 'line') view.expand(index, true, false)
      return view
        .window(0, view.rowCount)
        .rows.filter(({ kind: of }) => of === 'function')
        .map(({ label }) => label)
    }
    expect(names('top-down')).toEqual(['solver+0x3650'])
    expect(names('bottom-up')).toEqual(['solver+0x3650'])
    expect(names('flat')).toEqual(['solver+0x3650'])
  })

  it('are in trees that do not fold them, and cannot be found in one that does', () => {
    for (const kind of ['top-down', 'bottom-up', 'flat'] as const) expect(rows(kind, false)).toContain('__libc_start_call_main')
    const model = shapedModel('top-down', drawn, { foldStartUp: true })
    expect(model.search((text) => text === '_start', { reached: () => {} } as never)).toBe(0)
    const main = drawn.profile.nodes.functionIndex.findIndex((index, row) => row > 0 && drawn.profile.functions[index]?.name === 'work')
    expect(model.find(main, null)!.map((row) => model.name(row))).toEqual(['./solver', 'main', 'work'])
  })
})

describe('recursive frames', () => {
  const deep = (frames: number): string => Array.from({ length: frames }, () => 'deep m.c:5').join(' > ')
  const drawn = loadProfile({
    ...profileFromStacks(`
      main m.c:1 > ${deep(30)} > leaf m.c:9   KILLED_BY   main m.c:2   6
      main m.c:1 > ${deep(12)} > other m.c:7   KILLED_BY   main m.c:2   3
    `),
    codeAt: () => null,
  })
  const rows = (foldRecursion: boolean): string[] => {
    const view = new TreeView(shapedModel('top-down', drawn, { foldRecursion }), { column: 'wasteInclusive', descending: true })
    for (let index = 0; index < view.rowCount; index++)
      if (!['line', 'instruction'].includes(view.window(index, 1).rows[0]!.kind)) view.expand(index, true, false)
    return view
      .window(0, view.rowCount)
      .rows.filter(({ kind }) => kind !== 'line')
      .map(({ depth, label, metrics }) => `${depth} ${label} ${metrics.wasteInclusive}`)
  }

  it('are one row between the first and the last, with the callees outside the recursion below it', () => {
    expect(rows(true)).toEqual(['0 ./solver 9', '1 main 9', '2 deep 9', '3 28 recursive frames of deep 9', '4 deep 6', '5 leaf 6', '4 other 3'])
    expect(rows(false)).toHaveLength(34)
  })

  it("are one row of callers in bottom-up trees, with the first one's callers below it", () => {
    const callers = (foldRecursion: boolean): string[] => {
      const view = new TreeView(shapedModel('bottom-up', drawn, { foldRecursion }), { column: 'wasteExclusive', descending: true })
      view.expand(0, true, true)
      return view
        .window(0, view.rowCount)
        .rows.filter(({ depth, index }) => depth > 0 || index === 0)
        .map(({ depth, label }) => `${depth} ${label}`)
    }
    expect(callers(true)).toEqual(['0 leaf', '1 deep', '2 up to 29 recursive frames of deep', '3 main'])
    expect(callers(false)).toHaveLength(32)
  })

  it('are on the path to the rows below them', () => {
    const model = shapedModel('top-down', drawn, { foldRecursion: true })
    const { nodes, functions } = drawn.profile
    const rowOf = (name: string, nth = 0): number => Array.from(nodes.kind.keys()).filter((row) => functions[nodes.functionIndex[row]!]?.name === name)[nth]!
    const labels = (node: number): string[] => model.find(node, null)!.map((row) => model.describe(row).label)
    expect(labels(rowOf('leaf'))).toEqual(['./solver', 'main', 'deep', '28 recursive frames of deep', 'deep', 'leaf'])
    expect(labels(rowOf('other'))).toEqual(['./solver', 'main', 'deep', '28 recursive frames of deep', 'other'])
    // One of them has no row of its own.
    expect(labels(rowOf('deep', 5))).toEqual(['./solver', 'main', 'deep', '28 recursive frames of deep'])
    expect(
      model.search(
        Object.assign((text: string) => text === 'leaf', {}),
        UNOBSERVED,
      ),
    ).toBe(1)
    expect(model.find(rowOf('deep'), null)!.every((row) => model.matchesBelow(row))).toBe(true)
    expect(model.matchesBelow(model.find(rowOf('deep', 5), null)!.at(-1)!)).toBe(true)
  })
})
