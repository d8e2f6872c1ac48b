/** What the launch form says of processes that outlive the program. */
import { expect, test, vi } from 'vitest'
import { createLaunchService } from '../../electron/services/launch.ts'
import type { LaunchProgress, LaunchRequest } from '../../shared/rpc/recordings.ts'
import { temporaryDirectory } from './directory.ts'

const path = temporaryDirectory()

test('processes that go on are named', async () => {
  let last: LaunchProgress | null = null
  const service = createLaunchService(null, (progress) => (last = progress))
  const request: LaunchRequest = { program: 'sh', arguments: ['-c', 'sleep 60 & echo $!'], workingDirectory: path('.'), environment: {}, tools: ['dead-stores'], rate: 100, output: null }
  await service.handlers['launch.start'](request, { client: 1 } as never)
  await vi.waitFor(() => expect(last?.state).toBe('finished'), { timeout: 20_000 })
  const [, job] = /^(\d+)$/m.exec(last!.targetOutput) ?? []
  process.kill(Number(job))
  expect(last!.targetOutput).toContain(`hagstone: process ${job} (sleep) goes on without being recorded; record such a process with hagstone record --pid\n`)
})
