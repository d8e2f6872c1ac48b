import { describe, expect, it } from 'vitest'
import { invariances } from '../../../shared/metrics/values/invariance.ts'
import { drawValues } from '../../../shared/metrics/values/value_profile.testing.ts'
import type { CodeLine, FunctionCode } from '../../../shared/profile/profile.ts'
import { LOADED, OPERAND, PARAMETER, READ_ONLY_DATA, RESULT, STORED, UNNAMED_MEMORY } from '../../../shared/profile/value_names.ts'
import { valueGroups } from './groups.ts'
import { comparisonLines, valuesLines } from './values_text.ts'
import { valueParts } from '../text/report_head.ts'
import { compareProfiles } from './compare_profiles.ts'
import { valuesReport } from './values_report.ts'

const profile = drawValues([
  {
    role: PARAMETER,
    at: 0x100,
    values: [
      [8, 90],
      [9, 10],
    ],
    name: 'n',
    function: 'power',
    line: 3,
  },
  {
    role: PARAMETER,
    at: 0x100,
    slot: 8,
    values: [
      [1, 50],
      [2, 50],
    ],
    function: 'power',
    line: 3,
  },
  {
    role: OPERAND,
    at: 0x120,
    slot: 8,
    values: [
      [1, 64],
      [7, 36],
    ],
    text: 'idiv ecx',
    function: 'power',
    line: 5,
  },
  { role: OPERAND, at: 0x130, slot: 8, values: [[10, 1000]], operation: 3, text: 'imul eax, ecx, 0xa', function: 'power', line: 6 },
  {
    role: LOADED,
    class: 'integer-load',
    at: 0x140,
    values: [
      [0, 700],
      [5, 300],
    ],
    zeros: 700,
    text: 'mov eax, [rdi]',
    function: 'scan',
    line: 11,
  },
  { role: RESULT, class: 'fp-arithmetic', at: 0x150, slot: 128, bytes: 8, element: 2, values: [[0, 10]], text: 'addsd xmm0, xmm1', function: 'scan', line: 12 },
  { role: STORED, class: 'store', at: 0x160, values: [[0xffffffff, 20]], function: 'scan', line: 12 },
])

describe('the report of values', () => {
  const report = valuesReport(profile, 100)!

  it('has the tables, the most executed first, with values as the instruction takes them', () => {
    expect(report.sites.map(({ subject, executions }) => [subject, executions])).toEqual([
      ['second factor', 1000],
      ['loaded value', 1000],
      ['n (rdi)', 100],
      ['rsi', 100],
      ['divisor', 100],
      ['stored value', 20],
      ['xmm0', 10],
    ])
    expect(report.sites[2]).toMatchObject({
      role: 'parameter',
      name: 'n',
      function: 'power',
      file: '/src/work.c',
      line: 3,
      address: '0x100',
      inv1: 0.9,
      executedShare: 0.1,
    })
    expect(report.sites[5]!.values).toEqual([{ hex: '0xffffffff', text: '-1', unsigned: '4294967295', float: null, pointer: null, count: 20, share: 1 }])
    expect(report.sites[6]!.values[0]!.text).toBe('0.0')
  })

  it('advises what executions, invariance and latency make worthwhile, with the condition to test', () => {
    expect(report.advice.map(({ latencyClass, condition, weight }) => [latencyClass, condition, weight])).toEqual([
      ['load', 'if (value == 0)', 3500],
      ['divide', 'if (divisor == 1)', 1600],
      ['call', 'if (n == 8)', 900],
    ])
    expect(report.advice[2]!.advice).toBe(
      '90.0 % of 100 calls of power pass 8 as n: a version of it behind if (n == 8) can do without what only other values need.',
    )
  })

  it.each([UNNAMED_MEMORY, 'grid+0x10'])('advises nothing for the address of what the next run has elsewhere: %s', (pointer) => {
    const addresses = drawValues([{ role: LOADED, class: 'integer-load', at: 0x140, bytes: 8, values: [[0x4a8f040, 700]], pointer, text: 'mov rax, [rdi]' }])
    expect(valuesReport(addresses, 100)!.advice).toEqual([])
  })

  it.each([
    [0xf8f9fafb, []],
    [0x3fffff, ['if (value == 4194303)']],
  ])('advises nothing for what is as wide and large as an address, a hash or the guard of the stack: %s', (value, conditions) => {
    const wide = drawValues([{ role: LOADED, class: 'integer-load', at: 0x140, bytes: 8, values: [[value, 700]], text: 'mov rax, fs:[0x28]' }])
    expect(valuesReport(wide, 100)!.advice.map(({ condition }) => condition)).toEqual(conditions)
  })

  it('advises a large divisor, which a source may well have', () => {
    const division = drawValues([{ role: OPERAND, at: 0x120, slot: 8, bytes: 8, values: [[0x3b9aca07, 60]], text: 'div r9' }])
    expect(valuesReport(division, 100)!.advice).toHaveLength(1)
  })

  describe('constants of the compiler', () => {
    /** A multiplication whose function has the instruction, too. */
    const advised = (constant: string, value: number, text: string, rest: Partial<Parameters<typeof drawValues>[0][number]> = {}): number => {
      const drawn = drawValues([{ role: OPERAND, at: 0x120, slot: 8, bytes: 8, operation: 3, values: [[value, 700]], text, ...rest }])
      const line = (address: number, code: string): CodeLine => ({ address, bytes: '90909090', text: code, note: null, file: -1, line: -1 })
      const codeAt = (module: number): FunctionCode => ({ module, name: 'work', low: 0x11c, high: 0x124, lines: [line(0x11c, constant), line(0x120, text)] })
      return valuesReport({ ...drawn, codeAt }, 100)!.advice.length
    }
    it('are the multipliers that replace a division, in any register', () => {
      expect(advised('mov rdx, 0x431bde83', 0x431bde83, 'mul rdx')).toBe(0)
      expect(advised('mov rcx, 0x431bde83', 0x431bde83, 'mul rdx')).toBe(0)
      expect(advised('mov edx, 0xa', 10, 'mul rdx')).toBe(0)
      expect(advised('movsd xmm1, [0x2008]', 0x3fe00000, 'mulsd xmm0, xmm1', { element: 2 })).toBe(0)
    })
    it('are no other numbers in the code, and no values that change', () => {
      expect(advised('mov rdx, 0x431bde82', 0x431bde83, 'mul rdx')).toBe(1)
      expect(advised('mov ecx, 0xa', 10, 'mul rdx')).toBe(1)
      expect(advised('mov rdx, [rdi]', 0x431bde83, 'mul rdx')).toBe(1)
      expect(
        advised('mov rdx, 0x431bde83', 0x431bde83, 'mul rdx', {
          values: [
            [0x431bde83, 700],
            [3, 1],
          ],
        }),
      ).toBe(1)
    })
  })

  it.each(['cmp byte ptr [rdi], 0x0', 'test byte ptr [rax+0xa9], 0x40', 'ucomisd xmm0, [rdi]', 'vcomiss xmm0, [rdi]'])(
    'advises nothing for what %s loads: it goes nowhere',
    (text) => {
      const compared = drawValues([{ role: LOADED, class: 'integer-load', at: 0x140, values: [[0, 700]], text }])
      expect(valuesReport(compared, 100)!.advice).toEqual([])
    },
  )

  it('advises nothing for loads by calls through the linkage table', () => {
    const linkage = drawValues([
      {
        role: LOADED,
        class: 'integer-load',
        at: 0x140,
        bytes: 8,
        values: [[0x4a8f040, 700]],
        pointer: 'memcpy',
        text: 'jmp qword ptr [0x4a7000]',
        function: 'memcpy@plt',
      },
    ])
    expect(valuesReport(linkage, 100)!.advice).toEqual([])
  })

  it('advises nothing for a part of a value, as the high half of a numerator or lanes of a vector', () => {
    const parts = drawValues([
      {
        role: OPERAND,
        at: 0x120,
        bytes: 8,
        values: [
          [3, 60],
          [4, 40],
        ],
        text: 'div r9',
      },
      { role: OPERAND, at: 0x120, slot: 1, bytes: 8, values: [[0, 100]], text: 'div r9' },
      { role: OPERAND, at: 0x130, bytes: 8, element: 2, operation: 3, values: [[0, 100]], text: 'mulpd xmm0, xmm1' },
      { role: OPERAND, at: 0x130, slot: 1, bytes: 8, element: 2, operation: 3, values: [[0, 100]], text: 'mulpd xmm0, xmm1' },
    ])
    expect(valuesReport(parts, 100)!.advice.map(({ condition }) => condition)).toEqual(['if (numerator == 3)'])
  })

  it('advises nothing for constants that the program cannot write, and calls variables by their names', () => {
    const operands = (name: string): ReturnType<typeof drawValues> =>
      drawValues([
        { role: LOADED, class: 'integer-load', at: 0x140, values: [[8, 700]], text: 'idiv dword ptr [0x4010]', name },
        { role: OPERAND, at: 0x140, slot: 8, values: [[8, 700]], text: 'idiv dword ptr [0x4010]', name },
      ])
    const constants = valuesReport(operands(READ_ONLY_DATA), 100)!
    expect(constants.advice).toEqual([])
    expect(constants.sites.map(({ name, subject }) => [name, subject])).toEqual([
      [null, 'loaded value'],
      [null, 'divisor'],
    ])
    const { advice, sites } = valuesReport(operands('step'), 100)!
    expect(sites.map(({ name, subject }) => [name, subject])).toEqual([
      ['step', 'step (loaded value)'],
      ['step', 'step (divisor)'],
    ])
    expect(advice.map((each) => each.advice)).toEqual([
      '100 % of 700 divisions have the divisor 8: if (step == 8) saves the division, or makes it one by a constant.',
      '100 % of 700 loads of step here bring 8: specialise what follows behind if (step == 8).',
    ])
  })

  it('advises the address of a function or variable by its name', () => {
    const addresses = drawValues([{ role: PARAMETER, name: 'compare', at: 0x140, values: [[0x4a8f040, 700]], pointer: 'by_name', function: 'sort' }])
    expect(valuesReport(addresses, 100)!.advice.map(({ condition }) => condition)).toEqual(['if (compare == &by_name)'])
  })

  it.each(['ret', 'bnd ret', 'pop rbx', 'leave'])('advises nothing for what %s brings back to the caller', (text) => {
    const restored = drawValues([{ role: LOADED, class: 'integer-load', at: 0x140, values: [[0, 700]], text }])
    expect(valuesReport(restored, 100)!.advice).toEqual([])
  })

  it('sums tables by line and by function', () => {
    const columns = invariances(profile)
    expect(valueGroups(profile, columns, 'instructions', 'line').map(({ line, executions, sites }) => [line, executions, sites])).toEqual([
      [11, 1000, 1],
      [12, 30, 2],
    ])
    expect(valueGroups(profile, columns, 'parameters', 'function')).toMatchObject([{ function: 'power', line: null, executions: 200, share: 1, inv1: 0.7 }])
  })

  it('is null without values, with a message as text', () => {
    const { values: _, ...run } = profile.run
    expect(valuesReport({ ...profile, run: run as typeof profile.run }, 10)).toBeNull()
    expect(valuesLines(null, 10, 100, [])).toEqual(['No values: this run did not profile them (--tool values --engine exhaustive).'])
  })

  it('fits a terminal', () => {
    const lines = valuesLines(report, 100, 100, [])
    expect(lines.filter((line) => line.length > 100)).toEqual([])
    expect(lines).toContain('#3  if (n == 8)   power work.c:3')
  })

  it('speaks in words, not in the abbreviations of the literature', () => {
    const all = [
      ...valuesLines(report, 100, 200, []),
      ...comparisonLines(compareProfiles({ path: 'a', profile }, { path: 'b', profile }).comparisons),
      ...valueParts(report),
    ]
    expect(all.filter((line) => /\b(?:Inv|MRV)-/.test(line))).toEqual([])
    expect(valueParts(report)[0]).toMatch(/^values: the most frequent value of each instruction covers [\d.]+ % of loads$/)
  })

  it('keeps instructions whole, with place and values below them', () => {
    const text = 'mov qword ptr [rax + 8*r13], r14'
    const long = valuesReport(
      drawValues([
        {
          role: STORED,
          class: 'store',
          at: 0x160,
          values: [
            [7, 60],
            [9, 40],
          ],
          text,
          function: 'a_template_with_many_arguments<of, long, names>::operator()',
          line: 12,
        },
      ]),
      100,
    )!
    const lines = valuesLines(long, 100, 90, [])
    const at = lines.findIndex((line) => line.endsWith(`stored value   ${text}`))
    expect(lines.slice(at, at + 2)).toEqual([
      '       100  60.0 %  100 %      0 %  stored value   mov qword ptr [rax + 8*r13], r14',
      '                                    a_template_with_…ator() work.c:12   7 60.0 %  9 40.0 %',
    ])
    // Shows fewer values rather than a place cut in two.
    expect(valuesLines(long, 100, 74, []).filter((line) => /^ +a_temp.* work\.c:12 {3}7 60\.0 %$/.test(line))).toHaveLength(1)
  })

  it('distinguishes instructions without debug information by their addresses', () => {
    const unknown = { ...report, sites: report.sites.map((site) => ({ ...site, file: null, line: null })) }
    expect(
      valuesLines(unknown, 100, 100, [])
        .filter((line) => line.includes('scan (work 0x1'))
        .map((line) => line.trim().split('   ')[0]),
    ).toEqual(['scan (work 0x140)', 'scan (work 0x160)', 'scan (work 0x150)'])
  })
})
