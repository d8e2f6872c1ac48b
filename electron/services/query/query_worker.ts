/** The thread that holds the opened profiles of one host: SQLite and everything slow stays off the main thread. */
import { parentPort } from 'node:worker_threads'
import { RpcError } from '../../../shared/rpc/contract.ts'
import type { SymbolSource } from '../../analysis/symbol_source.ts'
import { Failure, messageOf } from '../../failure.ts'
import { loadSymbolsAddon } from '../../symbols/symbols_addon.ts'
import { QueryEngine } from './query_engine.ts'
import type { QueryReply, QueryRequest, WorkerParameters } from './query_protocol.ts'

const port = parentPort
if (port === null) throw new Error('query_worker runs in a worker thread only')

const engine = new QueryEngine(symbolsIfBuilt)
port.on('message', (request: QueryRequest) => port.postMessage(reply(request)))
port.once('close', () => engine.close())

function reply({ id, method, parameters }: QueryRequest): QueryReply {
  try {
    return { id, result: engine.answer(method, parameters as WorkerParameters<typeof method>) }
  } catch (error) {
    return { id, error: { code: error instanceof RpcError ? error.code : null, message: messageOf(error) } }
  }
}

/** Profiles can be read without the addon; only code that they do not hold stays unshown. */
function symbolsIfBuilt(): SymbolSource | null {
  try {
    return loadSymbolsAddon()
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
