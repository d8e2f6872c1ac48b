/**
 * Reader of raw recordings (native/common/raw_format.h). Nothing in the file is trusted: what is damaged is skipped and
 * counted by cause. Memory is bounded by a small multiple of the file's size. Also reads a file that is being written.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { RpcError } from '../../shared/rpc/contract.ts'
import { Damage } from './damage.ts'
import { ProcessDecoder } from './process_decoder.ts'
import { listExtents, visitRecords, type Extent } from './raw_extents.ts'
import { readRawHeader } from './raw_header.ts'
import { EXTENT_COUNTERS, EXTENT_LOG, EXTENT_SIZE, HEADER_SIZE, RECORD } from './raw_layout.ts'
import type { RawProcess, RawWriter } from './raw_process.ts'
import { WriterDecoder } from './writer_decoder.ts'

/**
 * @throws RpcError bad-file if the file is no raw recording or from a newer version; a file-system error if it cannot
 * be read. Never for damage.
 */
export function readRawFile(path: string): RawProcess {
  // A pipe of that name must not hold the reader up.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!fstatSync(file).isFile()) throw new RpcError('bad-file', `${path} is no file, so it is not a raw recording of Hagstone`)
    return readOpenFile(file, path)
  } finally {
    closeSync(file)
  }
}

function readOpenFile(file: number, path: string): RawProcess {
  const bytes = new Uint8Array(HEADER_SIZE)
  const got = readSync(file, bytes, 0, HEADER_SIZE, 0)
  const header = readRawHeader(new DataView(bytes.buffer, 0, got), path)
  const damage = new Damage()
  const byWriter = Map.groupBy(listExtents(file, fstatSync(file).size, header.extentCount, damage), (extent) => extent.writer)
  const process = new ProcessDecoder(damage)
  const room = new Uint8Array(EXTENT_SIZE)
  for (const extent of logs(byWriter.get(0))) {
    visitRecords(file, extent, room, damage, (type, view, at, length) => process.record(type, view, at, length))
  }
  const writers = [...byWriter.values()].map((extents) => readWriter(file, extents, room, damage, (index) => process.modules.has(index)))
  return { path, header, modules: process.modules, threads: process.threads, writers, damage }
}

/** Three walks, because pairs refer to contexts and traps to pairs; the damage of an extent is counted in its first. */
function readWriter(file: number, extents: Extent[], room: Uint8Array, damage: Damage, knowsModule: (index: number) => boolean): RawWriter {
  const decoder = new WriterDecoder(damage, knowsModule)
  const isProcess = extents[0]?.writer === 0
  const countedBefore = new Damage()
  for (const extent of logs(extents)) {
    visitRecords(file, extent, room, isProcess ? countedBefore : damage, (type, view, at, length) => {
      if (type === RECORD.context) decoder.context(view, at, length)
    })
  }
  for (const extent of extents.filter((extent) => extent.kind === EXTENT_COUNTERS)) {
    visitRecords(file, extent, room, damage, (type, view, at, length) => decoder.counters(type, view, at, length))
  }
  for (const extent of logs(extents)) {
    visitRecords(file, extent, room, countedBefore, (type, view, at, length) => {
      if (type === RECORD.trap) decoder.trap(view, at, length)
    })
  }
  return decoder.finish()
}

function logs(extents: Extent[] | undefined): Extent[] {
  return (extents ?? []).filter((extent) => extent.kind === EXTENT_LOG)
}
