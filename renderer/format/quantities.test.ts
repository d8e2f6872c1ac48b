import { expect, test } from 'vitest'
import { countedText, countText, distanceText, durationText, fineDurationText, percentText, percentTick, quantityText, significant } from './quantities.ts'

test.each([
  [0, '0.00'],
  [2.34567, '2.35'],
  [9.994, '9.99'],
  [9.996, '10.0'],
  [31.41, '31.4'],
  [99.96, '100'],
  [314.1, '314'],
  [999.6, '1,000'],
  [3141.6, '3,142'],
  [-2.34567, '-2.35'],
])('three significant digits of %d are %s', (value, text) => expect(significant(value)).toBe(text))

test.each([
  [0, 'ns', '0 s'],
  [12, 'ns', '12.0 ns'],
  [999_600, 'ns', '1.00 ms'],
  [3.1e9, 'ns', '3.10 s'],
  [4.2e12, 'ns', '4,200 s'],
  [1, 'bytes', '1.00 B'],
  [3.1e9, 'bytes', '3.10 GB'],
  [0.4, 'ns', '0.40 ns'],
] as const)('%d %s reads %s', (value, unit, text) => expect(quantityText(value, unit)).toBe(text))

test.each([
  [null, '–'],
  [0, '0 %'],
  [0.382, '38.2 %'],
  [0.0002, '0.02 %'],
  [0.00001, '<0.01 %'],
  [1, '100 %'],
])('the share %s reads %s', (share, text) => expect(percentText(share)).toBe(text))

test('an interval reads as its half width in points', () => {})

test.each([
  [99_999, '99,999'],
  [412_345, '412k'],
  [1_204_000, '1.20M'],
  [3e9, '3.00G'],
])('the count %d reads %s', (count, text) => expect(countText(count)).toBe(text))

test.each([
  [0.42, '0.42 s'],
  [99.9, '99.9 s'],
  [134.2, '2 min 14 s'],
  [3599.7, '1 h 00 min'],
  [3900, '1 h 05 min'],
])('%d seconds read %s', (seconds, text) => expect(durationText(seconds)).toBe(text))

test('a distance is a time or a number of accesses', () => {
  expect(distanceText(4.1e6, 'cpu-time')).toBe('4.10 ms')
  expect(distanceText(412_345, 'accesses')).toBe('412k')
})

test('one is singular, other numbers are plural', () => {
  expect(countedText(1, 'trap')).toBe('1 trap')
  expect(countedText(0, 'trap')).toBe('0 traps')
})

test.each([
  [0.2, '20 %'],
  [0.025, '2.5 %'],
  [0.07, '7 %'],
  [1, '100 %'],
])('a tick at %d reads %s', (share, text) => expect(percentTick(share)).toBe(text))

test.each([
  [0.0032, '3.20 ms'],
  [0, '0 s'],
  [0.999, '999 ms'],
  [1.5, '1.50 s'],
])('%d seconds of a thread read %s', (seconds, text) => expect(fineDurationText(seconds)).toBe(text))
