import { describe, expect, it } from 'vitest'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { severalTools } from '../../profile/several_tools.testing.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { amountText, percentText } from '../format.ts'
import { renderReport } from '../render_report.testing.ts'
import { pairsCsv } from '../formats/report_csv.ts'
import type { ReportView } from './report_text.ts'

const SOLVER = profileFromStacks(`
  _start > main main.c:41 > step step.c:3 > init solver.c:117 > ~set set.h:5   KILLED_BY   _start > main main.c:41 > step step.c:4 > fill solver.c:131   90000000/90
  _start > main main.c:41 > step step.c:3 > init solver.c:117 > ~set set.h:5   USED_BY     _start > main main.c:41 > step step.c:4 > fill solver.c:131   10000000/3
  _start > main main.c:44 > libc!memset                                        KILLED_BY   _start > main main.c:45   400000/2
`)

const SEVERAL = severalTools()

const text = (profile: ProfileTables, view: ReportView, width = 100, top = 10): string => `\n${renderReport(profile, { view, format: 'text', top, width })}`

describe('hagstone report', () => {
  it('shows pairs as two chains and says once what both share', () => {
    expect(text(SOLVER, 'pairs')).toMatchInlineSnapshot(`
      "
      ./solver input.dat
      software (time-weighted) · 10.0 s · 100 samples · 0 observations · exit 0
      dead-stores: 90.0 % waste · waste 90.4 ms · use 10.0 ms · unresolved 0 ns

      #1  89.6 % of the total · waste 90.0 ms, 99.6 % of all waste · 90 observations
          store          [inlined] set set.h:5   mov 0
                         ← init solver.c:117
                         ← step step.c:3
          KILLED_BY      fill solver.c:131   mov 1
                         ← step step.c:4
          both from      main ← _start
          advice         Finding 1, observed: fill() overwrites most of what set() has just written. The
                         result that set() stores at set.h:5 is overwritten before anything reads it. No
                         rule explains why. Look at both accesses: either the result is only needed at the
                         end or on some paths, or the memory must always hold the newest value for code
                         that rarely runs; check whether nothing reads it between both stores. If so:
                         compute and store it only on the paths that read it, or once at the end if only
                         the last result is read.

      #2  0.4 % of the total (few samples) · waste 400 µs, 0.4 % of all waste · 2 observations
          store          memset (libc)   mov 2
                         ← main main.c:44
          KILLED_BY      main main.c:45   mov 3
          both from      _start
          advice         Finding 2, observed: main() writes a value at line 44 through memset() and
                         overwrites it at line 45 before it is read. main() initializes memory, and line
                         45 writes it before anything reads it. The measurement does not show why. Look at
                         both accesses: either the initialization is not needed, or only some paths need
                         it; check whether every path writes it before reading it. If so: remove the
                         initialization at main.c:44, or move it to the paths that read it.

      Not shown: 1 useful pair (--json has them).
      "
    `)
  })

  it('shows the tree without insignificant rows', () => {
    expect(text(SOLVER, 'tree')).toMatchInlineSnapshot(`
      "
      ./solver input.dat
      software (time-weighted) · 10.0 s · 100 samples · 0 observations · exit 0
      dead-stores: 90.0 % waste · waste 90.4 ms · use 10.0 ms · unresolved 0 ns

        waste    used  own waste  observations  context
       90.0 %  10.0 %                       95  ./solver
       90.0 %  10.0 %                       95    main
       89.6 %  10.0 %                       93      step  from main.c:41
       89.6 %  10.0 %                       93        init  from step.c:3
       89.6 %  10.0 %     89.6 %            93          [inlined] set  from solver.c:117
       89.6 %  10.0 %     89.6 %            93            :5 set.h
                                                    [1 more, 0.4 %]
      "
    `)
  })

  it('keeps the last name of a long function name in the tree', () => {
    const drawn = profileFromStacks('main m.c:5 > f m.c:20   KILLED_BY   main m.c:5 > f m.c:21   9')
    const named = {
      ...drawn,
      functions: drawn.functions.map((each) =>
        each.name === 'f'
          ? { ...each, name: 'State::SpellcheckNode(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const&)' }
          : each,
      ),
    }
    expect(text(named, 'tree', 80)).toMatch(/ State::SpellcheckNode {2}from m\.c:5\n/)
  })

  it('shows functions by their own waste', () => {
    expect(text(SOLVER, 'flat', 80, 2)).toMatchInlineSnapshot(`
      "
      ./solver input.dat
      software (time-weighted) · 10.0 s · 100 samples · 0 observations · exit 0
      dead-stores: 90.0 % waste · waste 90.4 ms · use 10.0 ms · unresolved 0 ns

      own waste           own use  incl. waste  observations  function
         89.6 %  90.0 ms   10.0 %       89.6 %            93  set  set.h:1
          0.4 %   400 µs      0 %        0.4 %             2  memset  libc
      4 more functions (--top 6 shows all)
      "
    `)
  })

  it('keeps file and line of a place, even if the text beside them is cut', () => {
    const drawn = profileFromStacks('main m.c:5 > f m.c:20   KILLED_BY   main m.c:5 > f m.c:20   9')
    const name = `${'Long'.repeat(40)}::name`
    const named = { ...drawn, functions: drawn.functions.map((each) => (each.name === 'f' ? { ...each, name } : each)) }
    const place = text(named, 'findings', 80)
      .split('\n')
      .find((line) => line.startsWith('    place'))
    expect(place).toMatch(/^ {4}place {6}LongLong.*….*name\(\) m\.c:20$/)
    expect(place!.length).toBeLessThanOrEqual(80)
  })

  it('fits every line into the terminal and leaves out the middle of long chains', () => {
    const deep = Array.from({ length: 40 }, (_, i) => `function_with_a_rather_long_name_${i} a.c:${i + 1}`).join(' > ')
    const lines = text(profileFromStacks(`a > ${deep} KILLED_BY b > ${deep} 9`), 'pairs', 60).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
    expect(lines.filter((line) => line.includes('29 frames'))).toHaveLength(2)
  })

  it('begins with findings, the first three in full, and ends with the largest pairs', () => {
    const drawn = profileFromStacks(
      Array.from({ length: 5 }, (_, i) => `main a.c:1 > f${i} a.c:${10 * i + 1}   KILLED_BY   main a.c:2 > g${i} a.c:${10 * i + 2}   ${50 - i}`).join('\n'),
    )
    const printed = text(drawn, 'findings')
    expect(printed).toContain(`
#1  g0() overwrites everything that f0() has just written
    cost       20.8 % of the stores
    sureness   likely: the cause follows from the machine code of both accesses
    earlier    f0() a.c:1
    later      g0() a.c:2
    why        The result that f0() stores at a.c:1 is overwritten before anything reads it.
    what to do Compute and store it only on the paths that read it, or once at the end if only the
               last result is read.
    evidence   100 % of the stores in line 1 of a.c are overwritten before anything reads them
               (observed: 50 times).
               Both accesses are within main a.c:1.
    seen by    dead-stores: 1 pair in 1 calling context
`)
    expect(printed.match(/^#\d/gm)).toEqual(['#1', '#2', '#3', '#4', '#5'])
    expect(printed).toMatch(/\n#4 {2}19\.6 % of the stores {2,}g3\(\) overwrites everything that f3\(\) has just written\n#5 /)
    expect(printed).toMatch(/\nLargest pairs of accesses .*:\n {2}dead-stores: 20\.8 % of the total, f0 a\.c:1 KILLED_BY g0 a\.c:2\n/)
  })

  it('reports that there are no findings, and why', () => {
    expect(text(profileFromStacks('main USED_BY main 5'), 'findings')).toContain('No findings: no waste was observed.')
    expect(text(profileFromStacks(''), 'findings')).toMatch(/No findings: nothing was measured\.\n\n {0,2}dead-stores: not measured/i)
  })

  it('reports which tools have no findings at all', () => {
    const onlyValues = { ...profileFromStacks('main USED_BY main 5') }
    onlyValues.run = { ...onlyValues.run, tools: ['values'] }
    const printed = text(onlyValues, 'findings')
    expect(printed).toContain('values: this tool has no findings; see its tables.')
    expect(printed).not.toContain('No findings')
  })

  it('reports why there are no pairs', () => {
    const nothing = profileFromStacks('')
    expect(text(nothing, 'pairs')).toMatch(/Not measured: no sampled access was accessed again|Not measured: none of 100 samples/)
    expect(text(nothing, 'tree')).toContain('Not measured: ')
    expect(text(profileFromStacks('main USED_BY main 5'), 'pairs')).toContain(
      'None found in 5 observations; at most 45 % is waste (95 % confidence). 1 useful pair is not shown',
    )
  })

  it('prints every number of a pair as JSON', () => {
    const report = JSON.parse(renderReport(SOLVER, { view: 'pairs', format: 'json', top: 1, width: 80 }))
    expect(report).toMatchObject({
      schema: 'hagstone.report/2',
      totals: { 'dead-stores': { waste: 90_400_000, use: 10_000_000 } },
      pairs: [{ relation: 'KILLED_BY', shareOfTotal: 90 / 100.4, scope: null }],
    })
    expect(report.pairs).toHaveLength(1)
    expect(report.pairs[0].source.at(-1)).toMatchObject({ function: 'set', line: 5, file: '/src/set.h', inlined: true, instruction: expect.any(String) })
  })

  it('reports in JSON what its limit left out, and prints all without a limit', () => {
    const { limit, functions } = JSON.parse(renderReport(SOLVER, { view: 'pairs', format: 'json', top: 1, width: 80 }))
    expect(functions).toHaveLength(1)
    expect(limit).toMatchObject({
      top: 1,
      leftOut: { pairs: { 'dead-stores': 2 } },
      note: expect.stringMatching(/^The report lists the largest of each tool; 2 pairs and \d functions are left out\. report --json --top all prints all\.$/),
    })
    const whole = JSON.parse(renderReport(SOLVER, { view: 'pairs', format: 'json', top: Infinity, width: 80 }))
    expect(whole.limit).toBeNull()
    expect(whole.functions).toHaveLength(1 + limit.leftOut.functions)
  })

  it('shows each tool by itself, with its own facts', () => {
    expect(text(SEVERAL, 'pairs')).toMatchInlineSnapshot(`
      "
      ./solver input.dat
      software (time-weighted) · 10.0 s · 100 samples · 0 observations · exit 0
      dead-stores: 100 % waste · waste 90.0 ms · use 0 ns · unresolved 0 ns
      silent-stores: 100 % waste · waste 80.0 ms (100 % of it within the tolerance) · use 0 ns ·
        unresolved 0 ns
      reuse-distance: 50 reuses · 50.0 % of the samples not reused or not awaited
      false-sharing: 100 % waste (few samples) · waste 7.00 ms (100 % false, 0 % true sharing) ·
        use 0 ns · unresolved 0 ns

      == dead-stores ==

      #1  100 % of the total · waste 90.0 ms, 100 % of all waste · 90 observations
          store          [inlined] set set.h:5   mov 0
                         ← main main.c:41
          KILLED_BY      fill solver.c:131   mov 1
                         ← main main.c:44
          advice         Finding 1, likely: fill() overwrites everything that set() has just written.
                         Compute and store it only on the paths that read it, or once at the end if only
                         the last result is read.

      == silent-stores ==

      #1  100 % of the total · waste 80.0 ms, 100 % of all waste · 80 observations ·
          within the tolerance · within main main.c:1 ·
          latency 100 cycles, 25.0 % missed the last-level cache
          store          [inlined] set set.h:5   mov 0
                         ← main main.c:41
          REDUNDANT_WITH fill solver.c:131   mov 1
                         ← main main.c:44
          advice         Finding 1, likely: fill() overwrites everything that set() has just written.
                         Compute and store it only on the paths that read it, or once at the end if only
                         the last result is read.

      == reuse-distance ==

      #1  100 % of the total · 50 observations · time distance median 1.00 µs, 90 % below 5.00 µs ·
          within main main.c:1
          access         main main.c:50   mov 2
          REUSED_BY      main main.c:50   mov 2

      == false-sharing ==

      #1  100 % of the total (few samples) · waste 7.00 ms, 100 % of all waste · 7 observations ·
          false sharing · on counters
          access         main main.c:60   mov 3
          SHARED_WITH    main main.c:61   mov 4
          advice         Finding 2, certain: Threads in main() use different variables in one cache line
                         of counters. Give each thread its own cache line: align and pad to 64 bytes, or
                         work in local variables and store once.
      "
    `)
    expect(text(SEVERAL, 'tree').match(/== .* ==/g)).toEqual(['== dead-stores ==', '== silent-stores ==', '== reuse-distance ==', '== false-sharing =='])
    expect(text(SEVERAL, 'flat')).toMatch(/100 %\s+90\.0 ms\s+0 %\s+100 %\s+90  set  set\.h:1/)
    expect(text(SEVERAL, 'tree')).toMatch(/—\s+—\s+50\s+:50 main\.c/)
  })

  it('shows reuse distances as bars, in bytes once the access rate is known', () => {
    expect(text(SEVERAL, 'reuse', 80)).toMatchInlineSnapshot(`
      "
      ./solver input.dat
      software (time-weighted) · 10.0 s · 100 samples · 0 observations · exit 0
      dead-stores: 100 % waste · waste 90.0 ms · use 0 ns · unresolved 0 ns
      silent-stores: 100 % waste ·
        waste 80.0 ms (100 % of it within the tolerance) · use 0 ns · unresolved 0 ns
      reuse-distance: 50 reuses · 50.0 % of the samples not reused or not awaited
      false-sharing: 100 % waste (few samples) ·
        waste 7.00 ms (100 % false, 0 % true sharing) · use 0 ns · unresolved 0 ns

      2 reuses · 50.0 % of the samples not reused or not awaited · word granularity

      Time distance
       below 256 ns      0 %
       below 512 ns      0 %
      below 1.02 µs   50.0 %  ████████████████████████████████████████
      below 2.05 µs      0 %
      below 4.10 µs      0 %
      below 8.19 µs   50.0 %  ████████████████████████████████████████
      50.0 % below 1.02 µs · 70.0 % below 8.19 µs · 75.0 % below 8.19 µs ·
        80.0 % below 8.19 µs · 85.0 % below 8.19 µs · 90.0 % below 8.19 µs ·
        95.0 % below 8.19 µs

      - Samples are driven by CPU time: shares are of the time spent in accesses,
        not of their number.
      - Distances are CPU times. For stack distances, and for miss ratios that are
        not only estimated, give the accesses per second (--access-rate).
      "
    `)
    const options = { view: 'reuse', format: 'text', width: 80, top: 10, reuse: { accessRate: 1e9 } } as const
    expect(`\n${renderReport(SEVERAL, options)}`).toMatchInlineSnapshot(`
      "
      ./solver input.dat
      software (time-weighted) · 10.0 s · 100 samples · 0 observations · exit 0
      dead-stores: 100 % waste · waste 90.0 ms · use 0 ns · unresolved 0 ns
      silent-stores: 100 % waste ·
        waste 80.0 ms (100 % of it within the tolerance) · use 0 ns · unresolved 0 ns
      reuse-distance: 50 reuses · 50.0 % of the samples not reused or not awaited
      false-sharing: 100 % waste (few samples) ·
        waste 7.00 ms (100 % false, 0 % true sharing) · use 0 ns · unresolved 0 ns

      2 reuses · 50.0 % of the samples not reused or not awaited ·
        word granularity · 1,000,000,000 accesses per second ·
        stack distances by windows

      Time distance
       below 4 KiB      0 %
       below 8 KiB   50.0 %  ████████████████████████████████████████
      below 16 KiB      0 %
      below 32 KiB      0 %
      below 64 KiB   50.0 %  ████████████████████████████████████████
      50.0 % below 8 KiB · 70.0 % below 64 KiB · 75.0 % below 64 KiB ·
        80.0 % below 64 KiB · 85.0 % below 64 KiB · 90.0 % below 64 KiB ·
        95.0 % below 64 KiB

      Stack distance
       below 4 KiB      0 %
       below 8 KiB   50.0 %  ████████████████████████████████████████
      below 16 KiB      0 %
      below 32 KiB   50.0 %  ████████████████████████████████████████
      50.0 % below 8 KiB · 70.0 % below 32 KiB · 75.0 % below 32 KiB ·
        80.0 % below 32 KiB · 85.0 % below 32 KiB · 90.0 % below 32 KiB ·
        95.0 % below 32 KiB

      Miss ratio of a cache that evicts the least recently used
        L1 32 KiB         0 %

      - Samples are driven by CPU time: shares are of the time spent in accesses,
        not of their number.
      - Distances are CPU times, converted to accesses at 1,000,000,000 per second.
      "
    `)
    expect(text(SOLVER, 'reuse')).toContain('No reuse distances were recorded')
  })

  it('shows objects, threads and the precision of each tool', () => {
    expect(text(SEVERAL, 'objects')).toMatch(/7\.00 ms +7 +1 +counters/)
    expect(text(SOLVER, 'objects')).toContain('No data objects')
    expect(text(SEVERAL, 'threads', 120)).toMatchInlineSnapshot(`
      "
      ./solver input.dat
      software (time-weighted) · 10.0 s · 100 samples · 0 observations · exit 0
      dead-stores: 100 % waste · waste 90.0 ms · use 0 ns · unresolved 0 ns
      silent-stores: 100 % waste · waste 80.0 ms (100 % of it within the tolerance) · use 0 ns · unresolved 0 ns
      reuse-distance: 50 reuses · 50.0 % of the samples not reused or not awaited
      false-sharing: 100 % waste (few samples) · waste 7.00 ms (100 % false, 0 % true sharing) · use 0 ns · unresolved 0 ns

      rank  process  thread  cpu time  watched  samples  tool            observations    waste   use  fraction  name
         0        1       2    1.00 s   50.0 %      120  dead-stores               90  90.0 ms  0 ns     100 %  worker
         0        1       2    1.00 s   50.0 %      120  reuse-distance            50     0 ns  0 ns         —  worker
      "
    `)
    expect(text(SEVERAL, 'stats', 120)).toMatchInlineSnapshot(`
      "
      ./solver input.dat
      software (time-weighted) · 10.0 s · 100 samples · 0 observations · exit 0
      dead-stores: 100 % waste · waste 90.0 ms · use 0 ns · unresolved 0 ns
      silent-stores: 100 % waste · waste 80.0 ms (100 % of it within the tolerance) · use 0 ns · unresolved 0 ns
      reuse-distance: 50 reuses · 50.0 % of the samples not reused or not awaited
      false-sharing: 100 % waste (few samples) · waste 7.00 ms (100 % false, 0 % true sharing) · use 0 ns · unresolved 0 ns

      tool            fraction  95 %  observations  samples  unresolved
      dead-stores        100 %     —            90        0         0 %
      silent-stores      100 %     —            80        0         0 %
      reuse-distance         —     —            50      100      50.0 %
      false-sharing      100 %     —             7        0         0 %

      unwatched     0 % of the samples had no free debug register; the longest run of them: 0
      handler time  0 ns, 0 % of the CPU time
      unresolved    0 samples with no later access seen
      period        1.00 ms of CPU time
      rate          1,000 samples per second of CPU time
      engine        software, sigtrap, 3 watch registers, reservoir registers, attribution proportional, seed 7

      machine       laptop: L1 32 KiB

      count  counter  meaning
        100  samples  samples that ended at a wanted access
      "
    `)
  })

  it('writes every table as CSV', () => {
    const table = (view: ReportView): string[] => renderReport(SEVERAL, { view, format: 'csv', top: 10, width: 80 }).split('\r\n')
    expect(table('pairs')[3]).toMatch(/^reuse-distance,REUSED_BY,0,0,,1,,,50,.*,same,,main main\.c:1,1000,5000,,,,,,,,,,,,,$/)
    expect(table('objects')).toEqual([
      expect.stringMatching(/^object,module,tool,waste \(ns\),use \(ns\),traps,pairs,kind,/),
      'counters,/usr/bin/solver,false-sharing,7000000,0,7,1,,,,,,,,,,',
      '',
    ])
    expect(table('threads').slice(1, 3)).toEqual([
      '0,1,2,worker,1000000000,0.5,120,dead-stores,90,90000000,0,',
      '0,1,2,worker,1000000000,0.5,120,reuse-distance,50,0,0,',
    ])
    expect(table('reuse').slice(0, 4)).toEqual([
      'table,unit,from,to,share,object',
      'time distance,ns,0,256,0,',
      'time distance,ns,256,512,0,',
      'time distance,ns,512,1024,0.5,',
    ])
    expect(table('flat')).toContain('silent-stores,set,/src/set.h,1,/usr/bin/solver,80000000,0,80000000,0,80,1,1')
    expect(renderReport(SOLVER, { view: 'reuse', format: 'csv', top: 1, width: 80 })).toBe('table,unit,from,to,share,object\r\n')
  })

  it('quotes CSV', () => {
    const odd = profileFromStacks('operator,"x" a.c:1 KILLED_BY main a.c:2 1')
    expect(pairsCsv(odd).split('\r\n')[1]).toContain(',"operator,""x""",/src/a.c,1,mov 0,main,')
  })
})

describe('numbers', () => {
  it.each([
    [0, '0 ns'],
    [999, '999 ns'],
    [1234, '1.23 µs'],
    [12_345_678, '12.3 ms'],
    [999_600_000, '1.00 s'],
    [3.14e12, '3140 s'],
  ])('%d ns is %s', (amount, expected) => {
    expect(amountText(amount, 'ns')).toBe(expected)
  })

  it.each([
    [null, '—'],
    [0, '0 %'],
    [1, '100 %'],
    [0.9996, '100 %'],
    [0.382, '38.2 %'],
    [0.0042, '0.4 %'],
    [0.00042, '0.04 %'],
    [3e-15, '< 0.001 %'],
  ])('share %s is %s', (share, expected) => {
    expect(percentText(share)).toBe(expected)
  })
})
