/** Worker thread of analysis.ts and analysis_ahead.ts: one analysis, then it stores its reusable results and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { messageOf } from '../../failure.ts'
import { RecordingAnalysis, runAnalysis } from '../run_analysis.ts'
import type { AnalysisMessage, AnalysisWork, ProfileRequest } from './analysis_messages.ts'
import { analyzeAhead } from './analysis_ahead.ts'

const port = parentPort
if (port === null) throw new Error('analysis_worker runs in a worker thread only')
const post = (message: AnalysisMessage): void => port.postMessage(message)

const work = workerData as AnalysisWork
const cancelling = new AbortController()
const ending = new AbortController()
let wanted: ProfileRequest | null = null
port.on('message', (message: 'cancel' | ProfileRequest) => {
  if (message === 'cancel') cancelling.abort()
  else wanted = message
  ending.abort()
})
const hooks = { signal: cancelling.signal, onProgress: (share: number) => post({ type: 'progress', share }) }

async function makeProfile(work: Exclude<AnalysisWork, { type: 'shard' }>): Promise<void> {
  const analysis = new RecordingAnalysis()
  if (work.type === 'ahead') {
    post({ type: 'ready' })
    await analyzeAhead(analysis, work.directory, ending.signal)
  }
  const request = work.type === 'ahead' ? wanted : work
  if (request !== null) await analysis.profile(request, hooks)
  post({ type: 'done' })
  // Nobody waits for this but the process, which meanwhile reads the profile.
  analysis.keep()
  analysis.close()
}

try {
  if (work.type === 'shard') {
    await runAnalysis(work, hooks)
    post({ type: 'done' })
  } else await makeProfile(work)
} catch (error) {
  post({ type: 'failed', message: messageOf(error), code: error instanceof RpcError ? error.code : null })
} finally {
  port.close()
}
