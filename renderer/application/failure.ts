import { RpcError } from '../../shared/rpc/contract.ts'

/** The one line to show for anything that was thrown. */
export function failureText(error: unknown): string {
  if (error instanceof Error) return error.message
  return String(error)
}

export function isCancelled(error: unknown): boolean {
  return error instanceof RpcError && error.code === 'cancelled'
}

/** Text in place of a missing answer; only the person stops long work. */
export function missingAnswerText(error: unknown): string {
  return isCancelled(error) ? 'Stopped before it was done.' : failureText(error)
}
