import { RpcError } from '../../shared/rpc/contract.ts'

/** @returns whether it completed. A one-line error for users is allowed; any other error is a fault, and is rethrown */
export async function refusedInOneLine(read: () => unknown): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (error instanceof RpcError && error.message !== '' && !error.message.includes('\n')) return false
    throw error
  }
}
