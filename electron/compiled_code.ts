/** Node's cache of compiled code: without types and compiled, the sources load in a third of the time. */
import { mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/** Beside what else was built of this checkout. */
const ownDirectory = join(import.meta.dirname, '..', 'build', 'compiled')

/**
 * Keeps what this thread loads from now on, and takes from there what an earlier process kept of the same text. The
 * environment stays as it is: the recorded program gets it. Where nothing can be kept, everything is compiled as ever.
 * Bundles are left alone: what they load is small, and their directory may be anybody's.
 */
export function keepCompiledCode(directory = ownDirectory): void {
  if (import.meta.url.endsWith('.ts') && isThere(directory)) enableCompileCache(directory)
}

/** Made here: where a directory cannot be made for want of its parent (in /proc), Node 24 tries for ever. */
function isThere(directory: string): boolean {
  try {
    mkdirSync(directory)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}
