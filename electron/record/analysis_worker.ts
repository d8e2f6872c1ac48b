/** Worker thread of analysis.ts: one analysis, then it ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { RpcError } from '../../shared/rpc/contract.ts'
import { analyzeRecording } from '../analysis/analyze_recording.ts'
import { analyzeShard } from '../analysis/shards/analyze_shard.ts'
import { reduceShards } from '../analysis/shards/reduce_shards.ts'
import { messageOf } from '../failure.ts'
import type { AnalysisMessage, AnalysisRequest } from './analysis.ts'
import { loadSymbolsAddon } from '../symbols/symbols_addon.ts'

const port = parentPort
if (port === null) throw new Error('analysis_worker runs in a worker thread only')
const post = (message: AnalysisMessage): void => port.postMessage(message)

const request = workerData as AnalysisRequest
const cancelling = new AbortController()
port.on('message', () => cancelling.abort())

try {
  const hooks = { signal: cancelling.signal, onProgress: (share: number) => post({ type: 'progress', share }) }
  if (request.type === 'shard') await analyzeShard(request.directory, request.shard, hooks)
  else {
    const { directory, output, counting, reduce } = request
    const analyze = reduce ? reduceShards : analyzeRecording
    await analyze(directory, output, { ...hooks, symbols: loadSymbolsAddon(), ...(counting === null ? {} : { counting }) })
  }
  post({ type: 'done' })
} catch (error) {
  post({ type: 'failed', message: messageOf(error), code: error instanceof RpcError ? error.code : null })
} finally {
  port.close()
}
