import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { deflateRawSync, gunzipSync } from 'node:zlib'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { SeededRandom } from '../../shared/metrics/statistics/random.ts'
import type { FunctionCode, ProfileTables } from '../../shared/profile/profile.ts'
import { NODE_KINDS } from '../../shared/profile/tables.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { openProfile } from './open_profile.ts'
import { readProfileHeader } from './profile_header.ts'
import { severalTools } from './several_tools.testing.ts'
import { profileFromStacks } from './profile_from_stacks.testing.ts'
import { CHUNK_ROWS } from './profile_schema.ts'
import { upgradeTables } from './upgrades/upgrade_tables.ts'
import { writeProfile } from './write_profile.ts'
import { temporaryDirectory } from './temporary_directory.testing.ts'

const directory = temporaryDirectory()
const path = join(directory, 'run.hagstone')
const CODE: FunctionCode = {
  module: 0,
  name: 'set',
  low: 0x1000,
  high: 0x1010,
  lines: [
    { address: 0x1000, bytes: '4889', text: 'mov [rdi], rax', note: null, file: 0, line: 5 },
    { address: 0x1004, bytes: 'c3', text: 'ret', note: 'main', file: -1, line: -1 },
  ],
}

function sample(): ProfileTables {
  const drawn = profileFromStacks(`
    main main.c:41 > init solver.c:117 > ~set set.h:5   KILLED_BY                      main main.c:44 > fill solver.c:131   90
    main main.c:44 > fill solver.c:131                  USED_BY                        main main.c:41 > init solver.c:117   30
    main main.c:44 > fill solver.c:131                  reuse-distance:REUSED_BY       main main.c:44 > fill solver.c:131   7
    main main.c:44 > fill solver.c:131                  false-sharing:SHARED_WITH      main main.c:44 > fill solver.c:131   5
  `)
  return {
    ...drawn,
    accessedData: [
      [0, ['m->a']],
      [1, ['m->n', 'u->b']],
    ],
    sourceSums: [
      { file: 0, md5: '0123456789abcdef0123456789abcdef' },
      { file: 0, md5: 'f'.repeat(32) },
      { file: 2, md5: '0'.repeat(32) },
    ],
    run: {
      ...drawn.run,
      tellsWaiting: true,
      regionWork: [{ function: 0, threads: [[0, 7]] }],
      granularity: 'line',
      distanceUnit: 'accesses',
      ranks: [0, 3],
      caches: [{ level: 1, bytes: 32768 }],
      accessRate: 1e9,
      accessMix: 0.45,
      stoppedBy: '--duration 10 s',
      windows: { on: 1e6, off: 99e6, covered: 0.01 },
      granularities: ['word', 'line'],
      values: {
        tableSize: 10,
        roles: ['loaded', 'parameter'],
        profile: 'rising',
        backOff: 1.5,
        constantBackOff: false,
        clearing: true,
        reference: true,
        instructions: 1000,
      },
      reweighted: { command: ['./solver'], sameInput: true, covered: 0.9, counted: 0.8, accessRate: 1e9, period: 1e7 },
    },
    objects: [
      {
        name: 'counters',
        module: 0,
        kind: 'static',
        bytes: 64,
        allocation: -1,
        loads: { 'spatial-loads': { instances: 4, bytes: 32, precise: { instances: 1, bytes: 8 }, approximate: { instances: 0, bytes: 0 }, fraction: 0.25 } },
      },
      { name: 'heap block of main main.c:44', module: -1, kind: 'heap', bytes: 4096, allocation: drawn.pairs.source[2]!, loads: {} },
    ],
    contextTotals: {
      length: 2,
      node: Int32Array.of(0, drawn.pairs.source[0]!),
      tool: Uint8Array.of(5, 0),
      instances: Float64Array.of(4, 20),
      accessed: Float64Array.of(32, 160),
      use: Float64Array.of(24, 50),
      unfinished: Float64Array.of(0, 8),
      freed: Float64Array.of(0, 4),
      interleaved: Float64Array.of(0, 2),
      first: Float64Array.of(0, 16),
      waiting: Float64Array.of(0, 30),
    },
    distanceCounts: {
      length: 2,
      pair: Int32Array.of(-1, 2),
      axis: Uint8Array.of(3, 1),
      granularity: Uint8Array.of(64, 8),
      bucket: Int32Array.of(0, 2048),
      count: Float64Array.of(5, 6),
    },
    cpuTimes: {
      length: 2,
      node: Int32Array.of(drawn.pairs.source[0]!, drawn.pairs.source[1]!).sort(),
      interrupts: Float64Array.of(40, 2),
      time: Float64Array.of(40e7, 3e7),
      waits: Uint8Array.of(0, 1),
    },
    executed: { length: 2, node: Int32Array.of(0, drawn.pairs.source[0]!), instructions: Float64Array.of(7, 9), waits: Uint8Array.of(1, 0) },
    // In one byte each, in two, and in four.
    traceAxis: { unit: 1000, end: 3e9, firsts: [0, 2, 20], stride: 1 },
    trace: {
      length: 20,
      step: Uint32Array.from({ length: 20 }, (_, row) => 100 + 30_000 * row),
      node: new Uint32Array(20).map((_, row) => drawn.pairs.source[row % 2]!),
      cpuTime: Uint32Array.from({ length: 20 }, (_, row) => 1000 + row),
    },
    objectDistances: {
      length: 2,
      object: Int32Array.of(0, 1),
      axis: Uint8Array.of(3, 1),
      granularity: Uint8Array.of(64, 8),
      bucket: Int32Array.of(0, 2048),
      count: Float64Array.of(3, 4),
    },
    pairs: {
      ...drawn.pairs,
      scope: Int32Array.of(1, -1, -1, -1),
      interleavedInstances: Float64Array.of(2, 0, 0, 0),
      interleavedBytes: Float64Array.of(16, 0, 0, 0),
      object: Int32Array.of(-1, -1, -1, 0),
      latency: Float64Array.of(0, 0, 300, 0),
      latencyCredit: Float64Array.of(0, 0, 2, 0),
    },
    valueTables: {
      length: 2,
      role: Uint8Array.of(1, 4),
      instructionClass: Uint8Array.of(1, 0),
      operation: Uint8Array.of(0, 0),
      element: Uint8Array.of(0, 0),
      bytes: Uint8Array.of(4, 8),
      slot: Int32Array.of(8, 0),
      flags: Uint8Array.of(1, 0),
      instruction: Int32Array.of(0, 1),
      functionIndex: Int32Array.of(0, 1),
      file: Int32Array.of(0, -1),
      line: Int32Array.of(41, -1),
      name: Int32Array.of(-1, 0),
      executions: Float64Array.of(100, 5),
      profiled: Float64Array.of(50, 5),
      repeats: Float64Array.of(40, 0),
      zeros: Float64Array.of(30, 0),
      retried: Float64Array.of(10, 0),
      converged: Float64Array.of(3, 0),
      increasing: Float64Array.of(2, 0),
      decreasing: Float64Array.of(1, 0),
      estimated: Float64Array.of(-1, 0.5),
    },
    valueEntries: {
      length: 3,
      table: Int32Array.of(0, 0, 1),
      low: Int32Array.of(0, -1, 0x4040),
      high: Int32Array.of(0, 0, 0),
      count: Float64Array.of(30, 20, 5),
      symbol: Int32Array.of(-1, -1, 1),
    },
    valueNames: ['n', 'grid+0x10'],
    timelineAxis: { unit: 'ns', ends: [1e9, 3e9] },
    timeline: {
      length: 3,
      tool: Uint8Array.of(0, 0, 4),
      interval: Int32Array.of(0, 1, 1),
      pair: Int32Array.of(0, 1, -1),
      amount: Float64Array.of(90, 30, 5),
      accessed: Float64Array.of(0, 0, 64),
      traps: Float64Array.of(9, 3, 0),
    },
    threadShares: { length: 2, pair: Int32Array.of(0, 2), thread: Int32Array.of(1, 0), amount: Float64Array.of(90, 7), traps: Float64Array.of(90, 7) },
    reuses: {
      length: 2,
      pair: Int32Array.of(2, 2),
      distance: Float64Array.of(1, 1e6),
      weight: Float64Array.of(3.5, 3.5),
      time: Float64Array.of(0, 5e9),
      object: Int32Array.of(-1, 1),
    },
    censored: {
      length: 1,
      node: drawn.pairs.source.slice(2, 3),
      distance: Float64Array.of(77),
      weight: Float64Array.of(1.5),
      time: Float64Array.of(3),
      flags: Uint8Array.of(3),
      object: Int32Array.of(0),
    },
    partial: 'target killed by SIGKILL after 12.0 s; everything up to then is here',
    notes: ['one', 'two'],
    threads: [
      {
        rank: 3,
        process: 1,
        thread: 2,
        name: 'worker',
        cpuTime: -1,
        coverage: 0.5,
        samples: 3,
        tools: { 'dead-stores': { traps: 2, waste: 1.5, use: 0 }, 'reuse-distance': { traps: 3, waste: 0, use: 0 } },
      },
      { rank: null, process: 1, thread: 3, name: '', cpuTime: 5, coverage: null, samples: 0, tools: {} },
    ],
    intervals: [{ tool: 'dead-stores', low: 0.5, high: 0.75 }],
  }
}

/** The column, then its row 1 again and again. */
function longer<T extends Int32Array | Uint8Array | Float64Array>(room: T, column: T): T {
  room.fill(column[1]!)
  room.set(column)
  return room
}

/** The message of the rejection; one line. Some columns are read, and rejected, on first use. */
function refusal(): string {
  let opened: ReturnType<typeof openProfile> | undefined
  try {
    opened = openProfile(path)
    for (const table of [opened.profile, opened.profile.nodes, opened.profile.pairs, opened.profile.contextTotals, opened.profile.trace]) Object.values(table)
  } catch (error) {
    expect(error).toBeInstanceOf(RpcError)
    const { code, message } = error as RpcError
    expect(code).toBe('bad-file')
    expect(message).not.toContain('\n')
    return message
  } finally {
    opened?.close()
  }
  throw new Error('the file was opened')
}

function change(sql: string, ...values: Array<string | number | Uint8Array>): void {
  const database = new DatabaseSync(path)
  database.prepare(sql).run(...values)
  database.close()
}

beforeEach(() => {
  rmSync(path, { force: true })
  writeProfile(path, sample(), [CODE])
})

describe('a profile file', () => {
  it('gives back every table', () => {
    const { profile, close } = openProfile(path)
    const { codeAt, ...tables } = profile
    expect(tables).toEqual(sample())
    expect(codeAt(0, 0x1004)).toEqual(CODE)
    expect(codeAt(0, 0x1010)).toBeNull()
    close()
  })

  it('keeps columns over many chunks', () => {
    const length = CHUNK_ROWS * 2 + 7
    const base = sample()
    const { parent, kind, functionIndex, file, line, address, instruction } = base.nodes
    const nodes: ProfileTables['nodes'] = {
      length,
      parent: longer(new Int32Array(length), parent),
      kind: longer(new Uint8Array(length), kind),
      functionIndex: longer(new Int32Array(length), functionIndex),
      file: longer(new Int32Array(length), file),
      line: longer(new Int32Array(length), line),
      address: longer(new Float64Array(length), address),
      instruction: longer(new Int32Array(length), instruction),
    }
    nodes.parent.fill(0, base.nodes.length)
    nodes.line[length - 1] = 77
    writeProfile(path, { ...base, nodes }, [])
    const { profile, close } = openProfile(path)
    expect(profile.nodes.line[length - 1]).toBe(77)
    expect(profile.nodes).toEqual(nodes)
    close()
  })

  it('replaces an older file atomically and leaves nothing else behind', () => {
    writeProfile(path, { ...sample(), notes: ['new'] }, [])
    expect(openProfile(path).profile.notes).toEqual(['new'])
    expect(readdirSync(directory)).toEqual(['run.hagstone'])
  })

  it('stays unchanged if writing fails', () => {
    const broken = { ...sample(), notes: [{} as unknown as string] }
    expect(() => writeProfile(path, broken, [])).toThrow()
    expect(openProfile(path).profile.notes).toEqual(['one', 'two'])
    expect(readdirSync(directory)).toEqual(['run.hagstone'])
  })

  it('written by version 1 opens with all it had', () => {
    // Made by the last commit of version 1, with the pairs of the drawing here.
    writeFileSync(path, gunzipSync(readFileSync(new URL('./version_1.hagstone.gz', import.meta.url))))
    const { profile, close } = openProfile(path)
    const drawn = profileFromStacks(`
      main main.c:41 > init solver.c:117 > ~set set.h:5   KILLED_BY   main main.c:44 > fill solver.c:131   90
      main main.c:44 > fill solver.c:131                  USED_BY     main main.c:41 > init solver.c:117   30
    `)
    const { codeAt, ...tables } = profile
    expect(tables).toEqual({
      ...drawn,
      run: { ...drawn.run, tolerance: 0 },
      partial: 'target killed by SIGKILL after 12.0 s; everything up to then is here',
      notes: ['one', 'two'],
      threads: [
        {
          rank: null,
          process: 1,
          thread: 2,
          name: 'worker',
          cpuTime: -1,
          coverage: null,
          samples: 3,
          tools: { 'dead-stores': { traps: 2, waste: 1.5, use: 0.5 } },
        },
      ],
      intervals: [{ tool: 'dead-stores', low: 0.5, high: 0.75 }],
      watches: {
        length: 1,
        node: drawn.pairs.source.slice(0, 1),
        tool: new Uint8Array(1),
        samples: Float64Array.of(130),
        accounted: Float64Array.of(120),
        armed: Float64Array.of(125),
        bytes: Float64Array.of(1040),
      },
    })
    expect(codeAt(0, 0x1000)?.lines[0]?.text).toBe('mov [rdi], rax')
    expect(readProfileHeader(path).version).toBe(1)
    close()
  })

  it('written by version 2 opens with all it had', () => {
    // Made by the last commit of version 2, with several_tools.testing.ts.
    writeFileSync(path, gunzipSync(readFileSync(new URL('./version_2.hagstone.gz', import.meta.url))))
    const { profile, close } = openProfile(path)
    const { codeAt, ...tables } = profile
    expect(tables).toEqual({ ...severalTools(), notes: ['written by version 2'] })
    expect(codeAt(0, 0x1000)?.name).toBe('set')
    expect(readProfileHeader(path).version).toBe(2)
    close()
  })

  it('written by version 3 opens with all it had', () => {
    // Made by the last commit of version 3, with several_tools.testing.ts.
    writeFileSync(path, gunzipSync(readFileSync(new URL('./version_3.hagstone.gz', import.meta.url))))
    const { profile, close } = openProfile(path)
    const { codeAt, ...tables } = profile
    expect(tables).toEqual({ ...severalTools(), notes: ['written by version 3'] })
    expect(codeAt(0, 0x1000)?.name).toBe('set')
    expect(readProfileHeader(path).version).toBe(3)
    close()
  })

  it('written by version 4 opens with all it had', () => {
    // Made by the last commit of version 4, with several_tools.testing.ts.
    writeFileSync(path, gunzipSync(readFileSync(new URL('./version_4.hagstone.gz', import.meta.url))))
    const { profile, close } = openProfile(path)
    const { codeAt, ...tables } = profile
    expect(tables).toEqual({ ...severalTools(), notes: ['written by version 4'] })
    expect(codeAt(0, 0x1000)?.name).toBe('set')
    expect(readProfileHeader(path).version).toBe(4)
    close()
  })

  it('written by version 5 opens with all it had', () => {
    // Made by the last commit of version 5, with several_tools.testing.ts.
    writeFileSync(path, gunzipSync(readFileSync(new URL('./version_5.hagstone.gz', import.meta.url))))
    const { profile, close } = openProfile(path)
    const { codeAt, ...tables } = profile
    expect(tables).toEqual({ ...severalTools(), notes: ['written by version 5'] })
    expect(codeAt(0, 0x1000)?.name).toBe('set')
    expect(readProfileHeader(path).version).toBe(5)
    close()
  })

  it('written by version 6 opens with all it had', () => {
    // Made by the last commit of version 6, with several_tools.testing.ts.
    writeFileSync(path, gunzipSync(readFileSync(new URL('./version_6.hagstone.gz', import.meta.url))))
    const { profile, close } = openProfile(path)
    const { codeAt, ...tables } = profile
    expect(tables).toEqual({ ...severalTools(), notes: ['written by version 6'] })
    expect(codeAt(0, 0x1000)?.name).toBe('set')
    expect(readProfileHeader(path).version).toBe(6)
    close()
  })

  it('written by version 7 opens with all it had', () => {
    // Made by the last commit of version 7, with several_tools.testing.ts.
    writeFileSync(path, gunzipSync(readFileSync(new URL('./version_7.hagstone.gz', import.meta.url))))
    const { profile, close } = openProfile(path)
    const { codeAt, ...tables } = profile
    expect(tables).toEqual({ ...severalTools(), notes: ['written by version 7'] })
    expect(codeAt(0, 0x1000)?.name).toBe('set')
    expect(readProfileHeader(path).version).toBe(7)
    close()
  })

  it('written by version 8 opens with all it had', () => {
    // Made by the last commit of version 8, with several_tools.testing.ts.
    writeFileSync(path, gunzipSync(readFileSync(new URL('./version_8.hagstone.gz', import.meta.url))))
    const { profile, close } = openProfile(path)
    const { codeAt, ...tables } = profile
    expect(tables).toEqual({ ...severalTools(), notes: ['written by version 8'] })
    expect(codeAt(0, 0x1000)?.name).toBe('set')
    expect(readProfileHeader(path).version).toBe(8)
    close()
  })

  it('written by version 10 opens with all it had, and has no trace', () => {
    // Made by the last commit of version 10, with several_tools.testing.ts and instructions executed at the third pair.
    writeFileSync(path, gunzipSync(readFileSync(new URL('./version_10.hagstone.gz', import.meta.url))))
    const { profile, close } = openProfile(path)
    const { codeAt, ...tables } = profile
    const whole = severalTools()
    expect(tables).toEqual({
      ...whole,
      executed: { length: 1, node: whole.pairs.source.slice(2, 3), instructions: Float64Array.of(70_000), waits: new Uint8Array(1) },
      notes: ['written by version 10'],
    })
    expect(profile.traceAxis.firsts).toEqual([])
    expect(codeAt(0, 0x1000)?.name).toBe('set')
    expect(readProfileHeader(path).version).toBe(10)
    close()
  })

  it('written by version 11 opens with all it had, and knows nothing of waiting', () => {
    // Made by the last commit of version 11, with several_tools.testing.ts, and CPU time and a trace at the third pair.
    writeFileSync(path, gunzipSync(readFileSync(new URL('./version_11.hagstone.gz', import.meta.url))))
    const { profile, close } = openProfile(path)
    expect(profile.run.tellsWaiting).toBeUndefined()
    expect(profile.cpuTimes).toMatchObject({ length: 1, time: Float64Array.of(30_000_057), waits: new Uint8Array(1) })
    expect(profile.trace).toMatchObject({ length: 2, cpuTime: Uint32Array.of(10_000, 20_000) })
    expect(profile.notes).toEqual(['written by version 11'])
    expect(readProfileHeader(path).version).toBe(11)
    close()
  })

  it('written by version 9 opens with all it had', () => {
    // Made by the last commit of version 9, with several_tools.testing.ts and CPU time at the third pair.
    writeFileSync(path, gunzipSync(readFileSync(new URL('./version_9.hagstone.gz', import.meta.url))))
    const { profile, close } = openProfile(path)
    const { codeAt, ...tables } = profile
    const whole = severalTools()
    expect(tables).toEqual({
      ...whole,
      cpuTimes: {
        length: 1,
        node: whole.pairs.source.slice(2, 3),
        interrupts: Float64Array.of(3),
        time: Float64Array.of(30_000_057),
        waits: new Uint8Array(1),
      },
      notes: ['written by version 9'],
    })
    expect(codeAt(0, 0x1000)?.name).toBe('set')
    expect(readProfileHeader(path).version).toBe(9)
    close()
  })

  it.each([1, 2, 3, 4, 8])('of version %i may not have the tables of later ones', (version) => {
    change(`PRAGMA user_version = ${version}`)
    expect(refusal()).toMatch(/other tables, triggers or views/)
  })

  it('is lifted from its version by every upgrader after it', () => {
    const note =
      (text: string) =>
      (tables: ProfileTables): ProfileTables => ({ ...tables, notes: [...tables.notes, text] })
    const upgraders = [note('1→2'), note('2→3')]
    expect(upgradeTables({ ...sample(), notes: [] }, 1, upgraders).notes).toEqual(['1→2', '2→3'])
    expect(upgradeTables({ ...sample(), notes: [] }, 2, upgraders).notes).toEqual(['2→3'])
    expect(upgradeTables({ ...sample(), notes: [] }, 3, upgraders).notes).toEqual([])
  })
})

describe('a file that is rejected', () => {
  it('does not exist', () => {
    expect(() => openProfile(join(directory, 'none'))).toThrow(/does not exist/)
    expect(() => openProfile(directory)).toThrow(/is not a file/)
    expect(() => openProfile('/dev/null')).toThrow(/is not a file/)
  })

  it('is not a profile', () => {
    writeFileSync(path, 'hello')
    expect(refusal()).toMatch(/is not a Hagstone profile/)
    new DatabaseSync(join(directory, 'other.db')).exec('CREATE TABLE t (a)')
    writeFileSync(path, readFileSync(join(directory, 'other.db')))
    rmSync(join(directory, 'other.db'))
    expect(refusal()).toMatch(/is not a Hagstone profile/)
  })

  it('comes from a newer version', () => {
    change('PRAGMA user_version = 13')
    expect(refusal()).toMatch(/newer version of Hagstone \(format 13, this one reads up to 12\)/)
  })

  it('is truncated', () => {
    truncateSync(path, 10_000)
    expect(refusal()).toMatch(/is truncated: 10000 bytes of \d+/)
  })

  it.each([
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON notes BEGIN DELETE FROM run; END'],
    ['a view in place of a table', 'CREATE VIEW extra AS SELECT * FROM notes'],
    ['another table', 'CREATE TABLE extra (a)'],
    ['an index', 'CREATE INDEX i ON notes (text)'],
    ['another column', 'ALTER TABLE notes ADD COLUMN extra TEXT'],
  ])('holds %s', (_, sql) => {
    change(sql)
    expect(refusal()).toMatch(/other tables, triggers or views/)
  })

  it.each([
    ['absurd sizes', `UPDATE run SET value = '{"nodes":60000000,"pairs":2,"watches":0}' WHERE name = 'rows'`, /larger than the file/],
    ['more rows than columns hold', `UPDATE run SET value = '{"nodes":13,"pairs":2,"watches":0}' WHERE name = 'rows'`, /damaged/],
    ['a wrong type in the description', `UPDATE run SET value = json_set(value, '$.period', 'often') WHERE name = 'run'`, /"period"/],
    [
      'an output of the program that is no text',
      `UPDATE run SET value = json_set(value, '$.programOutput', json('{"text":5,"leftOut":0}')) WHERE name = 'run'`,
      /programOutput\.(text|leftOut)/,
    ],
    [
      'an output with a part left out that is no number',
      `UPDATE run SET value = json_set(value, '$.programOutput', json('{"text":"","leftOut":"all"}')) WHERE name = 'run'`,
      /programOutput\.(text|leftOut)/,
    ],
    [
      'an output longer than any that is kept',
      `UPDATE run SET value = json_set(value, '$.programOutput', json_object('text', printf('%.*c', 1048577, 'x'), 'leftOut', 0)) WHERE name = 'run'`,
      /programOutput\.(text|leftOut)/,
    ],
    [
      'an output that would fill the memory',
      `UPDATE run SET value = json_set(value, '$.programOutput', json_object('text', printf('%.*c', 70000000, 'x'), 'leftOut', 0)) WHERE name = 'run'`,
      /"run\\?" is missing or too long/,
    ],
    ['no JSON', `UPDATE run SET value = '{' WHERE name = 'run'`, /its description cannot be read; copy it again/],
    ['intervals that go back', `UPDATE run SET value = '{"unit":"ns","ends":[2,1]}' WHERE name = 'timelineAxis'`, /"ends"/],
    ['no description', `DELETE FROM run WHERE name = 'run'`, /"run" is missing/],
    ['a gap in its rows', 'DELETE FROM files WHERE id = 0', /rows of table files are missing/],
    ['a function in a module that is not there', 'UPDATE functions SET module = 9', /functions contradict/],
    ['a tool that is not known', `UPDATE thread_tools SET tool = 'colours' WHERE tool = 'dead-stores'`, /tool is not known/],
    ['a tool of no thread', 'UPDATE thread_tools SET thread = 9', /thread is missing/],
    ['an infinite number', 'UPDATE thread_tools SET waste = 9e999', /out of range/],
    ['an integer that no number holds', 'UPDATE functions SET line = 9223372036854775807', /too large|out of range/],
    ['an object of no kind', `UPDATE objects SET kind = 'stack'`, /kind of object is not known/],
    ['loads of no object', 'UPDATE object_loads SET object = 9', /object is missing/],
    ['more redundant loads than loads', 'UPDATE object_loads SET approximate_bytes = 25', /loads of an object are impossible/],
    ['a missing column', `DELETE FROM columns WHERE column_name = 'parent'`, /column nodes.parent is damaged/],
    [
      'a column of wrong length',
      `UPDATE columns SET data = zeroblob(3) WHERE table_name = 'pairs' AND column_name = 'amount'`,
      /column pairs.amount is damaged/,
    ],
  ])('holds %s', (_, sql, message) => {
    change(sql)
    expect(refusal()).toMatch(message)
  })

  it.each([
    ['a loop in the tree', 'parent', 2, 5],
    ['a node of no kind', 'kind', 1, 77],
    ['a function that is not there', 'functionIndex', 1, 1000],
    ['a file that is not there', 'file', 2, 1000],
    ['an instruction where none belongs', 'instruction', 1, 0],
    ['a loop in no function', 'kind', 1, NODE_KINDS.indexOf('loop')],
  ] as const)('holds %s', (_, column, row, value) => {
    const profile = sample()
    profile.nodes[column][row] = value
    writeProfile(path, profile, [])
    expect(refusal()).toMatch(/contradict each other/)
  })

  it.each([
    ['a pair between no instructions', (profile: ProfileTables) => profile.pairs.source.fill(1)],
    ['a pair beyond the tree', (profile: ProfileTables) => profile.pairs.target.fill(9999)],
    ['a negative amount', (profile: ProfileTables) => profile.pairs.amount.fill(-1)],
    ['an amount that is no number', (profile: ProfileTables) => profile.pairs.amount.fill(Number.NaN)],
    ['an unknown relation', (profile: ProfileTables) => profile.pairs.relation.fill(99)],
    ['an object that is not there', (profile: ProfileTables) => profile.pairs.object.fill(2)],
    ['a scope that is no loop or function', (profile: ProfileTables) => profile.pairs.scope.fill(0)],
    ['a scope beyond the tree', (profile: ProfileTables) => profile.pairs.scope.fill(999)],
    [
      'an allocation at no instruction',
      (profile: ProfileTables) => {
        profile.objects[1]!.allocation = 1
      },
    ],
    ['counted accesses beyond the tree', (profile: ProfileTables) => profile.contextTotals.node.fill(999)],
    ['endless use', (profile: ProfileTables) => profile.contextTotals.use.fill(Infinity)],
    ['values of no role', (profile: ProfileTables) => profile.valueTables.role.fill(0)],
    ['values of an instruction that is not there', (profile: ProfileTables) => profile.valueTables.instruction.fill(999)],
    ['a value of nine bytes', (profile: ProfileTables) => profile.valueTables.bytes.fill(9)],
    ['more zeros than values', (profile: ProfileTables) => profile.valueTables.zeros.fill(51)],
    ['an estimate above one', (profile: ProfileTables) => profile.valueTables.estimated.fill(1.5)],
    [
      'values out of order',
      (profile: ProfileTables) => {
        profile.valueEntries.table[0] = 1
      },
    ],
    ['a parameter without a name', (profile: ProfileTables) => profile.valueTables.name.fill(-3)],
    [
      'values that no run profiled',
      (profile: ProfileTables) => {
        delete profile.run.values
      },
    ],
    ['distances on no axis', (profile: ProfileTables) => profile.distanceCounts.axis.fill(0)],
    ['distances of another tool', (profile: ProfileTables) => profile.distanceCounts.pair.fill(0)],
    [
      'distances out of order',
      (profile: ProfileTables) => {
        profile.distanceCounts.pair[1] = -2
      },
    ],
    ['a bucket that is not there', (profile: ProfileTables) => profile.distanceCounts.bucket.fill(1e6)],
    ['distances in no unit of data', (profile: ProfileTables) => profile.distanceCounts.granularity.fill(2)],
    ['CPU time of no row', (profile: ProfileTables) => profile.cpuTimes.node.fill(1000)],
    ['CPU time of a function', (profile: ProfileTables) => profile.cpuTimes.node.set([1, 2])],
    ['CPU time of one row twice', (profile: ProfileTables) => profile.cpuTimes.node.fill(profile.cpuTimes.node[0]!)],
    ['work of no region', (profile: ProfileTables) => (profile.run.regionWork = [{ function: profile.functions.length, threads: [] }])],
    ['work of no thread', (profile: ProfileTables) => (profile.run.regionWork = [{ function: 0, threads: [[profile.threads.length, 1]] }])],
    ['instructions of no row', (profile: ProfileTables) => profile.executed.node.fill(1000)],
    ['instructions of one row twice', (profile: ProfileTables) => profile.executed.node.fill(profile.executed.node[0]!)],
    ['endless instructions', (profile: ProfileTables) => profile.executed.instructions.fill(Infinity)],
    ['endless CPU time', (profile: ProfileTables) => profile.cpuTimes.time.fill(Infinity)],
    ['distances of no object', (profile: ProfileTables) => profile.objectDistances.object.fill(2)],
    ['distances of objects out of order', (profile: ProfileTables) => profile.objectDistances.object.reverse()],
    ['distances of objects on no axis', (profile: ProfileTables) => profile.objectDistances.axis.fill(4)],
    ['reuses of no object', (profile: ProfileTables) => profile.reuses.object.fill(2)],
    ['censored samples of no object', (profile: ProfileTables) => profile.censored.object.fill(-2)],
    ['reuses of another tool', (profile: ProfileTables) => profile.reuses.pair.fill(0)],
    [
      'reuses out of order',
      (profile: ProfileTables) => {
        profile.reuses.pair[0] = 3
      },
    ],
    ['a distance below one', (profile: ProfileTables) => profile.reuses.distance.fill(0)],
    ['a distance that is no number', (profile: ProfileTables) => profile.reuses.distance.fill(Number.NaN)],
    [
      'reuses in no unit',
      (profile: ProfileTables) => {
        delete profile.run.distanceUnit
      },
    ],
    ['censored samples at no instruction', (profile: ProfileTables) => profile.censored.node.fill(1)],
    ['an endless censored distance', (profile: ProfileTables) => profile.censored.distance.fill(Infinity)],
    ['shares of no thread', (profile: ProfileTables) => profile.threadShares.thread.fill(2)],
    ['shares of no pair', (profile: ProfileTables) => profile.threadShares.pair.fill(-1)],
    ['a trace of no row', (profile: ProfileTables) => profile.trace.node.fill(1000)],
    ['a trace of a function', (profile: ProfileTables) => profile.trace.node.fill(1)],
    [
      'a trace of more samples than it has',
      (profile: ProfileTables) => {
        profile.traceAxis.firsts = [0, 2, 30]
      },
    ],
    [
      'a trace of threads out of order',
      (profile: ProfileTables) => {
        profile.traceAxis.firsts = [0, 30, 20]
      },
    ],
    [
      'a trace of another number of threads',
      (profile: ProfileTables) => {
        profile.traceAxis.firsts = [0, 20]
      },
    ],
    ['times of no interval', (profile: ProfileTables) => profile.timeline.interval.fill(2)],
    [
      'times out of order',
      (profile: ProfileTables) => {
        profile.timeline.interval[0] = 1
        profile.timeline.interval[1] = 0
      },
    ],
    ['times of another tool’s pair', (profile: ProfileTables) => profile.timeline.tool.fill(4)],
    ['an endless amount in an interval', (profile: ProfileTables) => profile.timeline.amount.fill(Infinity)],
    [
      'an object in no module',
      (profile: ProfileTables) => {
        profile.objects[0]!.module = 9
      },
    ],
    [
      'a share above one',
      (profile: ProfileTables) => {
        profile.pairs.intervalLow.fill(0.9)
        profile.pairs.intervalHigh.fill(1.1)
      },
    ],
    [
      'samples of no tool',
      (profile: ProfileTables) => {
        profile.watches = {
          length: 1,
          node: profile.pairs.source.slice(0, 1),
          tool: Uint8Array.of(250),
          samples: Float64Array.of(1),
          accounted: Float64Array.of(1),
          armed: Float64Array.of(1),
          bytes: Float64Array.of(8),
        }
      },
    ],
    [
      'an upside-down interval',
      (profile: ProfileTables) => {
        profile.pairs.intervalLow.fill(0.9)
        profile.pairs.intervalHigh.fill(0.1)
      },
    ],
  ])('holds %s', (_, spoil) => {
    const profile = sample()
    spoil(profile)
    writeProfile(path, profile, [])
    expect(refusal()).toMatch(/contradict each other/)
  })

  it('stores other sums of counts than its columns have', () => {
    writeProfile(path, sample(), [])
    const sums = JSON.parse(new DatabaseSync(path).prepare("SELECT value FROM run WHERE name = 'contextSums'").get()!['value'] as string) as Array<{
      accessed: number
    }>
    for (const own of sums) own.accessed++
    change("UPDATE run SET value = ? WHERE name = 'contextSums'", JSON.stringify(sums))
    expect(refusal()).toMatch(/counted accesses contradict each other/)
  })

  it('unpacks to absurd disassembly', () => {
    change('UPDATE function_code SET lines = ?', new Uint8Array(100))
    const { profile, close } = openProfile(path)
    expect(() => profile.codeAt(0, 0x1000)).toThrow(/damaged or was tampered with/)
    close()
  })

  it.each([
    ['a list of something else', [7]],
    ['no address', [{ ...CODE.lines[0], address: null }]],
    ['a negative address', [{ ...CODE.lines[0], address: -1 }]],
    ['an address without end', '[{"address":1e999,"bytes":"","text":"","note":null,"file":-1,"line":-1}]'],
    ['more bytes than an instruction has', [{ ...CODE.lines[0], bytes: '90'.repeat(33) }]],
    ['an endless text', [{ ...CODE.lines[0], text: 'a'.repeat(1001) }]],
    ['a note that is a number', [{ ...CODE.lines[0], note: 1 }]],
    ['a part of a file', [{ ...CODE.lines[0], file: 0.5 }]],
    ['an unknown file', [{ ...CODE.lines[0], file: 1_000_000 }]],
    ['a line below none', [{ ...CODE.lines[0], line: -2 }]],
    ['no list', {}],
  ])('has disassembly with %s', (_, lines) => {
    change('UPDATE function_code SET lines = ?', deflateRawSync(typeof lines === 'string' ? lines : JSON.stringify(lines)))
    const { profile, close } = openProfile(path)
    expect(() => profile.codeAt(0, 0x1000)).toThrow(/damaged or was tampered with/)
    close()
  })

  it('is damaged in any other way: rejected with one line, or read', () => {
    const random = new SeededRandom(99)
    const original = readFileSync(path)
    let refused = 0
    for (let round = 0; round < 300; round++) {
      const bytes = Buffer.from(original)
      for (let change = random.nextBelow(20); change >= 0; change--) {
        const at = random.nextBelow(3) === 0 ? random.nextBelow(200) : random.nextBelow(bytes.length)
        bytes[at] = random.nextUint32() & 0xff
      }
      writeFileSync(path, random.nextBelow(5) === 0 ? bytes.subarray(0, random.nextBelow(bytes.length)) : bytes)
      try {
        const { profile, close } = openProfile(path)
        try {
          for (const table of [profile, profile.nodes, profile.pairs, profile.contextTotals]) Object.values(table)
        } finally {
          close()
        }
      } catch (error) {
        expect(error).toBeInstanceOf(RpcError)
        expect((error as RpcError).message).not.toMatch(/\n|JSON|malformed|SQL|database|zlib|buffer|header check/i)
        expect((error as RpcError).message).toMatch(/copy it again, or run "hagstone analyze"|is not a Hagstone profile|update Hagstone/)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(50)
  })
})
