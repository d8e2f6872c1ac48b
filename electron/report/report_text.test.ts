import { describe, expect, it } from 'vitest'
import { profileFromStacks } from '../profile/profile_from_stacks.testing.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { amountText, percentText } from './format.ts'
import { renderReport } from './render_report.ts'
import { pairsCsv } from './report_csv.ts'
import type { ReportView } from './report_text.ts'

const SOLVER = profileFromStacks(`
  _start > main main.c:41 > step step.c:3 > init solver.c:117 > ~set set.h:5   KILLED_BY   _start > main main.c:41 > step step.c:4 > fill solver.c:131   90000000/90
  _start > main main.c:41 > step step.c:3 > init solver.c:117 > ~set set.h:5   USED_BY     _start > main main.c:41 > step step.c:4 > fill solver.c:131   10000000/3
  _start > main main.c:44 > libc!memset                                        KILLED_BY   _start > main main.c:45   400000/2
`)

const text = (profile: ProfileTables, view: ReportView, width = 100, top = 10): string => `\n${renderReport(profile, { view, format: 'text', top, width })}`

describe('hagstone report', () => {
  it('shows pairs as two chains and says once what both share', () => {
    expect(text(SOLVER, 'pairs')).toMatchInlineSnapshot(`
      "
      ./solver input.dat
      software (time-weighted) · 10.0 s · 100 samples · 0 traps · blind spot 0 % · exit 0
      dead-stores: 90.0 % waste · waste 90.4 ms · use 10.0 ms · undecided 0 ns

      #1  89.6 % of the total · waste 90.0 ms, 99.6 % of all waste · 90 traps
          store          [inlined] set set.h:5   mov 0
                         ← init solver.c:117
                         ← step step.c:3
          KILLED_BY      fill solver.c:131   mov 1
                         ← step step.c:4
          both from      main ← _start

      #2  0.4 % of the total (few samples) · waste 400 µs, 0.4 % of all waste · 2 traps
          store          memset (libc)   mov 2
                         ← main main.c:44
          KILLED_BY      main main.c:45   mov 3
          both from      _start

      Not shown: 1 useful pair (--json has them).
      "
    `)
  })

  it('shows the tree without what is too small to matter', () => {
    expect(text(SOLVER, 'tree')).toMatchInlineSnapshot(`
      "
      ./solver input.dat
      software (time-weighted) · 10.0 s · 100 samples · 0 traps · blind spot 0 % · exit 0
      dead-stores: 90.0 % waste · waste 90.4 ms · use 10.0 ms · undecided 0 ns

        waste    used  own waste   traps  context
       90.0 %  10.0 %                 95  ./solver
       90.0 %  10.0 %                 95    _start
       90.0 %  10.0 %                 95      main
       89.6 %  10.0 %                 93        step  from main.c:41
       89.6 %  10.0 %                 93          init  from step.c:3
       89.6 %  10.0 %     89.6 %      93            [inlined] set  from solver.c:117
       89.6 %  10.0 %     89.6 %      93              :5 set.h
                                                [1 more, 0.4 %]
      "
    `)
  })

  it('shows functions by their own waste', () => {
    expect(text(SOLVER, 'flat', 80, 2)).toMatchInlineSnapshot(`
      "
      ./solver input.dat
      software (time-weighted) · 10.0 s · 100 samples · 0 traps · blind spot 0 % ·
        exit 0
      dead-stores: 90.0 % waste · waste 90.4 ms · use 10.0 ms · undecided 0 ns

      own waste           own use  incl. waste  traps  function
         89.6 %  90.0 ms   10.0 %       89.6 %     93  set  set.h:1
          0.4 %   400 µs      0 %        0.4 %      2  memset  libc
      4 more functions (--top 6 shows all)
      "
    `)
  })

  it('fits every line into the terminal and leaves out the middle of long chains', () => {
    const deep = Array.from({ length: 40 }, (_, i) => `function_with_a_rather_long_name_${i} a.c:${i + 1}`).join(' > ')
    const lines = text(profileFromStacks(`a > ${deep} KILLED_BY b > ${deep} 9`), 'pairs', 60).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
    expect(lines.filter((line) => line.includes('29 frames'))).toHaveLength(2)
  })

  it('says why there are no pairs', () => {
    const nothing = profileFromStacks('')
    expect(text(nothing, 'pairs')).toContain('No pairs: no watchpoint trapped.')
    expect(text(nothing, 'tree')).toContain('Nothing was decided')
    expect(text(profileFromStacks('main USED_BY main 5'), 'pairs')).toContain('No waste was seen; 1 useful pair')
  })

  it('prints every number of a pair as JSON', () => {
    const report = JSON.parse(renderReport(SOLVER, { view: 'pairs', format: 'json', top: 1, width: 80 }))
    expect(report).toMatchObject({ schema: 'hagstone.report/1', totals: { 'dead-stores': { waste: 90_400_000, use: 10_000_000 } }, pairs: [{ relation: 'KILLED_BY', shareOfTotal: 90 / 100.4, scope: null }] })
    expect(report.pairs).toHaveLength(1)
    expect(report.pairs[0].source.at(-1)).toMatchObject({ function: 'set', line: 5, file: '/src/set.h', inlined: true, instruction: expect.any(String) })
  })

  it('quotes CSV', () => {
    const odd = profileFromStacks('operator,"x" a.c:1 KILLED_BY main a.c:2 1')
    expect(pairsCsv(odd).split('\r\n')[1]).toContain(',"operator,""x""",/src/a.c,1,mov 0,main,')
  })
})

describe('numbers', () => {
  it.each([[0, '0 ns'], [999, '999 ns'], [1234, '1.23 µs'], [12_345_678, '12.3 ms'], [999_600_000, '1.00 s'], [3.14e12, '3140 s']])('%d ns is %s', (amount, expected) => {
    expect(amountText(amount, 'ns')).toBe(expected)
  })

  it.each([[null, '—'], [0, '0 %'], [1, '100 %'], [0.9996, '100 %'], [0.382, '38.2 %'], [0.0042, '0.4 %'], [0.00042, '0.04 %']])('share %s is %s', (share, expected) => {
    expect(percentText(share)).toBe(expected)
  })
})
