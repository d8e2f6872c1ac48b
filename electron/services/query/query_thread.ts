/** The host's end of the query worker: a call per query, cancellation, and a new thread should one die. */
import { Worker } from 'node:worker_threads'
import { RpcError, type CancelSignal } from '../../../shared/rpc/contract.ts'
import { workerFile } from '../../paths.ts'
import type { QueryReply, QueryRequest, WorkerMethod, WorkerMethods, WorkerParameters } from './query_protocol.ts'

interface Pending { resolve(result: unknown): void; reject(error: Error): void }

export class QueryThread {
  #worker: Worker | null = null
  readonly #pending = new Map<number, Pending>()
  #lastId = 0

  /** Rejects with RpcError. A cancelled query's answer is thrown away; queries are short, so none is interrupted. */
  call<M extends WorkerMethod>(method: M, parameters: WorkerParameters<M>, signal?: CancelSignal): Promise<WorkerMethods[M]['result']> {
    if (signal?.aborted) return Promise.reject(new RpcError('cancelled', 'The query was cancelled'))
    const request: QueryRequest = { id: ++this.#lastId, method, parameters }
    const worker = (this.#worker ??= this.#start())
    return new Promise<unknown>((resolve, reject) => {
      const cancel = (): void => this.#settle(request.id, (pending) => pending.reject(new RpcError('cancelled', 'The query was cancelled')))
      const settled = (): void => signal?.removeEventListener('abort', cancel)
      this.#pending.set(request.id, {
        resolve: (result) => { settled(); resolve(result) },
        reject: (error) => { settled(); reject(error) },
      })
      signal?.addEventListener('abort', cancel)
      worker.ref()
      worker.postMessage(request)
    }) as Promise<WorkerMethods[M]['result']>
  }

  /** A query whose outcome nobody waits for. */
  send<M extends WorkerMethod>(method: M, parameters: WorkerParameters<M>): void {
    const request: QueryRequest = { id: ++this.#lastId, method, parameters }
    this.#worker?.postMessage(request)
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(workerFile(new URL('./query_worker.ts', import.meta.url)))
    worker.unref()
    worker.on('message', (reply: QueryReply) => this.#settle(reply.id, (pending) => {
      if ('error' in reply) pending.reject(new RpcError(reply.error.code ?? 'internal', reply.error.message))
      else pending.resolve(reply.result)
    }))
    worker.once('error', (error) => this.#lose(worker, error.message))
    worker.once('exit', () => this.#lose(worker, 'its thread ended'))
    return worker
  }

  #settle(id: number, settle: (pending: Pending) => void): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    this.#pending.delete(id)
    settle(pending)
    if (this.#pending.size === 0) this.#worker?.unref()
  }

  #lose(worker: Worker, why: string): void {
    if (this.#worker === worker) this.#worker = null
    const lost = [...this.#pending.values()]
    this.#pending.clear()
    for (const pending of lost) pending.reject(new RpcError('internal', `The query could not be answered (${why}); open the profile again`))
  }
}
