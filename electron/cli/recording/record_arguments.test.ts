import { expect, test } from 'vitest'
import { parseRecordArguments } from './record_arguments.ts'

const surroundings = { workingDirectory: '/work', environment: {} }

test.each([
  [['--bursty'], { on: 1_000_000, off: 99_000_000 }],
  [['--window', '20k/1.5G'], { on: 20_000, off: 1_500_000_000 }],
  [[], null],
])('windows of the exhaustive engine: %j', (options, window) => {
  const parsed = parseRecordArguments(['--engine', 'exhaustive', ...options, '--', 'program'], surroundings)
  expect(parsed).toMatchObject({ sampling: { exhaustive: { window } } })
})

test('letters stand for options as in perf, and those behind the program are its own', () => {
  const parsed = parseRecordArguments(['-o', 'run.hagstone', 'program', '-o', 'its own'], surroundings)
  expect(parsed).toMatchObject({ output: 'run.hagstone', program: 'program', arguments: ['-o', 'its own'] })
  expect(parseRecordArguments(['-p', '123', '-o', 'run.hagstone'], surroundings)).toMatchObject({ processId: 123, output: 'run.hagstone' })
  expect(parseRecordArguments(['-h'], surroundings)).toBeNull()
})
