import { expect, test } from 'vitest'
import { indentStep } from './indent.ts'

test('shallow trees have the full step, deep ones leave half of the column to the names', () => {
  expect(indentStep(0, 340)).toBe(11)
  expect(indentStep(8, 340)).toBe(11)
  expect(indentStep(32, 340) * 32).toBeLessThan(340 / 2)
  expect(indentStep(500, 340)).toBe(3)
})

test('one row deeper does not move the others', () => expect(indentStep(18, 340)).toBe(indentStep(23, 340)))
