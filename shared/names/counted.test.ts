import { expect, test, vi } from 'vitest'
import { groupedDigits } from './counted.ts'

test.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, -1, -999, -1000, 1e15, 2 ** 60, 1e21, 0.5, 1234.5678, Infinity, Number.NaN])(
  '%d is written as Node writes it in English',
  (count) => {
    expect(groupedDigits(count)).toBe(count.toLocaleString('en-US'))
  },
)

test('the tables of languages are not loaded for whole numbers', () => {
  const byLanguage = vi.spyOn(Number.prototype, 'toLocaleString')
  expect(groupedDigits(1_234_567)).toBe('1,234,567')
  expect(byLanguage).not.toHaveBeenCalled()
  byLanguage.mockRestore()
})
