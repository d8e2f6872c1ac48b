import { expect, it } from 'vitest'
import { threadNumbers } from './thread_numbers.ts'

it('numbers the threads of each process by creation', () => {
  const threads = [
    { process: 7, thread: 7 },
    { process: 8, thread: 8 },
    { process: 7, thread: 70 },
    { process: 7, thread: 71 },
    { rank: 1, process: 7, thread: 7 },
  ]
  expect(threadNumbers(threads)).toEqual([0, 0, 1, 2, 0])
})

it('begins again with a program that the process executes, as taskset and numactl do', () => {
  const threads = [
    { process: 7, thread: 7 },
    { process: 7, thread: 7 },
    { process: 7, thread: 70 },
  ]
  expect(threadNumbers(threads)).toEqual([0, 0, 1])
})
