import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RawFileBuilder } from '../../raw/raw_writer.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { LiveView, pauseAfter } from './live_view.ts'

test.each([
  { reading: 1, pause: 2000, why: 'the engine itself is no fresher' },
  { reading: 200, pause: 4000, why: 'a twentieth of the time goes into looking' },
  { reading: 60_000, pause: 10_000, why: 'a reader who had to wait once, for a busy disk, does not leave the window without news' },
])('after a reading of $reading ms the next look is $pause ms later: $why', ({ reading, pause }) => {
  expect(pauseAfter(reading)).toBe(pause)
})

test('a look that fails is followed by others', async () => {
  const directory = join(temporaryDirectory(), 'recording')
  const view = new LiveView({ directory, intervals: false, exhaustive: false })
  expect(view.read()).toEqual({})
  // Time for the first look, which finds nothing; if it is late it finds the recording, and the test shows nothing.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  mkdirSync(directory)
  writeFileSync(join(directory, 'process-1-1.hagraw'), new RawFileBuilder().thread(1, 'main').statistics(1, { samples: 7 }).bytes())
  await expect.poll(() => view.read().samples).toBe(7)
  view.close()
})
