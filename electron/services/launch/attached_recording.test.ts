import { expect, test, vi } from 'vitest'
import type { LaunchProgress } from '../../../shared/rpc/recordings.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import type { PreparedAttachment } from '../../record/attach.ts'
import { AnalysisAhead } from '../../record/finishing/analysis_ahead.ts'
import type { FinishHooks } from '../../record/finishing/finish.ts'
import { AttachedRecording } from './attached_recording.ts'

const finished: FinishHooks[] = []
vi.mock('../../record/finishing/finish.ts', () => ({
  noteEnd: () => {},
  finishRecording: (...[, , , hooks]: [unknown, unknown, unknown, FinishHooks]) => {
    finished.push(hooks)
    return Promise.resolve()
  },
}))
vi.mock('../../record/program/running_process.ts', () => ({ isRunning: () => false, untilGone: () => Promise.resolve() }))

test('a running process is analysed ahead, too, and the thread ends with its recording', async () => {
  const recordingDirectory = temporaryDirectory()
  const ended = vi.spyOn(AnalysisAhead.prototype, 'end')
  const prepared = {
    place: { recordingDirectory, profile: `${recordingDirectory}.hagstone` },
    limits: { duration: null, maxSamples: null, until: null },
    description: { tools: ['dead-stores'], stoppedBy: null, notes: [] },
    choice: { engine: 'software' },
    process: { id: 1 },
    remarks: [],
  } as unknown as PreparedAttachment
  const recording = new AttachedRecording(1 as LaunchProgress['recording'], prepared, () => {})
  expect(await recording.finished).toBe(prepared.place.profile)
  expect(finished.map(({ ahead }) => ahead)).toEqual([expect.any(AnalysisAhead)])
  expect(ended.mock.contexts).toEqual([finished[0]!.ahead])
})
