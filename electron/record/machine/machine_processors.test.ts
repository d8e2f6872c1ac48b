import { expect, test } from 'vitest'
import { machineProcessors } from './machine_processors.ts'

test('processors are counted, and named as the first one', () => {
  const model = 'Intel(R) Xeon(R)  CPU @ 2.20GHz '
  expect(machineProcessors([{ model }, { model: 'another' }])).toEqual({ processors: { model: 'Intel(R) Xeon(R) CPU @ 2.20GHz', count: 2 } })
})

test('processors that the kernel does not tell are not made up', () => {
  expect(machineProcessors([])).toEqual({})
  expect(machineProcessors([{ model: 'unknown' }])).toEqual({})
})
