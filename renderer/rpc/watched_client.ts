/** A client that knows which of its calls take long: those that tell how far they are can be watched and cancelled. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CancelSignal, MethodName, Parameters, Result, RpcClient } from '../../shared/rpc/contract.ts'

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
}

export function watchClient(client: RpcClient): WatchedClient {
  const works = createStore<readonly Work[]>(() => [])
  let lastId = 0
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
      options.onProgress?.(share)
      works.setState((all) => [...all.filter((work) => work.id !== id), { id, method, share, cancel }].toSorted((a, b) => a.id - b.id), true)
    }
    try {
      return await client.call(method, parameters, { signal: controller.signal, onProgress })
    } finally {
      options.signal?.removeEventListener('abort', cancel)
      if (works.getState().some((work) => work.id === id)) works.setState((all) => all.filter((work) => work.id !== id), true)
    }
  }
  return { client: { call, on: (event, listener) => client.on(event, listener) }, works }
}
