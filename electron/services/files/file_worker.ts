/** The thread that reads files for the windows: only it waits for a slow or lost network disk. */
import { resolve } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { messageOf } from '../../failure.ts'
import { OwnRecordings } from '../../record/finishing/own_recordings.ts'
import { assertDrawable, isValidationFile, readValidation } from '../../validate/read_validation.ts'
import { shareableSources, shareSources } from '../query/sources/shareable_sources.ts'
import { SourceFiles } from '../query/sources/source_files.ts'
import { listDirectory } from './directory_listing.ts'
import type { FileMethod, FileMethods, FileReply, FileRequest, FileThreadData } from './file_protocol.ts'

const port = parentPort
if (port === null) throw new Error('file_worker runs in a worker thread only')

const ownRecordings = new OwnRecordings((line) => console.error(`hagstone: ${line}`), (workerData as FileThreadData).ownRecordings)
const reader = new SourceFiles(ownRecordings)

const answers: { [M in FileMethod]: (parameters: FileMethods[M]['parameters']) => FileMethods[M]['result'] } = {
  'host.listDirectory': ({ path }) => listDirectory(path),
  'host.fileKind': ({ path }) => {
    assertDrawable(resolve(path))
    return isValidationFile(resolve(path)) ? 'validation' : 'profile'
  },
  'validation.read': ({ path }) => readValidation(resolve(path)),
  'source.read': ({ file, reference, places, agreed, from }) => reader[from === 'here' ? 'readHere' : 'read'](file, reference, places, agreed),
  'sources.list': ({ named, places }) => shareableSources(named, reader, places),
  'sources.embed': ({ files, named, places }) => {
    shareSources(files, named, { reader, places, ownRecordings })
    return shareableSources(named, reader, places)
  },
}

port.on('message', (request: FileRequest) => port.postMessage(reply(request)))

function reply({ id, method, parameters }: FileRequest): FileReply {
  try {
    return { id, result: answers[method](parameters as never) }
  } catch (error) {
    return { id, error: { code: error instanceof RpcError ? error.code : null, message: messageOf(error) } }
  }
}
