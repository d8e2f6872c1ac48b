/** How a run that counted every access is presented: exact numbers, several tools side by side, scopes, objects. */
import { describe, expect, it } from 'vitest'
import { TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import { LOOP } from '../../shared/profile/tables.ts'
import { totalsTable, type TotalsRow } from '../profile/drawn_totals.testing.ts'
import { profileFromStacks } from '../profile/profile_from_stacks.testing.ts'
import { renderReport } from './render_report.testing.ts'
import { buildReport } from './report.ts'
import type { ReportView } from './text/report_text.ts'

/** set's stores are half dead, a third silent; get's loads of a heap block repeat, in a loop that was measured. */
function counted(): ProfileTables {
  const drawn = profileFromStacks(`
    main main.c:41 > set set.h:5                           KILLED_BY                        main main.c:44 > fill solver.c:131        400/50
    main main.c:41 > set set.h:5                           silent-stores:REDUNDANT_WITH     main main.c:44 > fill solver.c:131        200/25
    main main.c:41 > loop main.c:40 > get get.h:7          redundant-loads:REDUNDANT_WITH   main main.c:41 > loop main.c:40 > get get.h:7   90/9
    main main.c:41 > loop main.c:40 > get get.h:7          spatial-loads:REDUNDANT_WITH     main main.c:41 > loop main.c:40 > get get.h:7   24/3
  `)
  const { pairs, nodes } = drawn
  const [set, , get] = Array.from(pairs.source)
  const row = (
    node: number,
    tool: (typeof TOOLS)[number],
    accessed: number,
    waste: number,
    rest: Partial<Record<'freed' | 'unfinished' | 'first' | 'interleaved', number>> = {},
  ): TotalsRow => {
    const { freed = 0, unfinished = 0, interleaved = 0, first = 0 } = rest
    return {
      node,
      tool: TOOLS.indexOf(tool),
      instances: accessed / 8,
      accessed,
      use: accessed - waste - freed - unfinished - interleaved,
      freed,
      unfinished,
      interleaved,
      first,
      waiting: 0,
    }
  }
  const rows = [
    row(set!, 'dead-stores', 800, 416, { freed: 40, unfinished: 8, interleaved: 4, first: 64 }),
    row(set!, 'silent-stores', 800, 200, { first: 200 }),
    row(get!, 'redundant-loads', 120, 90),
    row(0, 'spatial-loads', 96, 32),
  ]
  return {
    ...drawn,
    run: {
      ...drawn.run,
      engine: 'exhaustive',
      transport: null,
      driver: 'accesses',
      unit: 'bytes',
      period: 1,
      tools: ['dead-stores', 'silent-stores', 'redundant-loads', 'spatial-loads'],
    },
    counters: [
      { name: 'loads', value: 15, description: 'loads measured (exhaustive)' },
      { name: 'stores', value: 100, description: 'stores measured (exhaustive)' },
      { name: 'load_bytes', value: 120, description: 'bytes loaded (exhaustive)' },
    ],
    threads: [
      {
        rank: null,
        process: 1,
        thread: 1,
        name: 'main',
        cpuTime: 1e9,
        coverage: null,
        samples: 0,
        tools: { 'dead-stores': { traps: 50, waste: 400, use: 332 } },
      },
    ],
    objects: [
      {
        name: 'heap block of main main.c:39',
        module: -1,
        kind: 'heap',
        bytes: 4096,
        allocation: get!,
        loads: {
          'spatial-loads': { instances: 12, bytes: 96, precise: { instances: 3, bytes: 24 }, approximate: { instances: 1, bytes: 8 }, fraction: 1 / 3 },
        },
      },
    ],
    pairs: {
      ...pairs,
      scope: Int32Array.of(-1, -1, nodes.kind.indexOf(LOOP), -1),
      object: Int32Array.of(-1, -1, -1, 0),
      interleavedInstances: Float64Array.of(2, 0, 0, 0),
      interleavedBytes: Float64Array.of(16, 0, 0, 0),
    },
    contextTotals: totalsTable(rows),
  }
}

/** The text below the head. */
const body = (view: ReportView, width = 110): string => {
  const whole = text(view, width)
  return whole.slice(whole.indexOf('\n\n') + 2)
}
const text = (view: ReportView, width = 100, profile = counted()): string => renderReport(profile, { view, format: 'text', top: 5, width })

describe('text', () => {
  it('states that the fractions are exact, and their share of all bytes', () => {
    expect(text('pairs').split('\n').slice(0, 6)).toMatchInlineSnapshot(`
      [
        "./solver input.dat",
        "exhaustive (all accesses) · 10.0 s · 15 loads · 100 stores · exit 0",
        "dead-stores: 54.6 % waste (exact) · waste 400 B · use 332 B · neither 68 B · 50.0 % of all bytes",
        "silent-stores: 25.0 % waste (exact) · waste 200 B · use 600 B · neither 0 B · 25.0 % of all bytes",
        "redundant-loads: 75.0 % waste (exact) · waste 90 B · use 30 B · neither 0 B · 75.0 % of all bytes",
        "spatial-loads: 27.3 % waste (exact) · waste 24 B · use 64 B · neither 0 B · 25.0 % of all bytes",
      ]
    `)
  })

  it('has exact pairs with their instances, scope and interleaving', () => {
    expect(body('pairs')).toMatchInlineSnapshot(`
      "== dead-stores ==

      #1  54.6 % of the total (exact) · waste 400 B, 100 % of all waste · 50 instances ·
          2 more instances with another thread in between
          store          set set.h:5   mov 0
                         ← main main.c:41
          KILLED_BY      fill solver.c:131   mov 1
                         ← main main.c:44
          advice         Finding 1, observed: fill() overwrites most of what set() has just written. The result that
                         set() stores at set.h:5 is overwritten before anything reads it. No rule explains why. Look
                         at both accesses: either the result is only needed at the end or on some paths, or the
                         memory must always hold the newest value for code that rarely runs; check whether nothing
                         reads it between both stores. If so: compute and store it only on the paths that read it,
                         or once at the end if only the last result is read.

      == silent-stores ==

      #1  25.0 % of the total (exact) · waste 200 B, 100 % of all waste · 25 instances · within main main.c:1
          store          set set.h:5   mov 0
                         ← main main.c:41
          REDUNDANT_WITH fill solver.c:131   mov 1
                         ← main main.c:44
          advice         Finding 1, observed: fill() overwrites most of what set() has just written. The result that
                         set() stores at set.h:5 is overwritten before anything reads it. No rule explains why. Look
                         at both accesses: either the result is only needed at the end or on some paths, or the
                         memory must always hold the newest value for code that rarely runs; check whether nothing
                         reads it between both stores. If so: compute and store it only on the paths that read it,
                         or once at the end if only the last result is read.

      == redundant-loads ==

      #1  75.0 % of the total (exact) · waste 90 B, 100 % of all waste · 9 instances · scope loop at main.c:40
          load           get get.h:7   mov 2
          REDUNDANT_WITH get get.h:7   mov 2
          both from      main
          advice         Finding 3, observed: get() loads the same data again, although it has not changed. The
                         memory still holds the value that was loaded before. No rule explains why. Look at both
                         accesses: either the value can be kept from the first load, or the code in between may
                         change it; check whether nothing changes it between both loads. If so: keep the value in a
                         local variable, or do the work that needs it at one time.

      == spatial-loads ==

      #1  27.3 % of the total (exact) · waste 24 B, 100 % of all waste · 3 instances ·
          on heap block of main main.c:39 · within loop at main.c:40
          load           get get.h:7   mov 2
          REDUNDANT_WITH get get.h:7   mov 2
          both from      main
          advice         Finding 2, certain: Neighboring elements of the heap block of main main.c:39 that get()
                         loads have the same value. Compute once for a run of equal elements, or store the value
                         once with a count.
      "
    `)
  })

  it('puts several tools side by side if there is room', () => {
    expect(body('tree')).toMatchInlineSnapshot(`
      "dead-stores       silent-stores     redundant-loads   spatial-loads
         waste   frac.     waste   frac.     waste   frac.     waste   frac.  context
        54.6 %  54.6 %    25.0 %  25.0 %    75.0 %  75.0 %    27.3 %  27.3 %  ./solver
        54.6 %  54.6 %    25.0 %  25.0 %    75.0 %  75.0 %    27.3 %       —    main
           0 %       —       0 %       —    75.0 %  75.0 %    27.3 %       —      loop at main.c:40
           0 %       —       0 %       —    75.0 %  75.0 %    27.3 %       —        get  from main.c:41
           0 %       —       0 %       —    75.0 %  75.0 %    27.3 %       —          :7 get.h
        54.6 %  54.6 %    25.0 %  25.0 %       0 %       —       0 %       —      set  from main.c:41
        54.6 %  54.6 %    25.0 %  25.0 %       0 %       —       0 %       —        :5 set.h
      "
    `)
    expect(body('flat')).toMatchInlineSnapshot(`
      "dead-stores       silent-stores     redundant-loads   spatial-loads
         waste   frac.     waste   frac.     waste   frac.     waste   frac.  function, own lines
           0 %       —       0 %       —    75.0 %  75.0 %    27.3 %       —  get  get.h:1
        54.6 %  54.6 %    25.0 %  25.0 %       0 %       —       0 %       —  set  set.h:1
           0 %       —       0 %       —       0 %       —       0 %       —  main  main.c:1
      "
    `)
  })

  it('puts them one after another if there is none', () => {
    const lines = text('tree', 60).split('\n')
    expect(lines.filter((line) => line.startsWith('=='))).toEqual(['== dead-stores ==', '== silent-stores ==', '== redundant-loads ==', '== spatial-loads =='])
    expect(lines).toContain('  waste    used  own waste  accesses  context')
  })

  it('states where all bytes went', () => {
    expect(body('stats')).toMatchInlineSnapshot(`
      "tool             fraction  over all  accessed  waste    use  unfinished  freed  interleaved  first
      dead-stores        54.6 %    50.0 %     800 B  400 B  332 B         8 B   40 B         20 B   64 B
      silent-stores      25.0 %    25.0 %     800 B  200 B  600 B         0 B    0 B          0 B  200 B
      redundant-loads    75.0 %    75.0 %     120 B   90 B   30 B         0 B    0 B          0 B    0 B
      spatial-loads      27.3 %    25.0 %      96 B   24 B   64 B         0 B    0 B          0 B    0 B

      machine       laptop

      count  counter     meaning
         15  loads       loads measured (exhaustive)
        100  stores      stores measured (exhaustive)
        120  load_bytes  bytes loaded (exhaustive)
      "
    `)
  })

  it('has no table of waste if only values were profiled', () => {
    const { run, pairs, contextTotals, ...profile } = counted()
    const none = <T extends { length: number }>(table: T): T => ({ ...table, length: 0 })
    const lines = text('stats', 100, { ...profile, run: { ...run, tools: ['values'] }, pairs: none(pairs), contextTotals: none(contextTotals) })
    expect(lines).not.toContain('fraction')
    expect(lines).toContain('\n\ncount  counter     meaning\n')
  })

  it('lists the redundancy of each object', () => {
    expect(body('objects')).toMatchInlineSnapshot(`
      "waste  of its loads  loads   size  instances  pairs  object
       24 B        33.3 %     12  4 KiB          3      1  heap block of main main.c:39
      "
    `)
  })

  it('has no samples of threads', () => {
    expect(body('threads')).toMatchInlineSnapshot(`
      "process  thread  cpu time  tool         instances  waste    use  fraction  name
            1       1    1.00 s  dead-stores         50  400 B  332 B    54.6 %  main
      "
    `)
  })

  it('calls the numbers of bursty runs those of the windows', () => {
    const profile = counted()
    const lines = text('stats', 100, { ...profile, run: { ...profile.run, windows: { on: 1e6, off: 99e6, covered: 0.01 } } })
    expect(lines).toContain('windows of 1.0 % of the instructions')
    expect(lines).toContain('of the windows · waste 400 B')
    expect(lines).not.toContain('(exact)')
  })
})

describe('JSON', () => {
  it('has the data that only counting has', () => {
    const { pairs, totals, objects } = buildReport(counted(), { top: 9 })
    expect(pairs[0]).toMatchObject({
      tool: 'dead-stores',
      exact: true,
      ci95: null,
      fewSamples: false,
      scope: null,
      scopeKind: null,
      interleaved: { instances: 2, bytes: 16 },
      threads: [{ share: 1 }],
    })
    expect(pairs[2]).toMatchObject({ tool: 'redundant-loads', fewSamples: false, scope: 'loop at main.c:40', scopeKind: 'measured', comparison: 'precise' })
    expect(pairs[1]).toMatchObject({ tool: 'silent-stores', scopeKind: 'static' })
    expect(totals['dead-stores']).toMatchObject({
      waste: 400,
      use: 332,
      unaccounted: 68,
      exact: true,
      counted: { accessed: 800, overAll: 0.5, first: 64, freed: 40, interleaved: 20, unfinished: 8 },
    })
    expect(objects[0]).toMatchObject({ kind: 'heap', bytes: 4096, waste: 24, use: 64, loads: { fraction: 1 / 3 } })
    expect(objects[0]!.allocation?.at(-1)).toMatchObject({ function: 'get', line: 7 })
  })

  it('has functions with every tool', () => {
    const { functions } = JSON.parse(renderReport(counted(), { view: 'pairs', format: 'json', top: 1, width: 80 })) as ReturnType<typeof buildReport>
    expect(functions).toHaveLength(1)
    expect(functions![0]).toMatchObject({ function: 'get', tools: { 'redundant-loads': { wasteExclusive: 90, fractionExclusive: 0.75, traps: 15 } } })
  })
})

it('is written as CSV with scope, interleaving and loads of objects', () => {
  const lines = (view: ReportView): string[] => renderReport(counted(), { view, format: 'csv', top: 9, width: 80 }).split('\r\n')
  expect(lines('pairs')[1]).toMatch(/,,,2,16,[^,]/)
  expect(lines('pairs')[3]).toMatch(/,loop at main\.c:40,measured,0,0,"get\(\) loads the same data again/)
  expect(lines('objects')[1]).toBe('heap block of main main.c:39,,spatial-loads,24,64,3,1,heap,4096,main > get,12,96,3,24,1,8,0.3333333333333333')
})
