import { expect, test } from 'vitest'
import type { Wait } from '../../shared/findings/waits/wait.ts'
import { waitsLine, waitText } from './wait_words.ts'

const wait: Wait = {
  kind: 'idle',
  text: 'Thread 2 works 2.9× as long as thread 1',
  remedy: '',
  function: 'work',
  file: null,
  line: null,
  region: null,
  call: null,
  library: null,
  amount: 0,
  shareOfRun: 0,
  interval: null,
  threads: [],
  imbalance: null,
}

test('threads that sleep have no share of the run', () => {
  const ofCpuTime = { measure: 'cpu-time' } as const
  expect(waitsLine({ ...ofCpuTime, waits: [wait] })).toBe('Waiting for other threads, in neither waste nor use')
  expect(waitsLine({ ...ofCpuTime, waits: [wait, { ...wait, shareOfRun: 0.2 }] })).toBe(
    'Waiting for other threads: 20.0 % of the run, in neither waste nor use',
  )
  expect(waitText(wait, ofCpuTime)).toBe(wait.text)
  expect(waitText({ ...wait, shareOfRun: 0.2 }, ofCpuTime)).toBe(`20.0 % of the run: ${wait.text}`)
})
