/**
 * Worker thread of examination.ts: loops of large programs take minutes to analyse, and a host must answer its windows.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../../failure.ts'
import { loadSymbolsAddon } from '../../symbols/symbols_addon.ts'
import type { ExaminationMessage, ExaminationTask } from './examination.ts'
import { examineModules } from './module_examination.ts'

const port = parentPort
if (port === null) throw new Error('examine_worker runs in a worker thread only')
const post = (message: ExaminationMessage): void => port.postMessage(message)

const { paths, withLoops, cancelled } = workerData as ExaminationTask

function onProgress(share: number, what: string): void {
  if (Atomics.load(cancelled, 0) !== 0) throw new Error('the examination was cancelled')
  post({ type: 'progress', share, what })
}

try {
  post({ type: 'done', modules: examineModules(loadSymbolsAddon(), paths, { withLoops, onProgress }) })
} catch (error) {
  post({ type: 'failed', message: messageOf(error) })
}
