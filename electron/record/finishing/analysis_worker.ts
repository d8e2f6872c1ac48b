/** Worker thread of analysis.ts: one analysis, then it ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { messageOf } from '../../failure.ts'
import type { AnalysisMessage, AnalysisRequest } from './analysis.ts'
import { runAnalysis } from '../run_analysis.ts'

const port = parentPort
if (port === null) throw new Error('analysis_worker runs in a worker thread only')
const post = (message: AnalysisMessage): void => port.postMessage(message)

const request = workerData as AnalysisRequest
const cancelling = new AbortController()
port.on('message', () => cancelling.abort())

try {
  await runAnalysis(request, { signal: cancelling.signal, onProgress: (share) => post({ type: 'progress', share }) })
  post({ type: 'done' })
} catch (error) {
  post({ type: 'failed', message: messageOf(error), code: error instanceof RpcError ? error.code : null })
} finally {
  port.close()
}
