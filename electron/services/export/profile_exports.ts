/** Exported profiles, each on its way to the window that requested it: read in parts, and then gone. */
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ExportChoice } from '../../../shared/exported.ts'
import { exportCommandLine } from '../../../shared/names/export_command.ts'
import { sizeText } from '../../../shared/names/size_text.ts'
import { RpcError, type CallContext, type Result } from '../../../shared/rpc/contract.ts'
import { messageOf, systemErrorCode } from '../../failure.ts'
import { workerFile } from '../../paths.ts'
import { ownRecordingsDirectory } from '../../record/finishing/own_recordings.ts'
import { inScratchDirectory } from '../../scratch_directory.ts'
import type { SourcePlaces } from '../query/sources/source_files.ts'
import { REMEDY, type ExportProgress, type ExportReply, type ExportThreadData } from './export_protocol.ts'

/** A browser keeps the whole file before it saves it. Bytes. */
const LARGEST = 512 << 20

/** Base64 makes 1 MiB of it. Bytes. */
const PART = 768 << 10

/** A file without a name, which the system removes once it is closed. */
interface WrittenExport {
  id: number
  file: FileHandle
}

export interface ExportQuestion extends ExportChoice {
  /** Files to put into a page, by their names in the profile. */
  sources: readonly string[]
}

/** The profile that a window shows. */
export interface ExportedFile {
  path: string
  /** ISO 8601 */
  startedAt: string
}

export class ProfileExports {
  readonly #largest: number
  /** By window, the one that it may read; null while it is being written. */
  readonly #written = new Map<number, WrittenExport | null>()
  #lastId = 0

  /** @param largest bytes of one file */
  constructor(largest = LARGEST) {
    this.#largest = largest
  }

  /** Takes the place of the window's last one. Rejects with RpcError. */
  async write(
    { path, startedAt }: ExportedFile,
    { sources, ...choice }: ExportQuestion,
    places: SourcePlaces,
    { client, signal, progress }: CallContext,
  ): Promise<Result<'export.profile'>> {
    const earlier = this.#written.get(client)
    if (earlier === null) throw new RpcError('refused', 'This window is exporting a profile already; wait for it, or cancel it.')
    this.#written.set(client, null)
    try {
      await earlier?.file.close()
      const { leftOut, file } = await inScratchDirectory('export', async (directory) => {
        const output = join(directory, 'exported')
        const limit = {
          bytes: this.#largest,
          refusal: `The file has more than ${sizeText(this.#largest)}, too much for a window. Export fewer pairs, or run in a terminal: ${exportCommandLine(path, choice, sources.length > 0)}`,
        }
        const leftOut = await written({ path, startedAt, choice, sources, output, limit, places, ownRecordings: ownRecordingsDirectory() }, signal, progress)
        return { leftOut, file: await open(output) }
      })
      const { size } = await file.stat()
      // Its window may be gone.
      if (signal.aborted) return await file.close().then(() => Promise.reject(cancelled()))
      this.#written.set(client, { id: ++this.#lastId, file })
      return { file: this.#lastId, bytes: size, leftOut }
    } catch (error) {
      if (systemErrorCode(error) === null || error instanceof RpcError) throw error
      throw new RpcError('unable', `The file cannot be written (${messageOf(error)}); ${REMEDY}`)
    } finally {
      if (this.#written.get(client) === null) this.#written.delete(client)
    }
  }

  /** Base64 of the part that begins at this byte. */
  async read(client: number, id: number, start: number): Promise<string> {
    const { file } = this.#of(client, id)
    const buffer = Buffer.alloc(PART)
    const { bytesRead } = await file.read(buffer, 0, PART, start)
    return buffer.toString('base64', 0, bytesRead)
  }

  /** Of the window: there is one at most. */
  async close(client: number): Promise<void> {
    const written = this.#written.get(client)
    if (!written) return
    this.#written.delete(client)
    await written.file.close()
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#written.keys()].map((client) => this.close(client)))
  }

  #of(client: number, id: number): WrittenExport {
    const written = this.#written.get(client)
    if (written?.id !== id) throw new RpcError('not-found', 'This export is gone; export the profile again.')
    return written
  }
}

/** Writes it in a thread of its own. @returns the parts it leaves out, in lines */
function written(data: ExportThreadData, signal: CallContext['signal'], progress: CallContext['progress']): Promise<string[]> {
  if (signal.aborted) return Promise.reject(cancelled())
  const worker = new Worker(workerFile(new URL('./export_worker.ts', import.meta.url)), { workerData: data })
  return new Promise<string[]>((resolve, reject) => {
    let reply: ExportReply | null = null
    signal.addEventListener('abort', () => void worker.terminate())
    worker.on('message', (message: ExportReply | ExportProgress) => {
      if ('share' in message) progress?.(message.share)
      else reply = message
    })
    worker.once('error', (error) => reject(new RpcError('internal', `The profile could not be exported (${error.message}); export fewer pairs.`)))
    worker.once('exit', () => {
      if (signal.aborted) reject(cancelled())
      else if (reply === null) reject(new RpcError('internal', 'The profile could not be exported (its thread ended); export fewer pairs.'))
      else if ('error' in reply) reject(new RpcError(reply.error.code, reply.error.message))
      else resolve(reply.leftOut)
    })
  })
}

function cancelled(): RpcError {
  return new RpcError('cancelled', 'The export was cancelled.')
}
