/**
 * The messages between a window and its host: JSON text, one message per text, the same over WebSocket and over Electron
 * IPC. Both ends treat the other's bytes as untrusted: decoding checks the shape of the envelope, the host's schemas check
 * the parameters.
 *
 *   window → host   request {id, method, parameters}   cancel {id}   received {sequence}
 *   host → window   response {id, result}   failure {id, code, message}   progress {id, share}   event {sequence, event, payload}
 *
 * `id` is chosen by the window and unique among its unanswered requests. Every event is confirmed by `received` once
 * its listeners ran; the host keeps few events unconfirmed and drops intermediate progress for a slow window.
 */
import type { EventName, RpcErrorCode } from './contract.ts'

/** A two-way channel of texts. `onMessage` and `onClose` are called once each, before any text arrives. */
export interface Port {
  post(text: string): void
  onMessage(listener: (text: string) => void): void
  onClose(listener: () => void): void
}

export type ClientMessage =
  | { type: 'request'; id: number; method: string; parameters: unknown }
  | { type: 'cancel'; id: number }
  | { type: 'received'; sequence: number }

export type HostMessage =
  | { type: 'response'; id: number; result: unknown }
  | { type: 'failure'; id: number; code: RpcErrorCode; message: string }
  /** A long request is done to this share, 0..1. */
  | { type: 'progress'; id: number; share: number }
  | { type: 'event'; sequence: number; event: EventName; payload: unknown }

const errorCodes: Record<RpcErrorCode, true> = {
  'invalid-argument': true,
  'not-found': true,
  stale: true,
  refused: true,
  'bad-file': true,
  unable: true,
  cancelled: true,
  internal: true,
}
const eventNames: Record<EventName, true> = {
  'launch.progress': true,
  'host.openProfile': true,
  'host.compareProfiles': true,
  'host.command': true,
  'host.recentChanged': true,
}

export function encode(message: ClientMessage | HostMessage): string {
  return JSON.stringify(message)
}

/** Null when the text is no message that a window sends. */
export function decodeClientMessage(text: string): ClientMessage | null {
  const fields = parseObject(text)
  if (fields === null) return null
  switch (fields['type']) {
    case 'request':
      if (!isCount(fields['id']) || typeof fields['method'] !== 'string') return null
      return { type: 'request', id: fields['id'], method: fields['method'], parameters: fields['parameters'] }
    case 'cancel':
      return isCount(fields['id']) ? { type: 'cancel', id: fields['id'] } : null
    case 'received':
      return isCount(fields['sequence']) ? { type: 'received', sequence: fields['sequence'] } : null
    default:
      return null
  }
}

/** Null when the text is no message that a host sends. */
export function decodeHostMessage(text: string): HostMessage | null {
  const fields = parseObject(text)
  if (fields === null) return null
  switch (fields['type']) {
    case 'response':
      return isCount(fields['id']) ? { type: 'response', id: fields['id'], result: fields['result'] } : null
    case 'failure': {
      const { id, code, message } = fields
      if (!isCount(id) || !isKey(errorCodes, code) || typeof message !== 'string') return null
      return { type: 'failure', id, code, message }
    }
    case 'progress': {
      const { id, share } = fields
      return isCount(id) && typeof share === 'number' && share >= 0 && share <= 1 ? { type: 'progress', id, share } : null
    }
    case 'event': {
      const { sequence, event, payload } = fields
      if (!isCount(sequence) || !isKey(eventNames, event)) return null
      return { type: 'event', sequence, event, payload }
    }
    default:
      return null
  }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isKey<K extends string>(keys: Record<K, true>, value: unknown): value is K {
  return typeof value === 'string' && Object.hasOwn(keys, value)
}
