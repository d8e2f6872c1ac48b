import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { ComparedRuns } from '../../../shared/compare/compared_runs.ts'
import type { ComparedObject, ComparedPair } from '../../../shared/comparison.ts'
import { SeededRandom } from '../../../shared/metrics/statistics/random.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { FUNCTION, LOOP } from '../../../shared/profile/tables.ts'
import type { RunDescription } from '../../../shared/run.ts'
import { openProfile, type OpenedProfile } from '../../profile/open_profile.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import { ALL_WASTE } from './build_comparison.ts'
import { comparedObjects } from './compared_objects.ts'
import { comparisonHead, requireComparable } from './comparison_head.ts'
import { comparedPairRows } from './pair_rows.ts'

/** Counts of the exhaustive engine, without randomness. */
const EXACT: Partial<RunDescription> = { engine: 'exhaustive', driver: 'accesses', unit: 'bytes', transport: null }

function exact(stacks: string): ProfileTables {
  const profile = profileFromStacks(stacks)
  return { ...profile, run: { ...profile.run, ...EXACT } }
}

function sampled(stacks: string): ProfileTables {
  return profileFromStacks(stacks)
}

function comparedText(old: ProfileTables, recent: ProfileTables, texts?: ConstructorParameters<typeof ComparedRuns>[1]): string[] {
  const runs = new ComparedRuns({ old, new: recent }, texts)
  const { pairs } = comparedPairRows(runs, 'dead-stores', 'run', ALL_WASTE, null, { column: 'largest', descending: true })
  return Array.from(pairs, (pair) => pairText(runs.pairs.row(pair, 1)))
}

function pairText({ status, moved, source, target, waste }: ComparedPair): string {
  return `${status}${moved ? ` moved(${moved})` : ''} ${source.function}:${source.oldLine}→${source.newLine} ${target.function}:${target.oldLine}→${target.newLine} ${waste.old}→${waste.new}`
}

it('is the same of profile files, and holds none of their contexts afterwards', () => {
  const directory = temporaryDirectory()
  mkdirSync(directory, { recursive: true })
  const stacks = {
    old: 'main a.c:5 > init a.c:20   KILLED_BY   main a.c:6 > fill a.c:30   900',
    new: 'main a.c:5 > init a.c:20   KILLED_BY   main a.c:6 > fill a.c:31   70',
  }
  const tables = { old: exact(stacks.old), new: exact(stacks.new) }
  const written = (side: 'old' | 'new'): OpenedProfile => {
    const path = join(directory, `${side}.hagstone`)
    writeProfile(path, tables[side], [])
    return openProfile(path)
  }
  const opened = { old: written('old'), new: written('new') }
  const [old, recent] = [opened.old.profile, opened.new.profile]
  const before = [old.nodes.parent, recent.nodes.parent]
  const runs = new ComparedRuns({ old, new: recent })
  const ofTables = new ComparedRuns(tables)
  const rows = ({ pairs }: ComparedRuns): ComparedPair[] => Array.from({ length: pairs.length }, (_, pair) => pairs.row(pair, 1))
  expect(rows(runs)).toEqual(rows(ofTables))
  expect(runs.totals).toEqual(ofTables.totals)
  expect({ ...runs.tree.nodes }).toEqual({ ...ofTables.tree.nodes })
  // Another array is one that was read again.
  expect([old.nodes.parent === before[0], recent.nodes.parent === before[1]]).toEqual([false, false])
  for (const { close } of Object.values(opened)) close()
})

describe('pairs of two runs', () => {
  it('are unchanged, changed, new and gone', () => {
    expect(
      comparedText(
        exact(`
      main a.c:5 > init a.c:20   KILLED_BY   main a.c:6 > fill a.c:30   900
      main a.c:5 > init a.c:21   KILLED_BY   main a.c:6 > fill a.c:31   800
      main a.c:7 > work a.c:40   KILLED_BY   main a.c:7 > work a.c:41   700
    `),
        exact(`
      main a.c:5 > init a.c:20   KILLED_BY   main a.c:6 > fill a.c:30   900
      main a.c:5 > init a.c:21   KILLED_BY   main a.c:6 > fill a.c:31   80
      main a.c:8 > done a.c:50   KILLED_BY   main a.c:8 > done a.c:51   70
    `),
      ),
    ).toEqual([
      'unchanged init:20→20 fill:30→30 900→900',
      'changed init:21→21 fill:31→31 800→80',
      'gone work:40→null work:41→null 700→0',
      'new done:null→50 done:null→51 0→70',
    ])
  })

  it('are alike whether all are wanted or only the first', () => {
    const random = new SeededRandom(5)
    const stacks = (): string =>
      Array.from({ length: 4000 }, (_, i) => `main a.c:5 > init a.c:${20 + i}   KILLED_BY   main a.c:6 > fill a.c:30   ${1 + random.nextBelow(40)}`).join('\n')
    const runs = new ComparedRuns({ old: exact(stacks()), new: exact(stacks()) })
    const first = (most: number): number[] => [
      ...comparedPairRows(runs, 'dead-stores', 'run', ALL_WASTE, null, { column: 'impact', descending: true, most }).pairs,
    ]
    const all = first(Infinity)
    const change = (pair: number): number => Math.abs(runs.pairs.row(pair, 1).waste.change)
    expect(all).toEqual(Array.from(all).sort((a, b) => change(b) - change(a) || runs.pairs.largest(b, 1) - runs.pairs.largest(a, 1) || a - b))
    expect(first(7)).toEqual(all.slice(0, 7))
  })

  it('are matched where lines were added before them', () => {
    expect(
      comparedText(
        exact('main a.c:5 > init a.c:20   KILLED_BY   main a.c:6 > fill a.c:30   900'),
        exact('main a.c:8 > init a.c:23   KILLED_BY   main a.c:9 > fill a.c:33   900'),
      ),
    ).toEqual(['unchanged moved(lines) init:20→23 fill:30→33 900→900'])
  })

  it('are matched below a new wrapper, and above a removed one', () => {
    const plain = 'main a.c:5 > init a.c:20   KILLED_BY   main a.c:6 > fill a.c:30   900'
    const wrapped = 'main a.c:5 > run a.c:70 > init a.c:20   KILLED_BY   main a.c:5 > run a.c:71 > fill a.c:30   900'
    expect(comparedText(exact(plain), exact(wrapped))).toEqual(['unchanged moved(path) init:20→20 fill:30→30 900→900'])
    expect(comparedText(exact(wrapped), exact(plain))).toEqual(['unchanged moved(path) init:20→20 fill:30→30 900→900'])
  })

  it('are matched when functions are inlined, cloned or in a renamed file', () => {
    expect(
      comparedText(
        exact('main a.c:5 > init.constprop.0 a.c:20   KILLED_BY   main a.c:6 > fill a.c:30   900'),
        exact('main b.c:5 > ~init b.c:20   KILLED_BY   main b.c:6 > fill b.c:30   900'),
      ),
    ).toEqual(['unchanged init:20→20 fill:30→30 900→900'])
  })

  it.each([2, 3, 16, 17, 40])('of one leaf in %i contexts without a common end match in the order of their waste', (count) => {
    const random = new SeededRandom(count)
    // Different amounts in any order; no caller has a counterpart in the other run, nor calls what another one calls.
    const amounts = Array.from({ length: count }, (_, i) => ({ amount: 100 + 10 * i, key: random.nextUnit() }))
    const stacks = (caller: string): string =>
      amounts
        .sort((a, b) => a.key - b.key)
        .map(
          ({ amount }, i) =>
            `main a.c:5 > ${caller}_${i} ${caller}.c:${10 + i} > inner_${caller}_${i} ${caller}.c:${90 + i} > put a.c:20   KILLED_BY   main a.c:6 > fill a.c:30   ${amount}`,
        )
        .join('\n')
    const old = exact(stacks('before'))
    for (const each of amounts) each.key = random.nextUnit()
    const runs = new ComparedRuns({ old, new: exact(stacks('after')) })
    const rows = Array.from({ length: runs.pairs.length }, (_, pair) => runs.pairs.row(pair, 1))
    expect(rows.map(({ moved, waste }) => [moved, waste.old - waste.new])).toEqual(amounts.map(() => ['path', 0]))
  })

  it('of one leaf in several contexts match the context with the longest common end', () => {
    expect(
      comparedText(
        exact(`
      main a.c:5 > a a.c:10 > put a.c:20   KILLED_BY   main a.c:5 > a a.c:11 > put a.c:20   500
      main a.c:6 > b a.c:14 > put a.c:20   KILLED_BY   main a.c:6 > b a.c:15 > put a.c:20   300
    `),
        exact(`
      start a.c:90 > b a.c:14 > put a.c:20   KILLED_BY   start a.c:90 > b a.c:15 > put a.c:20   300
      start a.c:91 > a a.c:10 > put a.c:20   KILLED_BY   start a.c:91 > a a.c:11 > put a.c:20   500
    `),
      ),
    ).toEqual(['unchanged moved(path) put:20→20 put:20→20 500→500', 'unchanged moved(path) put:20→20 put:20→20 300→300'])
  })

  it('are matched by the text of their lines in another function', () => {
    const old = exact('main a.c:2   KILLED_BY   main a.c:3   10')
    const recent = exact('main a.c:9 > helper a.c:5   KILLED_BY   main a.c:9 > helper a.c:6   10')
    const texts = {
      old: 'int main() {\na[0] = 1;\na[0] = 2;\n}',
      new: 'int x;\nvoid other();\n\nvoid helper() {\n  a[0] = 1;\n  a[0] = 2;\n}\nint main() {\n  helper(); }',
    }
    expect(comparedText(old, recent)).toEqual(['gone main:2→null main:3→null 10→0', 'new helper:null→5 helper:null→6 0→10'])
    expect(comparedText(old, recent, () => texts)).toEqual([expect.stringMatching(/^unchanged moved\(/)])
  })

  it('of sampled runs are unchanged within the noise of both intervals', () => {
    const stack = (amount: number, line = 20): string => `main a.c:5 > init a.c:${line}   KILLED_BY   main a.c:6 > fill a.c:30   ${amount}`
    expect(comparedText(sampled(stack(100)), sampled(stack(110)))).toEqual([expect.stringMatching(/^unchanged /)])
    expect(comparedText(sampled(stack(100)), sampled(stack(200)))).toEqual([expect.stringMatching(/^changed /)])
    expect(comparedText(sampled(stack(500)), sampled(`${stack(500)}\n${stack(2, 26)}`))).toEqual([
      expect.stringMatching(/^unchanged /),
      expect.stringMatching(/^unchanged init:null→26/),
    ])
    expect(comparedText(sampled(stack(500)), sampled(`${stack(500)}\n${stack(50, 26)}`))[1]).toMatch(/^new init/)
  })
})

describe('totals of sampled runs', () => {
  it('are uncertain because of their samples, even if nearly all are waste', () => {
    const stacks = (waste: number): ProfileTables => ({
      ...sampled(`main a.c:5   KILLED_BY   main a.c:6   ${waste}\nmain a.c:7   USED_BY   main a.c:8   2`),
      intervals: [{ tool: 'dead-stores', low: 0.985, high: 0.999 }],
    })
    const { waste, fraction } = new ComparedRuns({ old: stacks(234), new: stacks(246) }).compareTotals('dead-stores', 'run')!
    expect(waste).toMatchObject({ change: 12, significance: 'noise' })
    expect(fraction.significance).toBe('noise')
    expect(new ComparedRuns({ old: stacks(234), new: stacks(334) }).compareTotals('dead-stores', 'run')!.waste.significance).toBe('significant')
  })
})

describe('the joint tree', () => {
  it('has what both runs have in one row, and never less in a row than below it', () => {
    const runs = new ComparedRuns({
      old: exact('main a.c:5 > init a.c:20   KILLED_BY   main a.c:6 > fill a.c:30   900'),
      new: exact('main a.c:5 > run a.c:70 > init a.c:20   KILLED_BY   main a.c:6 > fill a.c:30   400'),
    })
    const { nodes } = runs.tree
    const { old, new: recent } = runs.metrics('dead-stores')
    const named = Array.from(
      { length: nodes.length },
      (_, row) =>
        `${runs.names.functions[nodes.functionIndex[row]!]?.name ?? 'root'} ${nodes.kind[row]} ${old.wasteInclusive[row]}→${recent.wasteInclusive[row]}`,
    )
    expect(named).toEqual(['root 0 900→400', 'main 1 900→400', 'fill 1 0→0', 'fill 3 0→0', 'run 1 900→400', 'init 1 900→400', 'init 3 900→400'])
  })

  /** Functions of the joint tree with their waste in both runs. */
  const functionsOf = (old: string, recent: string): string[] => {
    const runs = new ComparedRuns({ old: exact(old), new: exact(recent) })
    const { nodes } = runs.tree
    const metrics = runs.metrics('dead-stores')
    return Array.from({ length: nodes.length }, (_, row) => row)
      .filter((row) => nodes.kind[row] === FUNCTION)
      .map((row) => `${runs.names.functions[nodes.functionIndex[row]!]!.name} ${metrics.old.wasteInclusive[row]}→${metrics.new.wasteInclusive[row]}`)
  }

  it('continues below a function that replaced another one', () => {
    const below = (name: string, amount: number): string =>
      `main a.c:5 > ${name} a.c:70 > run a.c:40 > init a.c:20   KILLED_BY   main a.c:5 > ${name} a.c:70 > run a.c:40 > init a.c:21   ${amount}`
    expect(functionsOf(below('call', 900), below('call_checked', 400))).toEqual([
      'main 900→400',
      'call_checked 900→400',
      'call 900→400',
      'run 900→400',
      'init 900→400',
    ])
  })

  it('keeps functions with different callees apart', () => {
    const below = (name: string, called: string, amount: number): string =>
      `main a.c:5 > ${name} a.c:70 > ${called} a.c:40   KILLED_BY   main a.c:5 > ${name} a.c:70 > ${called} a.c:41   ${amount}`
    expect(functionsOf(below('call', 'run', 900), below('call_checked', 'step', 400)).toSorted()).toEqual([
      'call 900→0',
      'call_checked 0→400',
      'main 900→400',
      'run 900→0',
      'step 0→400',
    ])
  })

  it("finds the function that a long wrapper calls after all of the wrapper's own lines", () => {
    const lines = Array.from({ length: 80 }, (_, line) => `main a.c:5 > run a.c:${100 + line}   KILLED_BY   main a.c:5 > run a.c:${100 + line}   1`).join('\n')
    expect(
      functionsOf(
        'main a.c:5 > init a.c:20   KILLED_BY   main a.c:5 > init a.c:21   900',
        `${lines}\nmain a.c:5 > run a.c:70 > init a.c:20   KILLED_BY   main a.c:5 > run a.c:70 > init a.c:21   400`,
      ),
    ).toEqual(['main 900→480', 'run 900→480', 'init 900→400'])
  })
})

describe('any two runs', () => {
  const random = new SeededRandom(11)
  const pick = (words: string[]): string => words[random.nextBelow(words.length)]!
  const stack = (): string =>
    Array.from({ length: 1 + random.nextBelow(4) }, () => `${pick(['', '~'])}${pick(['a', 'b', 'c', 'd', 'e'])} s.c:${1 + random.nextBelow(9)}`)
      .map((frame, depth) => (depth === 0 ? frame.replace('~', '') : frame))
      .join(' > ')
  const profile = (): ProfileTables =>
    exact(
      Array.from({ length: 1 + random.nextBelow(25) }, () => `${stack()}   ${pick(['KILLED_BY', 'USED_BY'])}   ${stack()}   ${1 + random.nextBelow(90)}`).join(
        '\n',
      ),
    )
  const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0)

  it('have no change if they are equal, and the opposite change if swapped', () => {
    for (let round = 0; round < 150; round++) {
      const [old, recent] = [profile(), profile()]
      expect(comparedText(old, old).filter((text) => !/^unchanged [^m]/.test(text))).toEqual([])
      const [there, back] = [new ComparedRuns({ old, new: recent }), new ComparedRuns({ old: recent, new: old })]
      const [one, other] = [there, back].map((runs) => runs.compareTotals('dead-stores', 'run')!)
      expect(other!.waste.change + one!.waste.change).toBe(0)
      expect(other!.pairs.new - other!.pairs.gone).toBe(one!.pairs.gone - one!.pairs.new)
    }
  })

  it('keep every byte: in pairs, in the joint tree, and in each row at least what is below it', () => {
    for (let round = 0; round < 150; round++) {
      const profiles = { old: profile(), new: profile() }
      const runs = new ComparedRuns(profiles)
      const metrics = runs.metrics('dead-stores')
      for (const side of ['old', 'new'] as const) {
        const { waste } = runs.totals[side]['dead-stores']!
        expect(metrics[side].wasteInclusive[0]).toBe(waste)
        const wasteful = Array.from(runs.pairs.columns[side].amount).filter((_, pair) => !runs.pairs.isUseful(pair))
        expect(sum(wasteful)).toBe(waste)
        const { parent } = runs.tree.nodes
        const below = new Float64Array(parent.length)
        for (let row = 1; row < parent.length; row++) below[parent[row]!]! += metrics[side].wasteInclusive[row]!
        expect(below.every((amount, row) => amount <= metrics[side].wasteInclusive[row]!)).toBe(true)
        expect(runs.tree.rowOf[side].every((row) => row >= 0)).toBe(true)
      }
    }
  })
})

it('objects of sampled runs are as uncertain in their use as in an equal amount of waste', () => {
  const drawn = sampled('main a.c:5   KILLED_BY   main a.c:6   50\nmain a.c:7   USED_BY   main a.c:8   50')
  const profile = {
    ...drawn,
    objects: [{ name: 'counters', module: -1, kind: null, bytes: -1, allocation: -1, loads: {} }],
    pairs: { ...drawn.pairs, object: drawn.pairs.object.map(() => 0) },
  }
  const [{ waste, use }] = comparedObjects(new ComparedRuns({ old: profile, new: profile }), 'dead-stores', 'run') as [ComparedObject]
  expect([waste.old, waste.ci95![0] < 0, use]).toEqual([50, true, waste])
})

describe('runs that cannot be compared', () => {
  it('are rejected in one line', () => {
    expect(() => requireComparable({ old: exact('a a.c:1 KILLED_BY a a.c:2 1'), new: sampled('a a.c:1 KILLED_BY a a.c:2 1') })).toThrow(
      /second run is driven by the clock .*--calibrate/,
    )
    expect(() => requireComparable({ old: sampled('a a.c:1 KILLED_BY a a.c:2 1'), new: sampled('a a.c:1 silent-stores:REDUNDANT_WITH a a.c:2 1') })).toThrow(
      /no tool in common/,
    )
  })
})

describe('loops at lines that cannot be matched', () => {
  /** Rows of loops and calls in the joint tree: which runs have them. */
  function joint(old: string, recent: string): string[] {
    const {
      tree: { nodes, firstOf },
      names: { functions },
    } = new ComparedRuns({ old: exact(old), new: exact(recent) })
    return Array.from({ length: nodes.length }, (_, row) => row)
      .filter((row) => nodes.kind[row] === FUNCTION || nodes.kind[row] === LOOP)
      .map(
        (row) =>
          `${nodes.kind[row] === LOOP ? `loop ${nodes.line[row]}` : functions[nodes.functionIndex[row]!]!.name}${firstOf.old[row]! < 0 ? ' new' : firstOf.new[row]! < 0 ? ' gone' : ''}`,
      )
  }
  const work = (loop: number, called: string): string =>
    `main a.c:5 > work a.c:${loop + 1} > loop a.c:${loop} > ${called} b.c:7   KILLED_BY   main a.c:6 > done a.c:90   900`

  it('are the same loop if they call the same functions, in any order', () => {
    const loops = (old: string): string[] =>
      joint(old, work(33, 'kept'))
        .filter((row) => row.startsWith('loop'))
        .sort()
    expect(loops(`${work(20, 'gone')}\n${work(40, 'kept')}`)).toEqual(['loop 20 gone', 'loop 33'])
    expect(loops(`${work(20, 'kept')}\n${work(40, 'gone')}`)).toEqual(['loop 33', 'loop 40 gone'])
  })

  it('are two loops if they have nothing in common', () => {
    expect(
      joint(work(20, 'before'), work(33, 'after'))
        .filter((row) => row.startsWith('loop'))
        .sort(),
    ).toEqual(['loop 20 gone', 'loop 33 new'])
  })
})

test("a comparison states the whole of a run's shares", () => {
  const stacks = 'main a.c:5 > init a.c:20   KILLED_BY   main a.c:6 > fill a.c:30   900/90'
  const whole = sampled(stacks)
  const counter = (name: string, value: number): ProfileTables['counters'][number] => ({ name, value, description: name })
  const part = { ...whole, counters: [...whole.counters.filter(({ name }) => name !== 'samples'), counter('samples', 16), counter('dropped_system_call', 84)] }
  const runs = new ComparedRuns({ old: whole, new: part })
  expect(runs.compareTotals('dead-stores', 'run')?.measured).toEqual({
    new: { share: 0.16, because: 'a system call came before the next access', little: true },
  })
  expect(new ComparedRuns({ old: whole, new: whole }).compareTotals('dead-stores', 'run')).not.toHaveProperty('measured')
})

test.each([
  ['the same machine', { host: 'ada', processors: { model: 'AMD EPYC', count: 2 } }, false],
  ['more processors', { host: 'ada', processors: { model: 'AMD EPYC', count: 4 } }, true],
  ['another processor', { host: 'ada', processors: { model: 'Intel Xeon', count: 2 } }, true],
  ['processors that are not known', { host: 'ada' }, false],
  ['another name', { host: 'brook', processors: { model: 'AMD EPYC', count: 2 } }, true],
])('that times do not compare is said of runs on different machines: %s', (_, machine, different) => {
  const { processors: _unknown, ...run } = sampled('main a.c:5   KILLED_BY   main a.c:6   10').run
  const on = (machine: Partial<RunDescription>): ProfileTables => ({ ...sampled('main a.c:5   KILLED_BY   main a.c:6   10'), run: { ...run, ...machine } })
  const runs = new ComparedRuns({ old: on({ host: 'ada', processors: { model: 'AMD EPYC', count: 2 } }), new: on(machine) })
  const { notes } = comparisonHead(runs, { old: 'old.hagstone', new: 'new.hagstone' })
  expect(notes.some((note) => note.includes('recorded on different machines'))).toBe(different)
})
