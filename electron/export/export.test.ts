import type { Log } from 'sarif'
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import { Profile } from 'pprof-format'
import { describe, expect, test } from 'vitest'
import type { ExportFormat, StackForm } from '../../shared/exported.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { sarifErrors } from '../check/sarif_schema.testing.ts'
import { profileFromStacks } from '../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { timedThreads } from './firefox_trace.ts'
import { jsonPieces, jsonWithin } from './json_pieces.ts'
import { samplesOf } from './samples.ts'
import { writeExport } from './write_export.ts'

const require = createRequire(import.meta.url)

/** Waste 90 and 10, use 20; ~grid is inlined into init. */
const profile = profileFromStacks(`
  main solver.c:41 > init solver.c:118 > ~grid grid.h:9    KILLED_BY   main solver.c:44 > fill solver.c:131   90
  main solver.c:41 > init solver.c:120                     KILLED_BY   main solver.c:44 > fill solver.c:131   10
  main solver.c:44 > fill solver.c:131                     USED_BY     main solver.c:50 > sum solver.c:140    20
`)

async function exported(format: ExportFormat, stacks: StackForm, of: ProfileTables = profile): Promise<Buffer> {
  const output = join(temporaryDirectory(), `out.${format}`)
  await writeExport(of, format, { stacks, sources: new Map(), changed: new Set(), top: null, say: () => {} }, output)
  return readFileSync(output)
}

describe('pprof', () => {
  /** Stacks as pprof prints them, outermost first, with their values and tags. */
  async function stacks(form: StackForm): Promise<string[]> {
    const read = Profile.decode(gunzipSync(await exported('pprof', form)))
    const text = (index: number | bigint): string => read.stringTable.strings[Number(index)]!
    const location = (id: number | bigint) => read.location.find((location) => location.id === id)!
    const functionOf = (id: number | bigint) => read.function.find((described) => described.id === id)!
    return read.sample.map(({ locationId, value, label }) =>
      [
        [...locationId]
          .reverse()
          .map((id) =>
            location(id)
              .line.map(({ functionId, line }) => `${text(functionOf(functionId).name)}:${line}`)
              .join(' < '),
          )
          .join(' > '),
        value.join(' '),
        ...label.map(({ key, str }) => `${text(key)}=${text(str)}`),
      ].join(' | '),
    )
  }

  test('has waste and use at the earlier access, inlined frames in one location, tags for the other', async () => {
    expect(await stacks('earlier')).toEqual([
      'main:41 > grid:9 < init:118 | 90 0 | relation=KILLED_BY | other=fill solver.c:131',
      'main:41 > init:120 | 10 0 | relation=KILLED_BY | other=fill solver.c:131',
      'main:44 > fill:131 | 0 20 | relation=USED_BY | other=sum solver.c:140',
    ])
  })

  test('charges the later access on request, or shows both as one chain', async () => {
    expect((await stacks('later'))[0]).toBe('main:44 > fill:131 | 90 0 | relation=KILLED_BY | other=grid grid.h:9')
    expect((await stacks('pair'))[1]).toBe('main:41 > init:120 > KILLED_BY:0 > main:44 > fill:131 | 10 0 | relation=KILLED_BY | other=fill solver.c:131')
  })

  test('states its values, time and program', async () => {
    const read = Profile.decode(gunzipSync(await exported('pprof', 'earlier')))
    const text = (index: number | bigint): string => read.stringTable.strings[Number(index)]!
    expect(read.sampleType.map(({ type, unit }) => [text(type), text(unit)])).toEqual([
      ['dead-stores waste', 'nanoseconds'],
      ['dead-stores use', 'nanoseconds'],
    ])
    expect(text(read.defaultSampleType)).toBe('dead-stores waste')
    expect([new Date(Number(BigInt(read.timeNanos) / 1_000_000n)).toISOString(), Number(read.durationNanos), read.comment.map(text)]).toEqual([
      profile.run.startedAt,
      10e9,
      ['./solver input.dat'],
    ])
    expect(read.mapping.map(({ filename }) => text(filename))).toEqual(profile.modules.map(({ path }) => path))
  })
})

describe('speedscope', () => {
  test('accepts it by its own schema, with one profile for each metric', async () => {
    const file = JSON.parse((await exported('speedscope', 'earlier')).toString())
    const valid = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(require.resolve('speedscope/dist/release/file-format-schema.json'), 'utf8')))
    expect([valid(file), valid.errors]).toEqual([true, null])
    expect(
      file.profiles.map(({ name, unit, weights, endValue }: { name: string; unit: string; weights: number[]; endValue: number }) => ({
        name,
        unit,
        weights,
        endValue,
      })),
    ).toEqual([
      { name: 'dead-stores waste', unit: 'nanoseconds', weights: [90, 10], endValue: 100 },
      { name: 'dead-stores use', unit: 'nanoseconds', weights: [20], endValue: 20 },
    ])
    expect(file.profiles[0].samples[0].map((frame: number) => file.shared.frames[frame])).toEqual([
      { name: 'main', file: '/src/solver.c', line: 41 },
      { name: 'init', file: '/src/solver.c', line: 118 },
      { name: 'grid', file: '/src/grid.h', line: 9 },
    ])
  })
})

test('speedscope gets no file without weights, which it would not open', async () => {
  const directory = temporaryDirectory()
  const { pairs, ...empty } = profileFromStacks('')
  await expect(
    writeExport(
      { ...empty, pairs },
      'speedscope',
      { stacks: 'pair', sources: new Map(), changed: new Set(), top: null, say: () => {} },
      join(directory, 'a.json'),
    ),
  ).rejects.toThrow(/no pairs, and speedscope opens no file without weights/)
  expect(readdirSync(directory)).toEqual([])
})

test('damage that only reading reveals is attributed to the profile', async () => {
  const directory = temporaryDirectory()
  const profile = profileFromStacks('main main.c:1 > init a.c:5   KILLED_BY   main main.c:2 > fill b.c:7   60')
  const damaged = Object.defineProperty({ ...profile.pairs }, 'intervalLow', {
    get: () => {
      throw new RpcError('bad-file', 'a.hagstone is damaged')
    },
  })
  await expect(
    writeExport(
      { ...profile, pairs: damaged },
      'csv',
      { stacks: 'pair', sources: new Map(), changed: new Set(), top: null, say: () => {} },
      join(directory, 'a.csv'),
    ),
  ).rejects.toMatchObject({ code: 'bad-file', message: 'a.hagstone is damaged' })
  expect(readdirSync(directory)).toEqual([])
})

/** Two threads of one process. Of the second one, the first sample comes 8 ms after the beginning, and the next one after 2 ms. */
function withTrace(): ProfileTables {
  const { source, target } = profile.pairs
  const named = (thread: number, name: string): ProfileTables['threads'][number] => ({
    rank: null,
    process: 7,
    thread,
    name,
    cpuTime: -1,
    coverage: null,
    samples: 0,
    tools: {},
  })
  return {
    ...profile,
    threads: [named(7, 'solver'), named(8, 'worker')],
    traceAxis: { unit: 1000, end: 10_000_000, firsts: [0, 1, 3], stride: 1 },
    trace: {
      length: 3,
      step: Uint32Array.of(5000, 8000, 2000),
      node: Uint32Array.of(source[0]!, target[0]!, source[1]!),
      cpuTime: Uint32Array.of(4000, 1000, 6000),
    },
  }
}

describe('the Firefox Profiler', () => {
  test('gets the CPU time of the recorded threads over time', async () => {
    const read = async (top: number | null) => {
      const file = join(temporaryDirectory(), 'a.json.gz')
      await writeExport(withTrace(), 'firefox', { stacks: 'earlier', sources: new Map(), changed: new Set(), top, say: () => {} }, file)
      return JSON.parse(gunzipSync(readFileSync(file)).toString())
    }
    const { threads, shared, meta } = await read(null)
    const functionsOf = (stack: number | null): string[] =>
      stack === null
        ? []
        : [...functionsOf(shared.stackTable.prefix[stack]), shared.stringArray[shared.funcTable.name[shared.frameTable.func[shared.stackTable.frame[stack]]]]]
    const all = threads.map(({ name, pid, samples }: { name: string; pid: string; samples: { stack: number[] } & Record<string, unknown> }) => [
      name,
      pid,
      samples.stack.map((stack) => functionsOf(stack).join(' ')),
      samples['time'],
      samples['weight'],
      samples['threadCPUDelta'],
    ])
    expect(all).toEqual([
      ['Thread 0 (solver)', '7', ['', 'main init grid'], [1, 5], [0, 4], [0, 4000]],
      ['Thread 1 (worker)', '7', ['', 'main fill', 'main init'], [7, 8, 10], [0, 1, 6], [0, 1000, 6000]],
      // Of the run of 10 s.
      ['dead-stores waste', 'not over time', ['main init grid', 'main init'], [0, 5000], [90e-6, 10e-6], undefined],
      ['dead-stores use', 'not over time', ['main fill'], [0], [20e-6], undefined],
    ])
    expect(meta).toMatchObject({ initialVisibleThreads: [0, 1, 2, 3], initialSelectedThreads: [1], sampleUnits: { threadCPUDelta: 'µs' } })
    const { stacks } = samplesOf(withTrace(), 'earlier')
    expect([timedThreads(withTrace(), stacks, 3).length, timedThreads(withTrace(), stacks, 2).length]).toEqual([2, 0])
    // Who asks for the largest weights alone gets no others.
    expect((await read(5)).threads.map(({ name }: { name: string }) => name)).toEqual(['dead-stores waste', 'dead-stores use'])
  })

  test('loads it, and counts what was written', async () => {
    const directory = temporaryDirectory()
    const file = join(directory, 'solver.firefox.json.gz')
    await writeExport(withTrace(), 'firefox', { stacks: 'pair', sources: new Map(), changed: new Set(), top: null, say: () => {} }, file)
    const client = join(require.resolve('@firefox-devtools/profiler-cli/package.json'), '../dist/profiler-cli.js')
    const ask = async (...words: string[]): Promise<string> =>
      (
        await promisify(execFile)(process.execPath, [client, ...words], {
          env: { ...process.env, HOME: directory, PROFILER_CLI_SESSION_DIR: directory, PROFILER_CLI_NO_SYMBOLICATE: '1' },
        })
      ).stdout
    // On a busy machine its daemon takes longer than its half second to start.
    await ask('load', file).catch((error) => {
      if (!/did not become ready/.test(String(error))) throw error
    })
    try {
      await expect
        .poll(() => ask('thread', 'list'), { interval: 250 })
        .toMatch(/t-1 .*Thread 1 \(worker\) .* 7\.000ms[^]*Thread 0 \(solver\) .* 4\.000ms[^]*dead-stores waste[^]*dead-stores use/)
      await ask('thread', 'select', 't-2')
      const tree = await ask('thread', 'samples-top-down')
      expect(tree).toMatch(/main \[total: 100\.0%[^]*init \[total: 100\.0%[^]*grid[^]*KILLED_BY[^]*fill/)
      expect(tree).toMatch(/grid \[total: 90\.0%/)
    } finally {
      await ask('stop')
    }
  })
})

test('an access without a line is shown by its function, not by the place of the call', () => {
  const { samples } = samplesOf(profileFromStacks('main solver.c:41 > init   KILLED_BY   main solver.c:44 > fill   90'), 'earlier')
  expect(samples.map(({ pair }) => pair?.other)).toEqual(['fill'])
})

test('use that was counted without pairs belongs only to the earlier access', () => {
  const node = profile.pairs.source[1]!
  const counted: ProfileTables = {
    ...profile,
    contextTotals: {
      length: 1,
      node: Int32Array.of(node),
      tool: Uint8Array.of(0),
      instances: Float64Array.of(3),
      accessed: Float64Array.of(24),
      use: Float64Array.of(24),
      unfinished: Float64Array.of(0),
      freed: Float64Array.of(0),
      interleaved: Float64Array.of(0),
      first: Float64Array.of(0),
      waiting: Float64Array.of(0),
    },
  }
  const use = (form: StackForm): number =>
    samplesOf(counted, form)
      .samples.filter(({ kind }) => kind === 1)
      .reduce((sum, { weight }) => sum + weight, 0)
  expect([use('earlier'), use('pair'), use('later')]).toEqual([44, 44, 20])
})

test('the pairs and the whole report are exported as report prints them', async () => {
  expect((await exported('csv', 'earlier')).toString().trim().split('\n')).toHaveLength(1 + profile.pairs.length)
  expect(JSON.parse((await exported('json', 'earlier')).toString())).toMatchObject({
    schema: 'hagstone.report/2',
    totals: { 'dead-stores': { waste: 100, use: 20 } },
  })
})

test('JSON in pieces is JSON', () => {
  const value = {
    empty: [],
    none: null,
    nothing: {},
    skipped: undefined,
    long: Array.from({ length: 25_001 }, (_, i) => i),
    mixed: [1, 'two', [3, [4]], { five: [5] }],
    rows: Array.from({ length: 10_001 }, () => [1, { a: 2 }]),
  }
  const pieces = [...jsonPieces(value)]
  expect(JSON.parse(pieces.join(''))).toEqual(JSON.parse(JSON.stringify(value)))
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000)
})

test('JSON in bytes is that of JSON.stringify, up to a limit', () => {
  const value = { lines: [['/src/größe.c', 5, null]], top: 1 }
  const bytes = Buffer.from(JSON.stringify(value))
  expect(jsonWithin(value, bytes.length)).toEqual(bytes)
  expect(jsonWithin(value, bytes.length - 1)).toBeNull()
})

test('a run with an invalid start time is exported nevertheless', async () => {
  const undated: ProfileTables = { ...profile, run: { ...profile.run, startedAt: 'once' } }
  expect(Profile.decode(gunzipSync(await exported('pprof', 'earlier', undated))).timeNanos).toBe(0)
  expect(JSON.parse(gunzipSync(await exported('firefox', 'earlier', undated)).toString())).toMatchObject({ meta: { startTime: 0 } })
})

test('a failed export leaves no file behind', async () => {
  const output = join(temporaryDirectory(), 'missing', 'out.csv')
  await expect(writeExport(profile, 'csv', { stacks: 'earlier', sources: new Map(), changed: new Set(), top: null, say: () => {} }, output)).rejects.toThrow(
    'choose another --output',
  )
  expect(existsSync(output)).toBe(false)
})

test('the largest weights of each kind represent all if there are too many, and the omission is reported', async () => {
  const profile = profileFromStacks(`
    main a.c:1   KILLED_BY   main a.c:2   60
    main a.c:3   KILLED_BY   main a.c:4   30
    main a.c:5   KILLED_BY   main a.c:6   10
    main a.c:7   USED_BY     main a.c:8   5`)
  expect(() => samplesOf(profile, 'earlier', null, { most: 3 })).toThrow(/has 4 weights; other profilers open no more than 3\. Give --top/)
  const { samples, leftOut, kinds } = samplesOf(profile, 'earlier', 2, { most: 3 })
  expect(samples.map(({ weight }) => weight)).toEqual([60, 30, 5])
  expect(leftOut[kinds.findIndex(({ metric }) => metric === 'waste')]).toEqual({ count: 1, share: 0.1 })
  const told: string[] = []
  await writeExport(
    profile,
    'speedscope',
    { stacks: 'earlier', sources: new Map(), changed: new Set(), top: 2, say: (line) => told.push(line) },
    join(temporaryDirectory(), 'a.json'),
  )
  expect(told).toEqual(['leaves out 1 smaller weight of dead-stores waste, 10.0 % of it'])
})

test('every format has only the largest pairs of each tool on request, and the omission is reported', async () => {
  for (const format of ['csv', 'json', 'html'] as const) {
    const told: string[] = []
    const output = join(temporaryDirectory(), 'out')
    const write = async (top: number | null): Promise<string> => {
      await writeExport(profile, format, { stacks: 'pair', sources: new Map(), changed: new Set(), top, say: (line) => told.push(line) }, output)
      return readFileSync(output, 'utf8')
    }
    const pairs = (text: string): number =>
      text.match(format === 'csv' ? /^dead-stores,/gm : format === 'json' ? /"shareOfTotal":/g : /<details class="pair/g)?.length ?? 0
    expect(pairs(await write(null)), format).toBe(3)
    expect(told).toEqual([])
    const top = await write(1)
    expect([pairs(top), told], format).toEqual([1, ['leaves out 2 smaller pairs of dead-stores']])
    if (format === 'html') expect(top).toMatch(/This is the largest of 3 pairs\.[^]*Those that waste most, at most 1\./)
  }
})

test('JSON has 200 pairs of each tool unless all are requested', async () => {
  const many = profileFromStacks(Array.from({ length: 203 }, (_, i) => `main a.c:${2 * i + 1}   KILLED_BY   main a.c:${2 * i + 2}   ${300 - i}`).join('\n'))
  const output = join(temporaryDirectory(), 'out')
  const written = async (top: number | null): Promise<[pairs: number, told: string[]]> => {
    const told: string[] = []
    await writeExport(many, 'json', { stacks: 'pair', sources: new Map(), changed: new Set(), top, say: (line) => told.push(line) }, output)
    return [(JSON.parse(readFileSync(output, 'utf8')) as { pairs: unknown[] }).pairs.length, told]
  }
  expect(await written(null)).toEqual([200, ['leaves out 3 smaller pairs of dead-stores']])
  expect(await written(Infinity)).toEqual([203, []])
  expect(await written(201)).toEqual([201, ['leaves out 2 smaller pairs of dead-stores']])
})

test('findings are a SARIF log that its schema accepts', async () => {
  const log = JSON.parse((await exported('sarif', 'earlier')).toString()) as Log
  expect(sarifErrors(log)).toEqual([])
  expect(log).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'Hagstone' } } }] })
  const results = log.runs[0]!.results!
  expect(results.length).toBeGreaterThan(0)
  for (const { ruleId, locations, partialFingerprints } of results) {
    expect(log.runs[0]!.tool.driver.rules!.map(({ id }) => id)).toContain(ruleId)
    expect(locations).toHaveLength(1)
    expect(partialFingerprints!['hagstoneFinding/v1']).toMatch(/^[0-9a-f]{16}$/)
  }
})

test('the schema of SARIF rejects logs with one wrong field', async () => {
  const valid = JSON.parse((await exported('sarif', 'earlier')).toString()) as Log
  const wrong: Array<[change: (log: Log) => unknown, error: string]> = [
    [({ runs: [run] }) => (run!.results![0]!.locations![0]!.physicalLocation!.region!.startLine = 0), '/startLine must be >= 1'],
    [({ runs: [run] }) => (run!.results![0]!.locations![0]!.physicalLocation!.artifactLocation!.uri = 'a b.c'), '/uri must match format'],
    [({ runs: [run] }) => (run!.results![0]!.rank = 101), '/rank must be <= 100'],
    [({ runs: [run] }) => Object.assign(run!.results![0]!, { cost: 1 }), 'must NOT have additional properties'],
  ]
  for (const [change, error] of wrong) {
    const log = structuredClone(valid)
    change(log)
    expect(sarifErrors(log), error).toEqual([expect.stringContaining(error)])
  }
})
