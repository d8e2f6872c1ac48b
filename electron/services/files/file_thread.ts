/** The host's end of the thread that reads files: one request after another, and a new thread if one dies. */
import { Worker } from 'node:worker_threads'
import { RpcError, type CancelSignal } from '../../../shared/rpc/contract.ts'
import { workerFile } from '../../paths.ts'
import type { FileMethod, FileMethods, FileReply, FileRequest, FileThreadData } from './file_protocol.ts'

interface Question {
  resolve(result: unknown): void
  reject(error: Error): void
}

export class FileThread {
  readonly #data: FileThreadData
  #worker: Worker | null = null
  readonly #questions = new Map<number, Question>()
  #lastId = 0

  /** @param ownRecordings directory that names the user's own recordings */
  constructor(ownRecordings: string) {
    this.#data = { ownRecordings }
  }

  /** Rejects with RpcError, at once when cancelled: a file-system call cannot be aborted, but is not waited for. */
  call<M extends FileMethod>(method: M, parameters: FileMethods[M]['parameters'], signal?: CancelSignal): Promise<FileMethods[M]['result']> {
    if (signal?.aborted) return Promise.reject(cancelled())
    const id = ++this.#lastId
    return new Promise<unknown>((resolve, reject) => {
      const cancel = (): void => this.#settle(id)?.reject(cancelled())
      const settled = (): void => signal?.removeEventListener('abort', cancel)
      signal?.addEventListener('abort', cancel)
      this.#questions.set(id, {
        resolve: (result) => {
          settled()
          resolve(result)
        },
        reject: (error) => {
          settled()
          reject(error)
        },
      })
      this.#worker ??= this.#start()
      this.#worker.ref()
      this.#worker.postMessage({ id, method, parameters } satisfies FileRequest)
    }) as Promise<FileMethods[M]['result']>
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(workerFile(new URL('./file_worker.ts', import.meta.url)), { workerData: this.#data })
    worker.on('message', (reply: FileReply) => {
      const question = this.#settle(reply.id)
      if ('error' in reply) question?.reject(new RpcError(reply.error.code ?? 'internal', reply.error.message))
      else question?.resolve(reply.result)
    })
    worker.once('error', (error) => this.#lose(worker, error.message))
    worker.once('exit', () => this.#lose(worker, 'its thread ended'))
    return worker
  }

  #settle(id: number): Question | undefined {
    const question = this.#questions.get(id)
    this.#questions.delete(id)
    if (this.#questions.size === 0) this.#worker?.unref()
    return question
  }

  #lose(worker: Worker, why: string): void {
    if (this.#worker !== null && this.#worker !== worker) return
    this.#worker = null
    for (const id of this.#questions.keys()) this.#settle(id)?.reject(new RpcError('internal', `The file could not be read (${why}); try again`))
  }
}

function cancelled(): RpcError {
  return new RpcError('cancelled', 'Reading was cancelled')
}
