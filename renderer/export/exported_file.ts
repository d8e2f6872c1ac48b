/** Gets an exported profile from the host, part by part. */
import type { RpcClient } from '../../shared/rpc/contract.ts'

/** @param read called with the share that has arrived, 0..1 @throws RpcError cancelled when the signal aborts */
export async function exportedFile(
  client: RpcClient,
  { file, bytes }: { file: number; bytes: number },
  { signal, read }: { signal: AbortSignal; read(share: number): void },
): Promise<Blob> {
  // A browser can move blobs out of its memory.
  const parts: Blob[] = []
  for (let start = 0; start < bytes;) {
    const part = Uint8Array.from(atob(await client.call('export.read', { file, start }, { signal })), (character) => character.charCodeAt(0))
    if (part.length === 0) throw new Error('The exported file ends too early; export it again.')
    parts.push(new Blob([part]))
    start += part.length
    read(start / bytes)
  }
  return new Blob(parts, { type: 'application/octet-stream' })
}
