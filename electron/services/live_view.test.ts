import { expect, test } from 'vitest'
import { pauseAfter } from './live_view.ts'

test.each([
  { reading: 1, pause: 2000, why: 'the engine itself is no fresher' },
  { reading: 200, pause: 4000, why: 'a twentieth of the time goes into looking' },
  { reading: 60_000, pause: 10_000, why: 'a reader who had to wait once, for a busy disk, does not leave the window without news' },
])('after a reading of $reading ms the next look is $pause ms later: $why', ({ reading, pause }) => {
  expect(pauseAfter(reading)).toBe(pause)
})
