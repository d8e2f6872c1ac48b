/** The host's end of the query worker: one query at a time, progress, cancellation, and a new thread if one dies. */
import { Worker } from 'node:worker_threads'
import { RpcError, type CancelSignal } from '../../../shared/rpc/contract.ts'
import { workerFile } from '../../paths.ts'
import type { QueryReply, QueryRequest, QueryThreadData, WorkerMethod, WorkerMethods, WorkerParameters } from './query_protocol.ts'

interface Query {
  request: QueryRequest
  resolve(result: unknown): void
  reject(error: Error): void
  progress(share: number): void
}

/** Objects that the worker opened for queries cancelled during their answer are closed again. */
const UNDO: {
  [M in WorkerMethod]?: (result: WorkerMethods[M]['result']) => { [N in WorkerMethod]: { method: N; parameters: WorkerParameters<N> } }[WorkerMethod]
} = {
  'profile.open': ({ profile }) => ({ method: 'profile.close', parameters: { profile } }),
  'tree.create': ({ view }) => ({ method: 'tree.close', parameters: { view } }),
  'compare.open': ({ comparison }) => ({ method: 'compare.close', parameters: { comparison } }),
  'compare.tree': ({ view }) => ({ method: 'tree.close', parameters: { view } }),
}

/** No thread is alive to open more. */
const MOST_OPENED = 2 ** 32

/** Memory for young objects: with V8's usual 48 a profile of ten million contexts takes 50 to 150 MB more, and no less time. */
const YOUNG_MEGABYTES = 6

export class QueryThread {
  #worker: Worker | null = null
  /** The first is being answered, unless it was cancelled meanwhile. */
  readonly #queries: Query[] = []
  #running: QueryRequest | null = null
  #lastId = 0
  #started = 0
  /** Number of the query that the worker should abandon; it checks periodically. */
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

  /** Starts the thread before the first request. */
  warm(): void {
    this.#worker ??= this.#start()
  }

  /** Rejects with RpcError, at once when cancelled: a waiting query is dropped, and a running one abandoned. */
  call<M extends WorkerMethod>(
    method: M,
    parameters: WorkerParameters<M>,
    signal?: CancelSignal,
    progress: (share: number) => void = () => {},
  ): Promise<WorkerMethods[M]['result']> {
    if (signal?.aborted) return Promise.reject(cancelled())
    return new Promise<unknown>((resolve, reject) => {
      const id = ++this.#lastId
      const cancel = (): void => this.#cancel(id)
      const settled = (): void => signal?.removeEventListener('abort', cancel)
      signal?.addEventListener('abort', cancel)
      this.#ask({
        request: { id, method, parameters },
        progress,
        resolve: (result) => {
          settled()
          resolve(result)
        },
        reject: (error) => {
          settled()
          reject(error)
        },
      })
    }) as Promise<WorkerMethods[M]['result']>
  }

  /** A query whose outcome is no longer awaited. */
  send<M extends WorkerMethod>(method: M, parameters: WorkerParameters<M>): void {
    if (this.#worker !== null) this.#ask({ request: { id: ++this.#lastId, method, parameters }, progress: () => {}, resolve: () => {}, reject: () => {} })
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #ask(query: Query): void {
    this.#queries.push(query)
    this.#next()
  }

  #next(): void {
    const next = this.#queries[0]
    if (this.#running !== null || next === undefined) return
    const worker = (this.#worker ??= this.#start())
    this.#running = next.request
    worker.ref()
    worker.postMessage(next.request)
  }

  #start(): Worker {
    const worker = new Worker(workerFile(new URL('./query_worker.ts', import.meta.url)), {
      workerData: { cancelled: this.#cancelled, firstId: this.#started++ * MOST_OPENED } satisfies QueryThreadData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    })
    worker.unref()
    worker.on('message', (reply: QueryReply) => this.#receive(reply))
    worker.once('error', (error) => this.#lose(worker, error.message))
    worker.once('exit', () => this.#lose(worker, 'its thread ended'))
    return worker
  }

  #receive(reply: QueryReply): void {
    if ('progress' in reply) {
      this.#queries.find(({ request }) => request.id === reply.id)?.progress(reply.progress)
      return
    }
    const { method } = this.#running!
    this.#running = null
    const query = this.#take(reply.id)
    if (!query && 'result' in reply) this.#undo(method, reply.result)
    if (query && 'error' in reply) query.reject(new RpcError(reply.error.code ?? 'internal', reply.error.message))
    else if (query && 'result' in reply) query.resolve(reply.result)
    this.#next()
    if (this.#running === null) this.#worker?.unref()
  }

  #cancel(id: number): void {
    if (this.#running?.id === id) Atomics.store(this.#cancelled, 0, id)
    this.#take(id)?.reject(cancelled())
  }

  #undo<M extends WorkerMethod>(method: M, result: unknown): void {
    const undo = UNDO[method]?.(result as WorkerMethods[M]['result'])
    if (undo) this.send(undo.method, undo.parameters as never)
  }

  #take(id: number): Query | undefined {
    const at = this.#queries.findIndex(({ request }) => request.id === id)
    return at < 0 ? undefined : this.#queries.splice(at, 1)[0]
  }

  #lose(worker: Worker, why: string): void {
    if (this.#worker !== null && this.#worker !== worker) return
    this.#worker = null
    this.#running = null
    for (const query of this.#queries.splice(0)) query.reject(new RpcError('internal', `The query could not be answered (${why}); open the profile again`))
  }
}

function cancelled(): RpcError {
  return new RpcError('cancelled', 'The query was cancelled')
}
