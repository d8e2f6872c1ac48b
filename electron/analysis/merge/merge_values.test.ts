import { describe, expect, it } from 'vitest'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { NOT_A_PARAMETER } from '../../../shared/profile/tables.ts'
import { LOADED, OPERAND, PARAMETER, READ_ONLY_DATA, VALUE_ROLES } from '../../../shared/profile/value_names.ts'
import { RawFileBuilder } from '../../raw/raw_writer.testing.ts'
import { analyzeInMemory } from '../analyze_recording.ts'
import { readRecordingDirectory } from '../recording_directory.ts'
import { fakeSymbols } from '../symbols/symbols.testing.ts'
import { DESCRIPTION, PROGRAM, recordingDirectory, SOLVER_SYMBOLS } from '../recording.testing.ts'

const HEADER = { engine: 4, driver: 1, tools: 1n << 8n, value_table_size: 3, value_roles: 0b11110 }

function recording(header = HEADER): RawFileBuilder {
  const file = new RawFileBuilder(header).module(1, PROGRAM).thread(1, 'solver').threadEnd(1, 1_000_000_000)
  file.threadRoot(1, 1)
  return file
}

async function analyze(files: Record<string, RawFileBuilder>): Promise<ProfileTables> {
  const directory = recordingDirectory(files, { ...DESCRIPTION, engine: 'exhaustive', tools: ['values'] })
  return (await analyzeInMemory(readRecordingDirectory(directory), { symbols: SOLVER_SYMBOLS })).profile
}

describe('values of a recording', () => {
  it('are in the profile at the innermost place of their instruction', async () => {
    const file = recording().valueTable(1, {
      module: 1,
      offset: 0x200,
      role: LOADED,
      instructionClass: 1,
      bytes: 4,
      slot: 8,
      zeros: 5,
      repeats: 4,
      entries: [
        [0, 5],
        [0xffffffff, 2],
      ],
    })
    const { valueTables: tables, valueEntries: entries, instructions, functions, files, run } = await analyze({ 'process-1-1.hagraw': file })
    expect(run.values).toEqual({
      tableSize: 3,
      roles: ['loaded', 'stored', 'result', 'parameter'],
      profile: 'full',
      backOff: 0,
      constantBackOff: false,
      clearing: true,
      reference: false,
      instructions: 0,
    })
    expect(tables).toMatchObject({
      length: 1,
      role: Uint8Array.of(LOADED),
      bytes: Uint8Array.of(4),
      slot: Int32Array.of(8),
      executions: Float64Array.of(7),
      zeros: Float64Array.of(5),
      repeats: Float64Array.of(4),
      line: Int32Array.of(5),
    })
    expect(functions[tables.functionIndex[0]!]!.name).toBe('set')
    expect(files[tables.file[0]!]).toBe('/src/set.h')
    expect(instructions[tables.instruction[0]!]).toMatchObject({ module: 0, address: 0x200, text: 'mov [rdi+200], rax' })
    expect(entries).toMatchObject({ length: 2, table: Int32Array.of(0, 0), low: Int32Array.of(0, -1), count: Float64Array.of(5, 2) })
  })

  it('that point into a module have the name of their target', async () => {
    const symbols = fakeSymbols({ [PROGRAM]: { frames: { 0x200: [{ name: 'init' }] }, data: [{ name: 'grid', low: 0x4000, high: 0x4100 }] } })
    const file = new RawFileBuilder(HEADER).module(1, PROGRAM, [], { bias: 0x100000, start: 0x100000, end: 0x105000 }).thread(1, 'solver')
    file.threadRoot(1, 1)
    file
      .valueTable(1, {
        module: 1,
        offset: 0x200,
        role: LOADED,
        entries: [
          [0x104010, 5],
          [0x100200, 4],
          [0x105000, 3],
        ],
      })
      .valueTable(1, { module: 1, offset: 0x200, role: LOADED, slot: 8, bytes: 4, entries: [[0x104010, 5]] })
    const directory = recordingDirectory({ 'process-1-1.hagraw': file }, { ...DESCRIPTION, engine: 'exhaustive', tools: ['values'] })
    const {
      profile: { valueEntries, valueNames },
    } = await analyzeInMemory(readRecordingDirectory(directory), { symbols })
    expect([...valueEntries.symbol].map((row) => valueNames[row] ?? null)).toEqual(['grid+0x10', 'init', null, null])
  })

  it('of parameters have the names and widths of debug information', async () => {
    const symbols = fakeSymbols({
      [PROGRAM]: {
        frames: { 0x300: [{ name: 'fill' }] },
        parameters: {
          0x300: {
            complete: true,
            inRegisters: [
              { register: 0, name: 'n', bytes: 4 },
              { register: 1, name: '', bytes: 8 },
            ],
          },
        },
      },
    })
    const wide = (value: number): bigint => BigInt(value) | (7n << 32n)
    const file = recording()
      .valueTable(1, {
        module: 1,
        offset: 0x300,
        role: PARAMETER,
        slot: 0,
        entries: [
          [5, 6],
          [wide(8), 5],
          [8, 4],
        ],
      })
      .valueTable(1, { module: 1, offset: 0x300, role: PARAMETER, slot: 8, entries: [[wide(8), 15]] })
      .valueTable(1, { module: 1, offset: 0x300, role: PARAMETER, slot: 16, entries: [[1, 15]] })
    const directory = recordingDirectory({ 'process-1-1.hagraw': file }, { ...DESCRIPTION, engine: 'exhaustive', tools: ['values'] })
    const {
      profile: { valueTables, valueEntries: entries, valueNames },
    } = await analyzeInMemory(readRecordingDirectory(directory), { symbols })
    expect(valueNames).toEqual(['n'])
    expect([...valueTables.name]).toEqual([0, -1, NOT_A_PARAMETER])
    expect([...valueTables.bytes]).toEqual([4, 8, 8])
    expect([...entries.table.keys()].map((row) => [entries.table[row], entries.high[row], entries.low[row], entries.count[row]])).toEqual([
      [0, 0, 8, 9],
      [0, 0, 5, 6],
      [1, 7, 8, 15],
      [2, 0, 1, 15],
    ])
  })

  it('have the name of the variable that is read as a whole, and constants of the program their own', async () => {
    const frames = Object.fromEntries([0x200, 0x210, 0x220, 0x230, 0x240].map((address) => [address, [{ name: 'init' }]]))
    const symbols = fakeSymbols({
      [PROGRAM]: {
        frames,
        data: [
          { name: 'step', low: 0x4000, high: 0x4004 },
          { name: 'grid', low: 0x4010, high: 0x4100 },
        ],
        instructions: {
          0x200: { text: 'idiv dword ptr [0x4000]', target: 0x4000 },
          0x210: { text: 'mov eax, [0x4010]', target: 0x4010 },
          0x220: { text: 'vfmadd213sd xmm0, xmm1, [0x2000]', target: 0x2000, constant: true },
          0x230: { text: 'mulsd xmm0, [0x2000]', target: 0x2000, constant: true },
        },
      },
    })
    const file = recording()
    const add = (offset: number, role: number, slot: number, operation = 0): void =>
      void file.valueTable(1, { module: 1, offset, role, slot, operation, bytes: 4, entries: [[1, 5]] })
    add(0x200, LOADED, 0)
    add(0x200, OPERAND, 0, 1)
    add(0x200, OPERAND, 8, 1)
    add(0x210, LOADED, 0)
    add(0x220, LOADED, 0)
    add(0x220, OPERAND, 8, 3)
    add(0x230, OPERAND, 0, 3)
    add(0x230, OPERAND, 8, 3)
    add(0x240, LOADED, 0)
    const directory = recordingDirectory({ 'process-1-1.hagraw': file }, { ...DESCRIPTION, engine: 'exhaustive', tools: ['values'] })
    const {
      profile: { valueTables, valueNames },
    } = await analyzeInMemory(readRecordingDirectory(directory), { symbols })
    expect([...valueTables.name].map((row) => valueNames[row] ?? null)).toEqual(['step', null, 'step', null, READ_ONLY_DATA, null, null, READ_ONLY_DATA, null])
  })

  it('of several processes are summed value by value, and the most frequent are kept', async () => {
    const parameter = { module: 1, offset: 0x300, role: PARAMETER }
    const files = {
      'process-1-1.hagraw': recording()
        .valueTable(1, {
          ...parameter,
          entries: [
            [1, 10],
            [2, 9],
            [3, 2],
          ],
        })
        .valueTable(1, { ...parameter, slot: 8, entries: [[7, 1]] }),
      'process-2-2.hagraw': recording({ ...HEADER, process_id: 101 } as typeof HEADER).valueTable(1, {
        ...parameter,
        entries: [
          [2, 9],
          [4, 8],
          [1n << 40n, 6],
        ],
        repeats: 3,
      }),
    }
    const { valueTables: tables, valueEntries: entries } = await analyze(files)
    expect(VALUE_ROLES[tables.role[0]! - 1]).toBe('parameter')
    expect(tables.executions).toEqual(Float64Array.of(44, 1))
    expect(tables.repeats).toEqual(Float64Array.of(3, 0))
    expect([...entries.table.keys()].map((row) => [entries.table[row], entries.high[row]! * 2 ** 32 + entries.low[row]!, entries.count[row]])).toEqual([
      [0, 2, 18],
      [0, 1, 10],
      [0, 4, 8],
      [1, 7, 1],
    ])
  })
})
