/** Examines the modules of a program before the exhaustive engine runs it. */
import { Worker } from 'node:worker_threads'
import type { CancelSignal } from '../../../shared/rpc/contract.ts'
import { workerFile } from '../../paths.ts'
import { keptExamination, type ExaminedModules } from './module_examination.ts'

export interface ExaminationRequest {
  /** The program first, then the libraries that it needs. */
  paths: string[]
  withLoops: boolean
}

export interface ExaminationTask extends ExaminationRequest {
  /** Not 0: the user does not wait any more. */
  cancelled: Int32Array<SharedArrayBuffer>
}
export type ExaminationMessage =
  | { type: 'progress'; share: number; what: string }
  | { type: 'done'; modules: ExaminedModules }
  | { type: 'failed'; message: string }

export interface ExaminationHooks {
  /** The finished share of the modules' bytes, 0..1, and the current step. */
  onProgress(share: number, what: string): void
  signal?: CancelSignal
}

/**
 * Reads a program's modules, in a worker thread if earlier examinations left something open. @throws an Error of one
 * line if that fails as a whole, or is cancelled
 */
export async function examine(request: ExaminationRequest, { onProgress, signal }: ExaminationHooks): Promise<ExaminedModules> {
  if (signal?.aborted === true) throw new Error('the examination of the program was cancelled')
  const kept = keptExamination(request.paths, request.withLoops)
  if (kept !== null) return kept
  const task: ExaminationTask = { ...request, cancelled: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) }
  const worker = new Worker(workerFile(new URL('./examine_worker.ts', import.meta.url)), { workerData: task })
  let cancel = (): void => {}
  return new Promise<ExaminedModules>((resolve, reject) => {
    // The worker ends by itself after its module: terminating it inside native code would kill this process.
    cancel = () => {
      Atomics.store(task.cancelled, 0, 1)
      reject(new Error('the examination of the program was cancelled'))
    }
    signal?.addEventListener('abort', cancel)
    worker.on('message', (message: ExaminationMessage) => {
      if (message.type === 'progress') onProgress(message.share, message.what)
      else if (message.type === 'done') resolve(message.modules)
      else reject(new Error(message.message))
    })
    worker.once('error', reject)
    worker.once('exit', (status) => reject(new Error(`the examination of the program ended early with status ${status}`)))
  }).finally(() => signal?.removeEventListener('abort', cancel))
}
