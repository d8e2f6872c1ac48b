import { RpcError } from '../../shared/rpc/contract.ts'

/** The one line to show for anything that was thrown. */
export function failureText(error: unknown): string {
  if (error instanceof Error) return error.message
  return String(error)
}

export function isCancelled(error: unknown): boolean {
  return error instanceof RpcError && error.code === 'cancelled'
}

/** What is in place of an answer that did not come; work that takes long is stopped by the person alone. */
export function missingAnswerText(error: unknown): string {
  return isCancelled(error) ? 'Stopped before it was done.' : failureText(error)
}
