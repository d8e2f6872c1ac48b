import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { hasIdleProcessor } from './idle_processor.ts'

const directory = temporaryDirectory()
const file = join(directory, 'loadavg')

/** @param states of a process's threads @returns their directory */
function threads(name: string, states: string): string {
  const own = join(directory, name)
  for (const [thread, state] of [...states].entries()) {
    mkdirSync(join(own, String(thread)), { recursive: true })
    writeFileSync(join(own, String(thread), 'stat'), `${thread} (node (R) S) ${state} 1 1\n`)
  }
  return own
}

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
  expect(hasIdleProcessor(processors, file, threads('one', 'RSS'))).toBe(expected)
})

test.each([
  [2, 5, 'RRRRS', true],
  [2, 5, 'RRRSS', false],
  [2, 3, 'RSSSS', false],
  [8, 12, 'SRSRRRSRS', true],
  // The threads changed between both looks.
  [2, 3, 'SSSSS', false],
])(
  'threads of this process take no processor from other programs: %i processors, %i running tasks, own threads %s: %s',
  (processors, running, own, expected) => {
    writeFileSync(file, `3.21 17.05 4.00 ${running}/812 12345\n`)
    expect(hasIdleProcessor(processors, file, threads(own, own))).toBe(expected)
  },
)

test('none is known to be idle if the system does not say', () => {
  writeFileSync(file, '')
  expect(hasIdleProcessor(8, file)).toBe(false)
  expect(hasIdleProcessor(8, join(file, 'gone'))).toBe(false)
  writeFileSync(file, '3.21 17.05 4.00 9/812 12345\n')
  expect(hasIdleProcessor(8, file, join(directory, 'gone'))).toBe(false)
})

test('a thread that has just ended does not run', () => {
  writeFileSync(file, '3.21 17.05 4.00 4/812 12345\n')
  const own = threads('ended', 'RRS')
  mkdirSync(join(own, '7'))
  expect(hasIdleProcessor(2, file, own)).toBe(false)
  expect(hasIdleProcessor(3, file, own)).toBe(true)
})
