/** The host's end of the contract, over any port: validates, dispatches, cancels and reports. */
import type { CallContext, EventName, Events, MethodName, Parameters, RpcErrorCode, RpcHandlers } from '../../shared/rpc/contract.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import type { ClientMessage, HostMessage, Port } from '../../shared/rpc/wire.ts'
import { decodeClientMessage, encode } from '../../shared/rpc/wire.ts'
import { Failure, exitStatus, messageOf } from '../failure.ts'
import { parameterSchemas } from '../services/validation.ts'
import { EventQueue } from './event_queue.ts'

/** Unanswered requests of one window; a correct window never comes near. */
const mostRequests = 512

export interface RpcHost {
  /** Serves a window until its port closes. Returns the window's number, which handlers see as `context.client`. */
  connect(port: Port): number
  /** Sends an event to one window, or to all. */
  emit<E extends EventName>(event: E, payload: Events[E], client?: number): void
}

export interface RpcHostHooks {
  /** A window is gone; everything opened for it may be closed. */
  onDisconnect(client: number): void
  /** An unexpected error: the window gets one line, this gets all of it. */
  onInternalError(method: string, error: unknown): void
}

export function createRpcHost(handlers: RpcHandlers, hooks: RpcHostHooks): RpcHost {
  const queues = new Map<number, EventQueue>()
  let nextClient = 1

  function connect(port: Port): number {
    const client = nextClient++
    const running = new Map<number, AbortController>()
    let open = true
    const post = (message: HostMessage): void => {
      if (open) port.post(encode(message))
    }
    const queue = new EventQueue(post)
    queues.set(client, queue)

    async function answer(request: Extract<ClientMessage, { type: 'request' }>): Promise<void> {
      const { id, method } = request
      if (running.has(id)) {
        post({ type: 'failure', id, code: 'invalid-argument', message: `Request ${id} is still being answered; use a new number.` })
        return
      }
      if (running.size >= mostRequests) {
        post({ type: 'failure', id, code: 'refused', message: `${mostRequests} requests are unanswered already; wait for some of them.` })
        return
      }
      const cancelling = new AbortController()
      running.set(id, cancelling)
      try {
        const result = await dispatch(method, request.parameters, {
          signal: cancelling.signal,
          client,
          progress: (share) => post({ type: 'progress', id, share }),
        })
        post({ type: 'response', id, result })
      } catch (error) {
        post({ type: 'failure', id, ...describe(method, error, cancelling.signal.aborted) })
      } finally {
        running.delete(id)
      }
    }

    port.onMessage((text) => {
      const message = decodeClientMessage(text)
      if (message === null) return
      if (message.type === 'request') void answer(message)
      else if (message.type === 'cancel') running.get(message.id)?.abort()
      else queue.confirm(message.sequence)
    })
    port.onClose(() => {
      if (!open) return
      open = false
      queues.delete(client)
      for (const cancelling of running.values()) cancelling.abort()
      hooks.onDisconnect(client)
    })
    return client
  }

  async function dispatch(method: string, parameters: unknown, context: CallContext): Promise<unknown> {
    if (!isMethod(method)) throw new RpcError('invalid-argument', `There is no method ${JSON.stringify(method.slice(0, 64))}; reload the window.`)
    return invoke(method, parameters, context)
  }

  function invoke<M extends MethodName>(method: M, parameters: unknown, context: CallContext): Promise<unknown> {
    const parsed = parameterSchemas[method].safeParse(parameters)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      const place = issue === undefined || issue.path.length === 0 ? '' : ` ${issue.path.join('.')}:`
      throw new RpcError('invalid-argument', `${method} was asked with wrong arguments (${place} ${issue?.message ?? 'unknown'}).`.replace('( ', '('))
    }
    return handlers[method](parsed.data as Parameters<M>, context)
  }

  function describe(method: string, error: unknown, cancelled: boolean): { code: RpcErrorCode; message: string } {
    if (cancelled) return { code: 'cancelled', message: `${method} was cancelled.` }
    if (error instanceof RpcError) return { code: error.code, message: error.message }
    if (error instanceof Failure) return { code: codeOf(error), message: error.message }
    hooks.onInternalError(method, error)
    return {
      code: 'internal',
      message: `${method} failed unexpectedly (${messageOf(error).split('\n')[0]}); the terminal that started Hagstone has the details.`,
    }
  }

  return {
    connect,
    emit(event, payload, client) {
      if (client !== undefined) queues.get(client)?.add(event, payload)
      else for (const queue of queues.values()) queue.add(event, payload)
    },
  }
}

function isMethod(name: string): name is MethodName {
  return Object.hasOwn(parameterSchemas, name)
}

function codeOf(failure: Failure): RpcErrorCode {
  switch (failure.status) {
    case exitStatus.notFound:
      return 'not-found'
    case exitStatus.badFile:
      return 'bad-file'
    case exitStatus.wrongUse:
    case exitStatus.notExecutable:
      return 'invalid-argument'
    default:
      return 'unable'
  }
}
