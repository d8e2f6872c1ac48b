import { expect, it } from 'vitest'
import { orderOf } from './order_findings.ts'

const walk = { standing: 'traversal', tool: 'redundant-loads', wastedAt: '/src/m.c:9', isEstablished: true } as const
const kept = { standing: 'actionable', tool: 'redundant-loads', wastedAt: '/src/m.c:20', isEstablished: true } as const
const chance = { ...kept, standing: 'doubtful' } as const
const reuse = (isLarge: boolean) => ({ standing: 'actionable', tool: 'reuse-distance', wastedAt: '/src/m.c:9', isEstablished: true, isLarge }) as const

it('traversals come after actionable findings, and before possible chance', () => {
  expect([kept, walk, chance].map(orderOf([]))).toEqual([0, 1, 2])
})

it('traversals of data that misses the caches come with the others', () => {
  expect([orderOf([reuse(true)])(walk), orderOf([reuse(false)])(walk)]).toEqual([0, 1])
})

it('findings that may cost nothing come after traversals that certainly cost something', () => {
  const unsure = { isEstablished: false } as const
  const [first, second, third] = [walk, { ...kept, ...unsure }, { ...walk, ...unsure }].map(orderOf([]))
  expect(first).toBeLessThan(second!)
  expect(second).toBeLessThan(third!)
})
