import { RpcError } from '../../shared/rpc/contract.ts'

/** @returns whether it came to its end. What it throws is one line for people; anything else is a fault, and thrown on. */
export async function refusedInOneLine(read: () => unknown): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (error instanceof RpcError && error.message !== '' && !error.message.includes('\n')) return false
    throw error
  }
}
