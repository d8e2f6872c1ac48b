/** Compares a validation's recordings in a worker thread. */
import { Worker } from 'node:worker_threads'
import type { Validation } from '../../shared/validation.ts'
import { workerFile } from '../paths.ts'
import type { ValidatedProgram, ValidationRun } from './run_program.ts'
import type { ValidationSettings } from './settings.ts'

export interface ComparisonRequest {
  run: ValidationRun
  settings: ValidationSettings
  program: Pick<ValidatedProgram, 'tolerance' | 'workingDirectory'>
  /** Most pairs listed for each tool. */
  mostPairs: number
}
export type ComparisonMessage = { type: 'progress'; share: number } | { type: 'done'; validation: Validation } | { type: 'failed'; message: string }

/** compareRun in a worker thread: hundreds of recordings are analysed, and a host must answer its windows. */
export function compareInWorker(request: ComparisonRequest, onProgress: (share: number) => void): Promise<Validation> {
  const worker = new Worker(workerFile(new URL('./comparison_worker.ts', import.meta.url)), { workerData: request })
  return new Promise((resolve, reject) => {
    let outcome: ComparisonMessage | null = null
    worker.on('message', (message: ComparisonMessage) => {
      if (message.type === 'progress') onProgress(message.share)
      else outcome = message
    })
    worker.once('error', reject)
    worker.once('exit', (status) => {
      if (outcome?.type === 'done') resolve(outcome.validation)
      else reject(new Error(outcome?.type === 'failed' ? outcome.message : `the comparison ended early with status ${status}`))
    })
  })
}
