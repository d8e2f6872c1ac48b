/** Columns in memory shared by all threads: messages pass them without a copy. */
import type { RawContexts } from '../../raw/raw_process.ts'
import type { Merged } from '../merged.ts'

export const sharedColumns = {
  int32: (column: Int32Array): Int32Array => new Int32Array(share(column)),
  uint32: (column: Uint32Array): Uint32Array => new Uint32Array(share(column)),
  float64: (column: Float64Array): Float64Array => new Float64Array(share(column)),
}

export function sharedContexts({ length, parent, module, flags, offset }: RawContexts): RawContexts {
  return {
    length,
    parent: sharedColumns.int32(parent),
    module: sharedColumns.uint32(module),
    flags: sharedColumns.uint32(flags),
    offset: sharedColumns.float64(offset),
  }
}

export function sharedPart({ locations, contexts }: Pick<Merged, 'locations' | 'contexts'>): Pick<Merged, 'locations' | 'contexts'> {
  const { int32, float64 } = sharedColumns
  return {
    locations: {
      length: locations.length,
      module: int32(locations.module),
      process: int32(locations.process),
      offset: float64(locations.offset),
      lookup: float64(locations.lookup),
      flags: int32(locations.flags),
    },
    contexts: { length: contexts.length, parent: int32(contexts.parent), location: int32(contexts.location) },
  }
}

function share(column: Int32Array | Uint32Array | Float64Array): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(column.byteLength)
  new Uint8Array(shared).set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
  return shared
}
