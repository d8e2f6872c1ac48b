/** Worker thread of examination.ts: large programs have loops for minutes of analysis, and a host has windows to answer. */
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../../failure.ts'
import { loadSymbolsAddon } from '../../symbols/symbols_addon.ts'
import type { ExaminationMessage, ExaminationRequest } from './examination.ts'
import { examineModules } from './module_examination.ts'

const port = parentPort
if (port === null) throw new Error('examine_worker runs in a worker thread only')
const post = (message: ExaminationMessage): void => port.postMessage(message)

const { paths, withLoops } = workerData as ExaminationRequest
try {
  post({ type: 'done', modules: examineModules(loadSymbolsAddon(), paths, { withLoops, onProgress: (share, what) => post({ type: 'progress', share, what }) }) })
} catch (error) {
  post({ type: 'failed', message: messageOf(error) })
}
