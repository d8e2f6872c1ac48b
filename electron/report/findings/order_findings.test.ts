import { expect, it } from 'vitest'
import { byGroup, groupOf, isEstablished } from './order_findings.ts'

const walk = { standing: 'traversal', tool: 'redundant-loads', wastedAt: '/src/m.c:9', isEstablished: true } as const
const kept = { standing: 'actionable', tool: 'redundant-loads', wastedAt: '/src/m.c:20', isEstablished: true } as const
const chance = { ...kept, standing: 'doubtful' } as const
const reuse = (isLarge: boolean) => ({ standing: 'actionable', tool: 'reuse-distance', wastedAt: '/src/m.c:9', isEstablished: true, isLarge }) as const

it('traversals come after actionable findings, and before possible chance', () => {
  expect([chance, walk, kept].map(groupOf([])).toSorted(byGroup)).toEqual(['first', 'traversals', 'uncertain'])
  expect([kept, walk, chance].map(groupOf([]))).toEqual(['first', 'traversals', 'uncertain'])
})

it('traversals of data that misses the caches come with the others', () => {
  expect([groupOf([reuse(true)])(walk), groupOf([reuse(false)])(walk)]).toEqual(['first', 'traversals'])
})

it('findings that may cost nothing come with possible chance', () => {
  const unsure = { isEstablished: false } as const
  expect(
    [
      { ...kept, ...unsure },
      { ...walk, ...unsure },
    ].map(groupOf([reuse(true)])),
  ).toEqual(['uncertain', 'uncertain'])
})

it('a finding of few observations costs something only if it may cost much', () => {
  expect(isEstablished([0.002, 0.004], 10)).toBe(true)
  expect(isEstablished([0.0005, 0.004], 10)).toBe(false)
  expect(isEstablished([0.005, 0.03], 9)).toBe(false)
  expect(isEstablished([0.04, 0.13], 4)).toBe(true)
  // One that met a store by chance is no reason to change a program.
  expect(isEstablished([0.04, 0.13], 3)).toBe(false)
  expect([1, 10].map((observations) => isEstablished(null, observations))).toEqual([true, true])
})
