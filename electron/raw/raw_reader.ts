/**
 * Reader of raw recordings (native/common/raw_format.h). Nothing in the file is trusted: damaged records are skipped
 * and counted by cause. Memory is bounded by a small multiple of the file's size. Also reads a file that is being
 * written.
 */
import { fstatSync, readSync } from 'node:fs'
import { Damage } from './damage.ts'
import { ProcessDecoder } from './decoders/process_decoder.ts'
import { listExtents, visitRecords, type Extent, type RecordVisitor } from './raw_extents.ts'
import { withUntrustedFile } from './raw_files.ts'
import { readRawHeader } from './raw_header.ts'
import { CONTEXT, EXTENT_COUNTERS, EXTENT_LOG, EXTENT_SIZE, HEADER_SIZE, RECORD_HEADER_SIZE } from './raw_layout.ts'
import type { RawHeader, RawProcess, RawWriter } from './raw_process.ts'
import { WriterDecoder, type ProcessScope } from './decoders/writer_decoder.ts'

/**
 * @throws RpcError bad-file if the file is not a raw recording or from a newer version; a file-system error if it
 * cannot be read. Never for damage.
 */
export function readRawFile(path: string): RawProcess {
  return withUntrustedFile(path, (file) => readOpenFile(file, path))
}

/** When the process began to be recorded, CLOCK_MONOTONIC, ns. Reads no more than that needs. @throws as readRawFile does */
export function readStartTime(path: string): number {
  return withUntrustedFile(path, (file) => readHeader(file, path).startTime)
}

function readHeader(file: number, path: string): RawHeader {
  const bytes = new Uint8Array(HEADER_SIZE)
  const got = readSync(file, bytes, 0, HEADER_SIZE, 0)
  return readRawHeader(new DataView(bytes.buffer, 0, got), path)
}

function readOpenFile(file: number, path: string): RawProcess {
  const header = readHeader(file, path)
  const damage = new Damage()
  const { size } = fstatSync(file)
  const byWriter = Map.groupBy(listExtents(file, size, header.extentCount, damage), (extent) => extent.writer)
  const process = new ProcessDecoder(damage)
  const room = new Uint8Array(EXTENT_SIZE)
  for (const extent of logs(byWriter.get(0))) {
    visitRecords(file, extent, room, damage, (type, view, at, length) => process.record(type, view, at, length))
  }
  const writers = readWriters(file, byWriter, room, {
    damage,
    largestId: Math.floor(size / SMALLEST_RECORD),
    hasDistances: header.distanceUnit !== null,
    hasValues: header.values !== null,
    knowsModule: (index) => process.modules.has(index),
  })
  return { header, modules: process.modules, threads: process.threads, regions: process.regions, writers, damage }
}

/** No record with an id is shorter, including its header. */
const SMALLEST_RECORD = RECORD_HEADER_SIZE + CONTEXT.size

/**
 * Three walks, because pairs refer to contexts, also of other writers, and traps to pairs; the damage of an extent is
 * counted in the first one.
 */
function readWriters(file: number, byWriter: Map<number, Extent[]>, room: Uint8Array, shared: Omit<ProcessScope, 'contextOf'>): RawWriter[] {
  const positions = new Map([...byWriter.keys()].map((writer, position) => [writer, position]))
  const decoders: WriterDecoder[] = []
  const scope: ProcessScope = {
    ...shared,
    contextOf: (writer, context) => {
      const position = positions.get(writer) ?? -1
      const row = decoders[position]?.contextRow(context) ?? -1
      return row < 0 ? null : { writer: position, row }
    },
  }
  for (const [writer, position] of positions)
    decoders.push(new WriterDecoder(scope, position, Math.floor((byWriter.get(writer)!.length * EXTENT_SIZE) / SMALLEST_RECORD)))
  const countedBefore = new Damage()
  const walk = (kind: number, damageOf: (writer: number) => Damage, visitorOf: (decoder: WriterDecoder) => RecordVisitor | null): void => {
    for (const [writer, extents] of byWriter) {
      const visitor = visitorOf(decoders[positions.get(writer)!]!)
      if (visitor === null) continue
      for (const extent of extents) if (extent.kind === kind) visitRecords(file, extent, room, damageOf(writer), visitor)
    }
  }
  walk(
    EXTENT_LOG,
    (writer) => (writer === 0 ? countedBefore : shared.damage),
    (decoder) => (type, view, at, length) => decoder.described(type, view, at, length),
  )
  walk(
    EXTENT_COUNTERS,
    () => shared.damage,
    (decoder) => (type, view, at, length) => decoder.counters(type, view, at, length),
  )
  walk(
    EXTENT_LOG,
    () => countedBefore,
    (decoder) => (decoder.hasEvents ? (type, view, at, length) => decoder.log(type, view, at, length) : null),
  )
  return decoders.map((decoder) => decoder.finish())
}

function logs(extents: Extent[] | undefined): Extent[] {
  return (extents ?? []).filter((extent) => extent.kind === EXTENT_LOG)
}
