/** Worker thread of analysis.ts and analysis_ahead.ts: one analysis, then it ends. */
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

async function aheadThenProfile(directory: string): Promise<void> {
  const analysis = new RecordingAnalysis()
  post({ type: 'ready' })
  await analyzeAhead(analysis, directory, ending.signal)
  if (wanted !== null) await analysis.profile(wanted, hooks)
  analysis.close()
}

try {
  await (work.type === 'ahead' ? aheadThenProfile(work.directory) : runAnalysis(work, hooks))
  post({ type: 'done' })
} catch (error) {
  post({ type: 'failed', message: messageOf(error), code: error instanceof RpcError ? error.code : null })
} finally {
  port.close()
}
