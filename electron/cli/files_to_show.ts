import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { RpcError } from '../../shared/rpc/contract.ts'

/**
 * Absolute paths of what the windows should open. What is wrong inside of a file a window says; what is not there at all is
 * said at once, not by a window that nobody may look at.
 * @throws RpcError not-found
 */
export function filesToShow(paths: string[]): string[] {
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new RpcError('not-found', `${missing} does not exist; check the path`)
  return paths.map((path) => resolve(path))
}
