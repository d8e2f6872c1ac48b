/**
 * Node's cache of compiled code: without types and compiled, the sources load in a third of the time.
 * JavaScript, as `cli/main.js` is: for one file with types that is loaded before the cache, Node loads what takes types
 * away, and that takes longer than all that follows is worth.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const isBundled = import.meta.url.endsWith('.mjs')
/** Beside what else was built of this checkout: sources lie in electron/, bundles in build/electron/. */
const ownDirectory = join(import.meta.dirname, '..', ...(isBundled ? [] : ['build']), 'compiled')

/**
 * Caches the compiled code of modules that this thread loads from now on, and reuses an earlier process's cache of the same text. The
 * environment stays as it is: the recorded program gets it. Where nothing can be kept, everything is compiled as ever.
 * A bundle keeps it only where set-up made the directory: a package may lie in another user's.
 * @param {string} [directory] where it is kept
 */
export function keepCompiledCode(directory = ownDirectory) {
  if (isBundled ? existsSync(directory) : isThere(directory)) enableCompileCache(directory)
}

/**
 * Made here: where a directory cannot be made for want of its parent (in /proc), Node 24 tries for ever.
 * @param {string} directory
 */
function isThere(directory) {
  try {
    mkdirSync(directory)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST'
  }
}
