/** Worker thread of comparison.ts: one comparison, then it ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../failure.ts'
import { loadSymbolsAddon } from '../symbols/symbols_addon.ts'
import type { ComparisonMessage, ComparisonRequest } from './comparison.ts'
import { compareRun } from './validate.ts'

const port = parentPort
if (port === null) throw new Error('comparison_worker runs in a worker thread only')
const post = (message: ComparisonMessage): void => port.postMessage(message)

const { run, settings, program, mostPairs } = workerData as ComparisonRequest

try {
  const onProgress = (share: number): void => post({ type: 'progress', share })
  post({ type: 'done', validation: await compareRun(run, settings, program, { live: null, symbols: loadSymbolsAddon(), mostPairs, onProgress }) })
} catch (error) {
  post({ type: 'failed', message: messageOf(error) })
}
