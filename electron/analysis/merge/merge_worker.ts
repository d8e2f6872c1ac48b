/** One thread of a merge (parallel_merge.ts): merges contexts of some writers, then adds those of other threads. */
import { parentPort } from 'node:worker_threads'
import { ContextMerger } from './context_merger.ts'
import { sharedColumns, sharedPart } from './shared_columns.ts'
import type { MergeQuestion, MergeAnswer } from '../merge_messages.ts'

const port = parentPort
if (port === null) throw new Error('merge_worker runs in a worker thread only')

const merger = new ContextMerger()
port.on('message', (question: MergeQuestion) => port.postMessage(question.type === 'merge' ? merge(question) : add(question)))

function merge({ names, writers }: Extract<MergeQuestion, { type: 'merge' }>): MergeAnswer {
  for (const process of names) merger.process(process)
  const known = merger.finish().regions.length
  const writerRows = writers.map(({ process, contexts }) => sharedColumns.int32(merger.contexts(contexts, process)))
  const { regions, ...part } = merger.finish()
  return regions.length > known ? { inventsNames: true } : { part: sharedPart(part), writerRows, inventsNames: false }
}

function add({ part }: Extract<MergeQuestion, { type: 'add' }>): MergeAnswer {
  const rows = merger.add(part)
  return { part: sharedPart(merger.finish()), rows: sharedColumns.int32(rows), inventsNames: false }
}
