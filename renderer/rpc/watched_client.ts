/** A client that knows which of its calls take long: those that report progress can be watched and cancelled. It notices a host that is silent. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { patience } from '../components/loading/patience.ts'
import type { CancelSignal, EventName, Events, MethodName, Parameters, Result, RpcClient } from '../../shared/rpc/contract.ts'

/** A call that takes long enough to show its progress. */
interface Work {
  id: number
  method: MethodName
  /** Done, 0..1. */
  share: number
  cancel(): void
}

export interface WatchedClient {
  client: RpcClient
  /** The oldest first. */
  works: StoreApi<readonly Work[]>
  /** Calls wait, and nothing has come from the host for `patience`. */
  silent: StoreApi<boolean>
}

/** A person answers these, or another machine. */
const waitsForOthers = (method: MethodName): boolean => method === 'host.chooseFile' || method.startsWith('desktop.')

export function watchClient(client: RpcClient): WatchedClient {
  const works = createStore<readonly Work[]>(() => [])
  const silent = createStore<boolean>(() => false)
  let lastId = 0
  let waiting = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  function listen(): void {
    clearTimeout(timer)
    if (silent.getState()) silent.setState(false, true)
    if (waiting > 0) timer = setTimeout(() => silent.setState(true, true), patience)
  }
  async function call<M extends MethodName>(
    method: M,
    parameters: Parameters<M>,
    options: { signal?: CancelSignal; onProgress?(share: number): void } = {},
  ): Promise<Result<M>> {
    const id = ++lastId
    const controller = new AbortController()
    const cancel = (): void => controller.abort()
    if (options.signal?.aborted) cancel()
    options.signal?.addEventListener('abort', cancel)
    const onProgress = (share: number): void => {
      listen()
      options.onProgress?.(share)
      works.setState((all) => [...all.filter((work) => work.id !== id), { id, method, share, cancel }].toSorted((a, b) => a.id - b.id), true)
    }
    const counts = waitsForOthers(method) ? 0 : 1
    waiting += counts
    if (waiting === counts) listen()
    try {
      return await client.call(method, parameters, { signal: controller.signal, onProgress })
    } finally {
      waiting -= counts
      // A call that was given up is no answer.
      if (!controller.signal.aborted || waiting === 0) listen()
      options.signal?.removeEventListener('abort', cancel)
      if (works.getState().some((work) => work.id === id)) works.setState((all) => all.filter((work) => work.id !== id), true)
    }
  }
  function on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void {
    return client.on(event, (payload) => {
      listen()
      listener(payload)
    })
  }
  return { client: { call, on }, works, silent }
}
