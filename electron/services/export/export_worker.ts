/** The thread that exports one profile for a window, and ends: large profiles take seconds, and cancelling ends it at once. */
import { parentPort, workerData } from 'node:worker_threads'
import { counted } from '../../../shared/names/counted.ts'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { exportProfile, NO_SOURCES, type PageSources } from '../../export/export_profile.ts'
import type { SharedSources } from '../../export/html/sources.ts'
import { TooManyWeights } from '../../export/samples.ts'
import { Failure, messageOf } from '../../failure.ts'
import { OwnRecordings } from '../../record/finishing/own_recordings.ts'
import { REMEDY, type ExportProgress, type ExportReply, type ExportThreadData } from './export_protocol.ts'

const port = parentPort
if (port === null) throw new Error('export_worker runs in a worker thread only')

const { path, startedAt, choice, sources, output, limit, places, ownRecordings } = workerData as ExportThreadData
const leftOut: string[] = []
const progress = (share: number): void => port.postMessage({ share } satisfies ExportProgress)
port.postMessage(await reply())

async function reply(): Promise<ExportReply> {
  try {
    const question = { ...choice, top: choice.top ?? Infinity }
    await exportProfile(path, question, output, {
      name: path,
      startedAt,
      say: (line) => leftOut.push(line),
      limit,
      remedy: REMEDY,
      progress,
      ownRecordings: new OwnRecordings((line) => console.error(`hagstone: ${line}`), ownRecordings),
      places,
      pageSources: sources.length === 0 ? undefined : agreedSources,
    })
    return { leftOut }
  } catch (error) {
    if (error instanceof TooManyWeights)
      return { error: { code: 'refused', message: `${error.reason} Choose a number of the largest pairs, or CSV to have all of them.` } }
    if (error instanceof RpcError) return { error: { code: error.code, message: error.message } }
    return { error: { code: error instanceof Failure ? 'unable' : 'internal', message: messageOf(error) } }
  }
}

/** Those that the person saw in the list, and no others that may be shared meanwhile. */
function agreedSources({ found, changed }: SharedSources): PageSources {
  const agreed = new Map(sources.flatMap((file) => (found.has(file) ? [[file, found.get(file)!]] : [])))
  const gone = sources.filter((file) => !agreed.has(file))
  if (gone.length > 0) leftOut.push(`leaves out ${counted(gone.length, 'source file')}, ${gone[0]} first: missing by now`)
  return agreed.size === 0 ? NO_SOURCES : { sources: agreed, changed: new Set([...changed].filter((file) => agreed.has(file))) }
}
