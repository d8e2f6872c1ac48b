/** The thread that holds the opened profiles of one host: SQLite and everything slow stays off the main thread. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Progress } from '../../../shared/progress.ts'
import { RpcError } from '../../../shared/rpc/contract.ts'
import type { SymbolSource } from '../../analysis/symbols/symbol_source.ts'
import { Failure, messageOf } from '../../failure.ts'
import { OwnRecordings } from '../../record/finishing/own_recordings.ts'
import { versionTexts } from '../../report/comparison/version_texts.ts'
import { lineTexts } from '../../report/findings/line_texts.ts'
import { loadSymbolsAddon } from '../../symbols/symbols_addon.ts'
import { QueryEngine } from './query_engine.ts'
import type { QueryReply, QueryRequest, QueryThreadData, WorkerParameters } from './query_protocol.ts'

const port = parentPort
if (port === null) throw new Error('query_worker runs in a worker thread only')

const { cancelled, firstId } = workerData as QueryThreadData
const ownRecordings = new OwnRecordings((line) => console.error(`hagstone: ${line}`))
const engine = new QueryEngine(
  symbolsIfBuilt,
  ({ old, new: recent }) => versionTexts({ old, new: recent }, ownRecordings),
  firstId,
  (profile, path, places) => lineTexts(profile, path, ownRecordings, places),
)
let readingAhead: NodeJS.Timeout | undefined
port.on('message', (request: QueryRequest) => {
  clearTimeout(readingAhead)
  port.postMessage(reply(request))
  readAheadAfter(QUIET_TIME)
})
port.once('close', () => {
  clearTimeout(readingAhead)
  engine.close()
})

/** Milliseconds without a query after which the next is not expected at once. */
const QUIET_TIME = 500

function readAheadAfter(milliseconds: number): void {
  readingAhead = setTimeout(() => {
    if (engine.readAhead()) readAheadAfter(0)
  }, milliseconds)
}

/** Milliseconds between two words about one query. */
const PROGRESS_INTERVAL = 100

function reply({ id, method, parameters }: QueryRequest): QueryReply {
  let told = performance.now()
  const progress: Progress = {
    reached(share) {
      if (Atomics.load(cancelled, 0) === id) throw new RpcError('cancelled', 'The query was cancelled')
      if (performance.now() - told < PROGRESS_INTERVAL) return
      told = performance.now()
      port!.postMessage({ id, progress: Math.min(1, Math.max(0, share)) } satisfies QueryReply)
    },
  }
  try {
    return { id, result: engine.answer(method, parameters as WorkerParameters<typeof method>, progress) }
  } catch (error) {
    return { id, error: { code: error instanceof RpcError ? error.code : null, message: messageOf(error) } }
  }
}

/** Profiles can be read without the addon; only code that they do not contain stays hidden. */
function symbolsIfBuilt(): SymbolSource | null {
  try {
    return loadSymbolsAddon()
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
