import { expect, test } from 'vitest'
import { intervalText } from './interval_text.ts'

test('an interval shows its two ends with the digits that its width deserves', () => {
  expect(intervalText([0.08, 0.22])).toBe('8–22 %')
  expect(intervalText([0.3, 0.322])).toBe('30.0–32.2 %')
  expect(intervalText([0.898, 0.977])).toBe('89.8–97.7 %')
  expect(intervalText([0.0101, 0.0119])).toBe('1.01–1.19 %')
  expect(intervalText([0.5, 0.5])).toBe('50.0–50.0 %')
  expect(intervalText([0, 0.02])).toBe('0–2.0 %')
  expect(intervalText([0.963, 1])).toBe('96.3–100 %')
})

test('no end is below zero or above one', () => {
  expect(intervalText([-0.04, 0.24])).toBe('0–24 %')
  expect(intervalText([0.9, 1.02])).toBe('90–100 %')
})
