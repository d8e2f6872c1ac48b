import { expect, it } from 'vitest'
import { defaultSampling } from './options.ts'
import { describeRecording } from './recording_description.ts'

it.each([
  [{}, undefined],
  [{ OMP_WAIT_POLICY: 'active' }, undefined],
  [{ OMP_WAIT_POLICY: ' PASSIVE' }, true],
  [{ GOMP_SPINCOUNT: '0' }, true],
  [{ GOMP_SPINCOUNT: '1000', KMP_BLOCKTIME: '200' }, undefined],
  [{ KMP_BLOCKTIME: '0' }, true],
])('with %j threads of OpenMP were asked to sleep: %s', (environment, sleeps) => {
  const choice = { engine: 'software', reason: '' } as const
  const recorded = { command: ['p'], workingDirectory: '/', startedAt: new Date(0), choice, sampling: defaultSampling, rank: null, notes: [], environment }
  expect(describeRecording(recorded).openmpSleeps).toBe(sleeps)
})
