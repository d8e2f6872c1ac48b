import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { hasIdleProcessor } from './idle_processor.ts'

const file = join(temporaryDirectory(), 'loadavg')

/** The caller runs, too. */
test.each([
  [1, 1, false],
  [2, 1, true],
  [2, 2, true],
  [2, 3, false],
  [64, 64, true],
  [64, 65, false],
])('of %i processors with %i running tasks one is idle: %s', (processors, running, expected) => {
  writeFileSync(file, `3.21 17.05 4.00 ${running}/812 12345\n`)
  expect(hasIdleProcessor(processors, file)).toBe(expected)
})

test('none is known to be idle if the system does not say', () => {
  writeFileSync(file, '')
  expect(hasIdleProcessor(8, file)).toBe(false)
  expect(hasIdleProcessor(8, join(file, 'gone'))).toBe(false)
})
