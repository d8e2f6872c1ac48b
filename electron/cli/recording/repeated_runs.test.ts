import { expect, test, vi } from 'vitest'
import type { PreparedLaunch } from '../../record/recording_layout.ts'
import { runRepeatedly } from './repeated_runs.ts'
import type { TargetRun } from './target_run.ts'

const runs: string[] = []
vi.mock('./target_run.ts', () => ({
  runTarget: (_: unknown, { kept, onStart }: TargetRun) => {
    runs.push(kept ?? 'first')
    onStart?.()
    return Promise.resolve({ end: { code: 0, signal: null }, finishedBefore: false })
  },
}))
vi.mock('../../record/several_runs.ts', () => ({ beginRun: () => ({ startedAt: '', exit: null }) }))

test('one analysis begins with the first of several runs', async () => {
  const onStart = vi.fn(() => runs.push('begun'))
  await runRepeatedly({} as PreparedLaunch, ['ignore', 'ignore', 'ignore'], 3, null, onStart)
  expect(runs).toEqual(['first', 'begun', 'run 2 of 3', 'run 3 of 3'])
})
