import { describe, expect, it } from 'vitest'
import { alignMarkedLines } from './align_marked_lines.ts'
import { alignSequences } from './align_sequences.ts'

const aligned = (first: string, second: string): number[] => [...alignSequences([...first], [...second])]

describe('alignSequences', () => {
  it('finds elements again in order after additions and removals', () => {
    expect(aligned('abc', 'abc')).toEqual([0, 1, 2])
    expect(aligned('abc', 'xabyc')).toEqual([1, 2, 4])
    expect(aligned('abcde', 'ae')).toEqual([0, -1, -1, -1, 1])
    expect(aligned('', 'a')).toEqual([])
  })

  it('aligns what repeats between anchors', () => {
    expect(aligned('}}a}}b}', '}}x}a}}y}b}')).toEqual([0, 1, 4, 5, 8, 9, 10])
    expect(aligned('xaxa', 'axax').filter((at) => at >= 0)).toHaveLength(3)
  })

  it('takes time by length, not its square', () => {
    const first = Array.from({ length: 200_000 }, (_, i) => (i % 7 === 0 ? '}' : `line ${i}`))
    const second = first.flatMap((line, i) => (i % 1000 === 0 ? ['new', line] : [line]))
    const found = alignSequences(first, second)
    expect(found.every((at, i) => second[at] === first[i])).toBe(true)
  })

  it('also where each anchor takes but two elements from the stretch', () => {
    let reads = 0
    // Each element occurs twice but for the last; without that the one before it occurs once, and so on.
    const sequence = (side: string): string[] =>
      new Proxy(Array.from({ length: 2000 }, (_, i) => [`${side} ${i}`, `line ${i}`, `${side} behind ${i}`, `line ${i - 1}`]).flat(), {
        get: (target, name) => {
          reads++
          return Reflect.get(target, name) as unknown
        },
      })
    const found = alignSequences(sequence('old'), sequence('new'))
    expect(found.at(-3)).toBe(7997)
    expect(reads).toBeLessThan(400 * 16_000)
  })
})

describe('alignMarkedLines', () => {
  const lines = (text: string): Array<{ offset: number; mark: string }> =>
    text
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => ({ offset: Number(word.slice(1)), mark: word[0]! }))
  const matched = (old: string, others: string): string[] => [...alignMarkedLines(lines(old), lines(others))].map((at) => others.split(' ')[at] ?? '-')

  it.each([
    ['a line that is gone is not taken for the one behind it', 'm1 m2 m3', 'm1 m3', ['m1', '-', 'm3']],
    ['lines behind an inserted one move together', 'm1 m2 m4 m5 m6', 'm1 m2 m5 m6 m7', ['m1', 'm2', 'm5', 'm6', 'm7']],
    ['all moved', 's3 l4', 's4 l5', ['s4', 'l5']],
    ['what is on a line may change where its neighbours stay', 'a1 b2 c3', 'a1 x2 c3', ['a1', 'x2', 'c3']],
    ['something else elsewhere is another line', 'a1', 'x9', ['-']],
  ])('%s', (_, old, others, expected) => {
    expect(matched(old, others)).toEqual(expected)
  })
})
