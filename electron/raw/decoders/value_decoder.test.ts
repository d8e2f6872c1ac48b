import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { Damage } from '../damage.ts'
import { MODULE_UNKNOWN, VALUE_TABLE } from '../raw_layout.ts'
import { readRawFile } from '../raw_reader.ts'
import { RawFileBuilder } from '../raw_writer.testing.ts'
import type { RawProcess } from '../raw_process.ts'
import { ValueDecoder } from './value_decoder.ts'

const directory = temporaryDirectory()

function read(file: RawFileBuilder): RawProcess {
  const path = join(directory, 'process.hagraw')
  writeFileSync(path, file.bytes())
  return readRawFile(path)
}

function recording(): RawFileBuilder {
  return new RawFileBuilder({ engine: 4, driver: 1, value_table_size: 10, value_roles: 0b110, value_profile: 2, value_back_off: 1500, value_flags: 7 }).module(
    1,
    '/bin/a',
  )
}

describe('value tables of a recording', () => {
  it('are left out if the header does not say how values were profiled', () => {
    const { header, writers, damage } = read(
      new RawFileBuilder({ engine: 4, driver: 1 }).valueTable(1, { module: MODULE_UNKNOWN, offset: 0x1200, role: 1, entries: [[5, 2]] }),
    )
    expect(header.values).toBeNull()
    expect(writers.map(({ values }) => values)).toEqual([null])
    expect(Object.fromEntries(damage.counts)).toEqual({ recordContent: 1 })
  })

  it('come with all their counters, and entries up to the first without a count', () => {
    const file = recording()
      .valueTable(1, {
        module: 1,
        offset: 0x1200,
        role: 1,
        instructionClass: 2,
        element: 2,
        slot: 9,
        executions: 100,
        entries: [
          [0x8000000000000001n, 7],
          [5, 2],
          [0, 0],
          [9, 1],
        ],
        inMemory: [0, 9],
        profiled: 12,
        repeats: 3,
        zeros: 1,
        retried: 2,
        converged: 4,
        increasing: 5,
        decreasing: 6,
      })
      .valueTable(1, { module: 1, offset: 0x1300, role: 5, operation: 1, bytes: 4, flags: 1, entries: [] })
    const { header, writers, damage } = read(file)
    const { tables, entries } = writers.find(({ values }) => values !== null)!.values!
    expect(header.values).toEqual({ tableSize: 10, roles: [1, 2], profile: 'bounds', backOff: 1.5, constantBackOff: true, clearing: false, reference: true })
    expect(tables).toMatchObject({
      length: 2,
      module: Uint32Array.of(1, 1),
      offset: Float64Array.of(0x1200, 0x1300),
      role: Uint8Array.of(1, 5),
      instructionClass: Uint8Array.of(2, 0),
      operation: Uint8Array.of(0, 1),
      element: Uint8Array.of(2, 0),
      bytes: Uint8Array.of(8, 4),
      slot: Uint32Array.of(9, 0),
      flags: Uint8Array.of(0, 1),
      executions: Float64Array.of(100, 0),
      profiled: Float64Array.of(12, 0),
      repeats: Float64Array.of(3, 0),
      zeros: Float64Array.of(1, 0),
      retried: Float64Array.of(2, 0),
      converged: Float64Array.of(4, 0),
      increasing: Float64Array.of(5, 0),
      decreasing: Float64Array.of(6, 0),
      start: Int32Array.of(0, 2, 2),
    })
    expect(entries).toEqual({
      length: 2,
      low: Uint32Array.of(1, 5),
      high: Uint32Array.of(0x80000000, 0),
      count: Float64Array.of(7, 2),
      inMemory: Uint8Array.of(1, 0),
    })
    expect(damage.describe()).toEqual([])
  })

  it('are left out if they contradict themselves, and lose a module that does not exist', () => {
    const file = recording()
      .valueTable(1, { module: 1, offset: 0, role: 7, entries: [] })
      .valueTable(1, { module: 1, offset: 0, role: 3, instructionClass: 14, entries: [] })
      .valueTable(1, { module: 1, offset: 0, role: 3, bytes: 9, entries: [] })
      .valueTable(1, { module: 1, offset: 0, role: 3, entries: [[1, 2]], repeats: 3 })
      .valueTable(1, { module: 7, offset: 0x10, role: 3, entries: [[1, 2]] })
    const { writers, damage } = read(file)
    const { tables } = writers.find(({ values }) => values !== null)!.values!
    expect(tables.module).toEqual(Uint32Array.of(MODULE_UNKNOWN))
    expect(Object.fromEntries(damage.counts)).toEqual({ recordContent: 4, recordReference: 1 })
  })

  it('may outnumber the arguments of a call: a compiler has half a million', () => {
    const count = 500_000
    const view = new DataView(new ArrayBuffer(VALUE_TABLE.size))
    view.setUint8(VALUE_TABLE.role, 1)
    view.setUint8(VALUE_TABLE.bytes, 8)
    const decoder = new ValueDecoder({ damage: new Damage(), knowsModule: () => true })
    for (let table = 0; table < count; table++) decoder.table(view, 0, VALUE_TABLE.size)
    expect(decoder.finish().tables.start).toEqual(new Int32Array(count + 1))
  })

  it('are absent from recordings of other tools', () => {
    const { header, writers } = read(new RawFileBuilder({ engine: 4, driver: 1 }).module(1, '/bin/a'))
    expect(header.values).toBeNull()
    expect(writers.every(({ values }) => values === null)).toBe(true)
  })
})
