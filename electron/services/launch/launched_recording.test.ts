import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { LaunchProgress } from '../../../shared/rpc/recordings.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import type { PreparedLaunch } from '../../record/recording_layout.ts'
import { LaunchedRecording } from './launched_recording.ts'
import { TargetOutput } from './target_output.ts'

test('a limit of a recording whose directory is gone is reported, and the host continues', async () => {
  const gone = join(temporaryDirectory(), 'gone')
  const prepared = {
    place: { recordingDirectory: gone, profile: `${gone}.hagstone` },
    limits: { duration: 0, maxSamples: null, until: null },
    description: { tools: ['dead-stores'], stoppedBy: null, notes: [] },
    choice: { engine: 'software' },
    remarks: [],
    control: {
      request: () => {
        throw new Error(`ENOENT: no such file or directory, open '${gone}/control'`)
      },
    },
  } as unknown as PreparedLaunch
  const output = new TargetOutput()
  const target = spawn('sleep', ['60'], { stdio: output.stdio, detached: true })
  output.release()
  const seen: LaunchProgress[] = []
  const recording = new LaunchedRecording(
    1 as LaunchProgress['recording'],
    { prepared, counting: null, runs: 1, keepOutput: false, first: { target, output, noted: null } },
    (progress) => seen.push(progress),
  )
  await expect.poll(() => seen.at(-1)?.targetOutput).toMatch(/--duration 0 s cannot end the recording, which ends with the program \(ENOENT: /)
  recording.stop()
  expect(await recording.finished).toBeNull()
  expect(seen.at(-1)!.targetOutput.match(/cannot end the recording/g)).toHaveLength(1)
})
