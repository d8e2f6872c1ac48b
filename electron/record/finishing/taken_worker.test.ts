import { expect, test, vi } from 'vitest'
import { AnalysisAhead } from './analysis_ahead.ts'

/** Answers every message, and never ends by itself. */
const answering = `import { parentPort } from 'node:worker_threads'
parentPort.on('message', (message) => parentPort.postMessage({ type: 'progress', share: message }))
parentPort.postMessage({ type: 'ready' })`
vi.mock('../../paths.ts', () => ({ workerFile: () => new URL(`data:text/javascript,${encodeURIComponent(answering)}`) }))

test('messages of the thread that analysed ahead arrive while it runs', async () => {
  const ahead = new AnalysisAhead('/recording', () => true)
  await expect.poll(() => ahead.isReady).toBe(true)
  const worker = ahead.take()!
  const answered = new Promise((resolve) => worker.on('message', resolve))
  worker.postMessage(0.5)
  expect(await answered).toEqual({ type: 'progress', share: 0.5 })
  await worker.terminate()
})
