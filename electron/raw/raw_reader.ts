/**
 * Reader of raw recordings (native/common/raw_format.h). Nothing in the file is trusted: what is damaged is skipped and
 * counted by cause. Memory is bounded by a small multiple of the file's size. Also reads a file that is being written.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { RpcError } from '../../shared/rpc/contract.ts'
import { Damage } from './damage.ts'
import { ProcessDecoder } from './process_decoder.ts'
import { listExtents, visitRecords, type Extent, type RecordVisitor } from './raw_extents.ts'
import { readRawHeader } from './raw_header.ts'
import { EXTENT_COUNTERS, EXTENT_LOG, EXTENT_SIZE, HEADER_SIZE, RECORD } from './raw_layout.ts'
import type { RawProcess, RawWriter } from './raw_process.ts'
import { WriterDecoder, type ProcessScope } from './writer_decoder.ts'

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
  const writers = readWriters(file, byWriter, room, damage, (index) => process.modules.has(index))
  return { path, header, modules: process.modules, threads: process.threads, writers, damage }
}

/** Three walks, because pairs refer to contexts, also of other writers, and traps to pairs; the damage of an extent is counted in its first. */
function readWriters(file: number, byWriter: Map<number, Extent[]>, room: Uint8Array, damage: Damage, knowsModule: (index: number) => boolean): RawWriter[] {
  const positions = new Map([...byWriter.keys()].map((writer, position) => [writer, position]))
  const decoders: WriterDecoder[] = []
  const scope: ProcessScope = {
    damage,
    knowsModule,
    contextOf: (writer, context) => {
      const position = positions.get(writer) ?? -1
      const row = decoders[position]?.contextRow(context)
      return row === undefined ? null : { writer: position, row }
    },
  }
  for (const position of positions.values()) decoders.push(new WriterDecoder(scope, position))
  const countedBefore = new Damage()
  const visit = (kind: number, damageOf: (writer: number) => Damage, record: (decoder: WriterDecoder, ...record: Parameters<RecordVisitor>) => void): void => {
    for (const [writer, extents] of byWriter) {
      const decoder = decoders[positions.get(writer)!]!
      for (const extent of extents) {
        if (extent.kind === kind) visitRecords(file, extent, room, damageOf(writer), (...parts) => record(decoder, ...parts))
      }
    }
  }
  visit(EXTENT_LOG, (writer) => (writer === 0 ? countedBefore : damage), (decoder, type, view, at, length) => {
    if (type === RECORD.context) decoder.context(view, at, length)
  })
  visit(EXTENT_COUNTERS, () => damage, (decoder, ...record) => decoder.counters(...record))
  visit(EXTENT_LOG, () => countedBefore, (decoder, ...record) => decoder.log(...record))
  return decoders.map((decoder) => decoder.finish())
}

function logs(extents: Extent[] | undefined): Extent[] {
  return (extents ?? []).filter((extent) => extent.kind === EXTENT_LOG)
}
