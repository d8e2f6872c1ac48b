import { describe, expect, it } from 'vitest'
import type { FlameGraph, FlameQuestion } from '../../../../shared/rpc/charts.ts'
import { TOOLS } from '../../../../shared/profile/profile.ts'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { flameGraph } from './flame_graph.ts'
import { loadProfile, withTool, type LoadedProfile } from '../loaded_profile.ts'

const TABLE = `
  main main.c:1 > step s.c:1 > init i.c:5   KILLED_BY                  main main.c:2 > fill f.c:7                60
  main main.c:9 > step s.c:2 > init i.c:6   KILLED_BY                  main main.c:2 > step s.c:8 > copy c.c:3   20
  main main.c:2 > fill f.c:7                KILLED_BY                  main main.c:2 > fill f.c:7                15
  main main.c:2 > init i.c:9                USED_BY                    main main.c:2 > fill f.c:7                99
  main main.c:2 > init i.c:9                reuse-distance:REUSED_BY   main main.c:2 > fill f.c:7                8/4
`
const WHOLE: FlameQuestion = { side: 'source', inverted: false, around: null, narrowed: null }
const loaded = loadProfile({ ...profileFromStacks(TABLE), codeAt: () => null })

/** Numbers of the boxes of these names. */
function numbersOf(of: LoadedProfile, wanted: string[]): number[] {
  const { names, numbers } = flameGraph(of, WHOLE)
  return wanted.map((name) => numbers[names.indexOf(name)]!)
}

/** One line per box: depth by indentation, where it begins and ends. */
function drawn(question: Partial<FlameQuestion>, of = loaded): string[] {
  return printed(flameGraph(of, { ...WHOLE, ...question }))
}

function printed({ names, parent, start, amount, pair }: FlameGraph): string[] {
  const depth = (box: number): number => (parent[box]! < 0 ? 0 : 1 + depth(parent[box]!))
  const ofParent = (box: number): number[] => [...names.keys()].filter((other) => parent[other] === box).sort((a, b) => start[a]! - start[b]!)
  const lines = (box: number): string[] => [
    `${'  '.repeat(depth(box))}${names[box] || 'all'} ${start[box]}…${start[box]! + amount[box]!} #${pair[box]}`,
    ...ofParent(box).flatMap(lines),
  ]
  return lines(0)
}

describe('a flame graph', () => {
  it('joins contexts that pass the same functions, neighbours by name, without pairs of use', () => {
    expect(drawn({})).toEqual(['all 0…95 #0', '  main 0…95 #0', '    fill 0…15 #2', '    step 15…95 #0', '      init 15…95 #0'])
  })

  it('grows from the accesses outwards when it is inverted', () => {
    expect(drawn({ inverted: true })).toEqual([
      'all 0…95 #0',
      '  fill 0…15 #2',
      '    main 0…15 #2',
      '  init 15…95 #0',
      '    step 15…95 #0',
      '      main 15…95 #0',
    ])
  })

  it('shows the later accesses, of all pairs or of those through a box of the other side', () => {
    expect(drawn({ side: 'target' })).toEqual(['all 0…95 #0', '  main 0…95 #0', '    fill 0…75 #0', '    step 75…95 #1', '      copy 75…95 #1'])
    const path = numbersOf(loaded, ['main', 'fill'])
    expect(drawn({ side: 'target', narrowed: { side: 'source', inverted: false, path } })).toEqual(['all 0…15 #2', '  main 0…15 #2', '    fill 0…15 #2'])
  })

  it('has callers and callees of one function', () => {
    expect(drawn({ around: 'step' })).toEqual(['all 0…80 #0', '  step 0…80 #0', '    init 0…80 #0'])
    expect(drawn({ around: 'step', inverted: true })).toEqual(['all 0…80 #0', '  step 0…80 #0', '    main 0…80 #0'])
    expect(() => drawn({ around: 'nobody' })).toThrow('The profile has no function nobody')
  })

  it('says of each box how much of what the tool saw there was waste, whatever its width is of', () => {
    const wasted = ({ names, wasted, observed }: FlameGraph): string[] => names.map((name, box) => `${name} ${wasted[box]!.toFixed(3)} of ${observed[box]}`)
    const whole = [' 0.490 of 194', 'main 0.490 of 194', 'fill 1.000 of 15', 'step 1.000 of 80', 'init 1.000 of 80']
    expect(wasted(flameGraph(loaded, WHOLE))).toEqual(whole)
    // init, wherever it is called from, is one box here, and uses 99 of its 179.
    expect(wasted(flameGraph(loaded, { ...WHOLE, inverted: true })).find((text) => text.startsWith('init'))).toBe('init 0.447 of 179')
    expect(wasted(flameGraph(withTool(loaded, 'reuse-distance'), WHOLE))).toEqual([' -1.000 of 0', 'main -1.000 of 0', 'init -1.000 of 0'])
  })

  it('counts what a tool saw without waste in the innermost box around it, never in one of other callers', () => {
    const of = loadProfile({
      ...profileFromStacks(`
        main m.c:1 > fill f.c:1                              KILLED_BY  main m.c:2 > copy c.c:1  60
        main m.c:3 > one o.c:1 > two t.c:1 > fill f.c:1      USED_BY    main m.c:2 > copy c.c:1  30
        main m.c:4 > fill f.c:2 > one o.c:1                  USED_BY    main m.c:2 > copy c.c:1  10
      `),
      codeAt: () => null,
    })
    const { names, wasted, observed } = flameGraph(of, WHOLE)
    expect(names.map((name, box) => `${name} ${wasted[box]!.toFixed(3)} of ${observed[box]}`)).toEqual([
      ' 0.600 of 100',
      'main 0.600 of 100',
      'fill 0.857 of 70',
    ])
  })

  it('takes use that was counted without pairs, as the exhaustive engine does, for use of its context', () => {
    const profile = profileFromStacks('main main.c:1 > init i.c:5   KILLED_BY   main main.c:2 > fill f.c:7   60')
    const [node] = profile.pairs.source
    const counted = { instances: 200, accessed: 100, use: 40, unfinished: 0, freed: 0, interleaved: 0, first: 0, waiting: 0 }
    const columns = Object.fromEntries(Object.entries(counted).map(([name, value]) => [name, Float64Array.of(value)])) as Record<
      keyof typeof counted,
      Float64Array
    >
    const contextTotals = { length: 1, node: Int32Array.of(node!), tool: Uint8Array.of(TOOLS.indexOf('dead-stores')), ...columns }
    const exact = loadProfile({ ...profile, contextTotals, run: { ...profile.run, engine: 'exhaustive' }, codeAt: () => null })
    const { wasted, observed } = flameGraph(exact, WHOLE)
    expect(wasted).toEqual([0.6, 0.6, 0.6])
    expect(observed).toEqual([200, 200, 200])
  })

  it('does not know what later accesses, or a part of the pairs, have used', () => {
    expect(flameGraph(loaded, { ...WHOLE, side: 'target' }).wasted).toEqual([-1, -1, -1, -1, -1])
    const narrowed = { side: 'target' as const, inverted: false, path: [] }
    expect(flameGraph(loaded, { ...WHOLE, narrowed }).wasted[0]).toBe(-1)
  })

  it('has no boxes for start-up frames, as trees have no rows, except an access in one', () => {
    const start = '_start > libc.so.6!__libc_start_main_impl > libc.so.6!__libc_start_call_main > main main.c:1'
    const table = `
      ${start} > init i.c:5                        KILLED_BY  ${start} > fill f.c:7  60
      _start > libc.so.6!__libc_start_main_impl    KILLED_BY  ${start} > fill f.c:7  5
    `
    const of = loadProfile({ ...profileFromStacks(table), codeAt: () => null })
    expect(drawn({}, of)).toEqual(['all 0…65 #0', '  __libc_start_main_impl 0…5 #1', '  main 5…65 #0', '    init 5…65 #0'])
    expect(drawn({ inverted: true }, of)).toEqual(['all 0…65 #0', '  __libc_start_main_impl 0…5 #1', '  init 5…65 #0', '    main 5…65 #0'])
    expect(
      drawn({ side: 'target', narrowed: { side: 'source', inverted: false, path: [of.profile.functions.findIndex(({ name }) => name === 'main')] } }, of),
    ).toEqual(['all 0…60 #0', '  main 0…60 #0', '    fill 0…60 #0'])
    expect(drawn({ around: 'init', inverted: true }, of)).toEqual(['all 0…60 #0', '  init 0…60 #0', '    main 0…60 #0'])
    expect(drawn({ around: '__libc_start_call_main' }, of)[1]).toBe('  __libc_start_call_main 0…60 #0')
  })

  it('has the traps behind each box', () => {
    const { names, traps } = flameGraph(withTool(loaded, 'reuse-distance'), WHOLE)
    expect(names.map((name, box) => `${name} ${traps[box]}`)).toEqual([' 4', 'main 4', 'init 4'])
    for (const inverted of [false, true]) {
      const graph = flameGraph(loaded, { ...WHOLE, inverted })
      expect(graph.traps[graph.names.indexOf('init')]).toBe(graph.traps[0]! - graph.traps[graph.names.indexOf('fill')]!)
      expect(graph.traps[0]).toBe([0, 1, 2].reduce((sum, pair) => sum + loaded.profile.pairs.traps[pair]!, 0))
    }
  })

  it('counts observations if the tool has no waste', () => {
    expect(drawn({}, withTool(loaded, 'reuse-distance'))).toEqual(['all 0…4 #4', '  main 0…4 #4', '    init 0…4 #4'])
  })

  it('omits boxes too narrow to see, and reports their share', () => {
    const rows = Array.from({ length: 50 }, (_, i) => `main m.c:1 > f${i} a.c:${i} KILLED_BY main m.c:2 ${i === 0 ? 1e6 : 1}`)
    const graph = flameGraph(loadProfile({ ...profileFromStacks(rows.join('\n')), codeAt: () => null }), WHOLE)
    expect(printed(graph)).toEqual(['all 0…1000049 #0', '  main 0…1000049 #0', '    f0 0…1000000 #0'])
    expect(graph.leftOut).toBe(49)
  })

  it('inverted, builds nothing on boxes too narrow to see', () => {
    const rows = Array.from(
      { length: 50 },
      (_, i) => `main m.c:1 > outer${i} a.c:1 > inner${i} a.c:2 > f${i} a.c:${i} KILLED_BY main m.c:2 ${i === 0 ? 1e6 : 1}`,
    )
    const graph = flameGraph(loadProfile({ ...profileFromStacks(rows.join('\n')), codeAt: () => null }), { ...WHOLE, inverted: true })
    expect(printed(graph)).toEqual([
      'all 0…1000049 #0',
      '  f0 0…1000000 #0',
      '    inner0 0…1000000 #0',
      '      outer0 0…1000000 #0',
      '        main 0…1000000 #0',
    ])
    expect(graph.leftOut).toBe(49)
  })

  it('has boxes for loops between their function and what runs in them, and none outwards from the accesses', () => {
    const table = `
      main m.c:4 > loop m.c:3 > step s.c:9 > loop s.c:7 > loop s.c:8                       KILLED_BY  main m.c:5 > fill f.c:7  60
      main m.c:6 > loop m.c:3 > step s.c:9 > loop s.c:7 > loop s.c:8                       KILLED_BY  main m.c:5 > fill f.c:7  20
      main m.c:6 > loop m.c:5 > step s.c:9 > loop s.c:7                                    KILLED_BY  main m.c:5 > copy f.c:7  10
      main m.c:7                                                                           KILLED_BY  main m.c:5 > copy f.c:7  5
    `
    const of = loadProfile({ ...profileFromStacks(table), codeAt: () => null })
    expect(drawn({}, of)).toEqual([
      'all 0…95 #0',
      '  main 0…95 #0',
      '    loop at m.c:3 0…80 #0',
      '      step 0…80 #0',
      '        loop at s.c:7 0…80 #0',
      '          loop at s.c:8 0…80 #0',
      '    loop at m.c:5 80…90 #2',
      '      step 80…90 #2',
      '        loop at s.c:7 80…90 #2',
    ])
    const { names, isLoop } = flameGraph(of, WHOLE)
    expect(names.filter((_, box) => isLoop[box])).toEqual(names.filter((name) => name.startsWith('loop at ')))
    expect(drawn({ around: 'step' }, of)).toEqual(['all 0…90 #0', '  step 0…90 #0', '    loop at s.c:7 0…90 #0', '      loop at s.c:8 0…80 #0'])
    expect(drawn({ inverted: true }, of).slice(0, 3)).toEqual(['all 0…95 #0', '  main 0…5 #3', '  step 5…95 #0'])
    expect(drawn({ inverted: true }, of).filter((text) => text.includes('loop'))).toEqual([])
    const narrowed = { side: 'source' as const, inverted: false, path: numbersOf(of, ['main', 'loop at m.c:3']) }
    expect(drawn({ side: 'target', narrowed }, of)).toEqual(['all 0…80 #0', '  main 0…80 #0', '    fill 0…80 #0'])
  })

  it('has the loops of the first and of the last frame of a recursion', () => {
    const calls = Array.from({ length: 40 }, () => 'walk w.c:1 > loop w.c:2').join(' > ')
    const of = loadProfile({ ...profileFromStacks(`main m.c:1 > ${calls} > leaf l.c:1 KILLED_BY main m.c:2 10`), codeAt: () => null })
    expect(drawn({}, of)).toEqual([
      'all 0…10 #0',
      '  main 0…10 #0',
      '    walk 0…10 #0',
      '      loop at w.c:2 0…10 #0',
      '        recursive frames of walk 0…10 #0',
      '          walk 0…10 #0',
      '            loop at w.c:2 0…10 #0',
      '              leaf 0…10 #0',
    ])
  })

  it('has one box for the inner frames of a recursion, however deep, from either end', () => {
    const calls = (depth: number): string => Array.from({ length: depth }, (_, at) => `${at % 2 === 0 ? 'walk' : 'visit'} w.c:1`).join(' > ')
    const rows = [101, 2001, 5].map((depth) => `main m.c:1 > ${calls(depth)} > leaf l.c:1 KILLED_BY main m.c:2 10`)
    const of = loadProfile({ ...profileFromStacks(rows.join('\n')), codeAt: () => null })
    expect(drawn({}, of)).toEqual([
      'all 0…30 #0',
      '  main 0…30 #0',
      '    walk 0…30 #0',
      '      recursive frames of walk 0…20 #0',
      '        walk 0…20 #0',
      '          leaf 0…20 #0',
      '      visit 20…30 #2',
      '        walk 20…30 #2',
      '          visit 20…30 #2',
      '            walk 20…30 #2',
      '              leaf 20…30 #2',
    ])
    expect(drawn({ inverted: true }, of)).toEqual([
      'all 0…30 #0',
      '  leaf 0…30 #0',
      '    walk 0…30 #0',
      '      recursive frames of walk 0…20 #0',
      '        walk 0…20 #0',
      '          main 0…20 #0',
      '      visit 20…30 #2',
      '        walk 20…30 #2',
      '          visit 20…30 #2',
      '            walk 20…30 #2',
      '              main 20…30 #2',
    ])
  })

  it('shows the rows near the whole where there are too many boxes', () => {
    const starts = Array.from({ length: 60 }, (_, i) => `f${i}_`)
    const calls = (name: string): string => Array.from({ length: 400 }, (_, depth) => `${name}${depth} a.c:1`).join(' > ')
    const rows = starts.map((name) => `main m.c:1 > ${calls(name)} KILLED_BY main m.c:2 1`)
    const { names, leftOut } = flameGraph(loadProfile({ ...profileFromStacks(rows.join('\n')), codeAt: () => null }), WHOLE)
    expect(names.length).toBe(20_000)
    expect(starts.filter((name) => !names.includes(`${name}300`))).toEqual([])
    expect(leftOut).toBeGreaterThan(0)
  })
})
