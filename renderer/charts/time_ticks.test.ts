import { expect, test } from 'vitest'
import { timeTicks } from './time_ticks.ts'

test.each([
  [600, [0, 5e8, 1e9, 1.5e9, 2e9, 2.5e9, 3e9, 3.5e9, 4e9]],
  [270, [0, 1e9, 2e9, 3e9, 4e9]],
  [120, [0, 2e9, 4e9]],
])('times below an axis of %i pixels do not overlap', (width, times) => {
  expect(timeTicks(0, 4e9, width)).toEqual(times)
})
