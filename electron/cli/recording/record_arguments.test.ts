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

test('letters are options as in perf, and those after the program belong to it', () => {
  const parsed = parseRecordArguments(['-o', 'run.hagstone', 'program', '-o', 'its own'], surroundings)
  expect(parsed).toMatchObject({ output: 'run.hagstone', program: 'program', arguments: ['-o', 'its own'] })
  expect(parseRecordArguments(['-p', '123', '-o', 'run.hagstone'], surroundings)).toMatchObject({ processId: 123, output: 'run.hagstone' })
  expect(parseRecordArguments(['-h'], surroundings)).toBeNull()
})

test('list options accumulate; for other options the last value counts', () => {
  const parsed = parseRecordArguments(['--tool', 'dead-stores', '--tool', 'silent-stores,dead-stores', '--', 'program'], surroundings)
  expect(parsed).toMatchObject({ sampling: { tools: ['dead-stores', 'silent-stores'] } })
  expect(parseRecordArguments(['--rate', '100', '--rate=200', '--', 'program', '--rate', '7'], surroundings)).toMatchObject({
    sampling: { pace: { rate: 200 } },
    arguments: ['--rate', '7'],
  })
})
