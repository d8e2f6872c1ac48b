import { Worker } from 'node:worker_threads'
import { workerFile } from '../../paths.ts'
import type { ExaminedModules } from './module_examination.ts'

export interface ExaminationRequest {
  /** The program first, then the libraries that it needs. */
  paths: string[]
  withLoops: boolean
}
export type ExaminationMessage = { type: 'progress'; share: number } | { type: 'done'; modules: ExaminedModules } | { type: 'failed'; message: string }

/** Looks at a program's modules in a worker thread. @throws an Error of one line where that fails as a whole */
export async function examineInWorker(request: ExaminationRequest, onProgress: (share: number) => void): Promise<ExaminedModules> {
  const worker = new Worker(workerFile(new URL('./examine_worker.ts', import.meta.url)), { workerData: request })
  return new Promise((resolve, reject) => {
    worker.on('message', (message: ExaminationMessage) => {
      if (message.type === 'progress') onProgress(message.share)
      else if (message.type === 'done') resolve(message.modules)
      else reject(new Error(message.message))
    })
    worker.once('error', reject)
    worker.once('exit', (status) => reject(new Error(`the examination of the program ended early with status ${status}`)))
  })
}
