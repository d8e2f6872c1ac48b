import { expect, test } from 'vitest'
import { machineText } from './machine.ts'

test('a machine is told by name, processors, caches in powers of two, and kernel', () => {
  const caches = [
    { level: 1, bytes: 32_768 },
    { level: 2, bytes: 2_097_152 },
  ]
  expect(machineText({ host: 'ada', kernel: '6.1.0', processors: { model: 'AMD EPYC', count: 2 }, caches })).toBe(
    'ada: AMD EPYC, 2 hardware threads, L1 32 KiB, L2 2 MiB, Linux 6.1.0',
  )
})

test('in short, a machine is told by name and processors', () => {
  const machine = { host: 'ada', kernel: '6.1.0', processors: { model: 'AMD EPYC', count: 2 }, caches: [{ level: 1, bytes: 32_768 }] }
  expect(machineText(machine, true)).toBe('ada: AMD EPYC, 2 hardware threads')
})

test('what is not known of a machine is left out', () => {
  expect(machineText({ host: 'ada', caches: [] })).toBe('ada')
  expect(machineText({ host: '(none)', processors: { model: 'AMD EPYC', count: 1 }, caches: [] })).toBe('an unnamed machine: AMD EPYC, 1 hardware thread')
  expect(machineText({ host: '', caches: [] })).toBe('an unnamed machine')
})
