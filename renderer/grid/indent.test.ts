import { expect, test } from 'vitest'
import { indentOf } from './indent.ts'

test('shallow trees have the full step, deep ones leave half of the column to the names', () => {
  expect(indentOf(0, 340)).toEqual({ step: 11, from: 0 })
  expect(indentOf(8, 340)).toEqual({ step: 11, from: 0 })
  for (const deepest of [32, 100, 500, 10_000]) {
    const { step, from } = indentOf(deepest, 340)
    expect((deepest - from) * step).toBeGreaterThan(0)
    expect((deepest - from) * step).toBeLessThan(340 / 2)
  }
})

test('one row deeper does not move the others', () => expect(indentOf(18, 340)).toEqual(indentOf(23, 340)))

test('in a narrow column, names keep the room of 12 characters and a mark', () => {
  for (const deepest of [16, 40, 500]) {
    const { step, from } = indentOf(deepest, 276)
    expect((deepest - from) * step).toBeGreaterThan(0)
    expect((deepest - from) * step).toBeLessThanOrEqual(276 - 184)
  }
  expect(indentOf(40, 60).step).toBeGreaterThan(0)
})
