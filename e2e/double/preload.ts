/** Preloaded into Node (--import), which does so in every worker thread too: the app's workers need no Electron. */
import { isMainThread } from 'node:worker_threads'

if (isMainThread) await import('./main.ts')
