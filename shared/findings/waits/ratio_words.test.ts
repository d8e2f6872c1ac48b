/** Ratios with as many digits as their intervals deserve. */
import { expect, it } from 'vitest'
import { gainText, timesText } from './ratio_words.ts'

it.each([
  [3.06, null, '3.1×'],
  [3.06, [3.01, 3.04], '3.0×'],
  [3.1, [2.52, 3.94], '2.5–3.9×'],
  [8.7, [2.3, 9.4], '2–9×'],
  [3, [1.24, 9.4], '1.2–9.4×'],
  [40, [30.4, 70], '30–70×'],
  [40, [12.3, 240], 'at least 12×'],
  [Infinity, [4.14, null], 'at least 4.1×'],
  [Infinity, [4.14, Infinity], 'at least 4.1×'],
] as const)('%s of %j', (ratio, interval, text) => expect(timesText(ratio, interval)).toBe(text))

it('tells what even shares bring, as a range where it was sampled', () => {
  expect(gainText({})).toBe('')
  expect(gainText({ gain: 0.256 })).toMatch(/takes about 26 % less time, if/)
  expect(gainText({ gain: 0.256, gainInterval: [0.2, 0.321] })).toMatch(/takes 20–32 % less time, if/)
  expect(gainText({ gain: 0.08, gainInterval: [0.0312, 0.14] })).toMatch(/takes 3\.1–14 % less time, if/)
  expect(gainText({ gain: 0.252, gainInterval: [0.248, 0.254] })).toMatch(/takes about 25 % less time, if/)
})
