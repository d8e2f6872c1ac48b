import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf, subtreeEnds } from '../../shared/profile/tree/call_tree.ts'
import { nodeMetrics } from '../../shared/metrics/node_metrics.testing.ts'
import { contextOf } from '../../shared/profile/frames.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { openProfile } from '../profile/open_profile.ts'
import { CONTEXT_AFTER, CONTEXT_PARTIAL, CONTEXT_RETURN_ADDRESS, CONTEXT_SIGNAL_FRAME, CONTEXT_TRUNCATED, MODULE_UNKNOWN } from '../raw/raw_layout.ts'
import { RawFileBuilder } from '../raw/raw_writer.testing.ts'
import { buildReport } from '../report/report.ts'
import { analyzeInMemory, analyzeRecording } from './analyze_recording.ts'
import { readRecordingDirectory } from './recording_directory.ts'
import { DESCRIPTION, PROGRAM, recordingDirectory, solverRecording, SOLVER_SYMBOLS } from './recording.testing.ts'
import type { SymbolSource } from './symbols/symbol_source.ts'
import { leafOf } from '../../shared/profile/frame.ts'
import { fakeSymbols } from './symbols/symbols.testing.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { describe, expect, it } from 'vitest'
describe('from a raw recording to a report', () => {
  it('keeps every number and name of a small recording', async () => {
    const directory = recordingDirectory({ 'process-100-1.hagraw': solverRecording() })
    const output = join(temporaryDirectory(), 'solver.hagstone')
    const progress: number[] = []
    await analyzeRecording(directory, output, { symbols: SOLVER_SYMBOLS, onProgress: (share) => progress.push(share) })
    const opened = openProfile(output)
    const report = buildReport(opened.profile, { top: 10 })
    opened.close()

    expect(progress.at(-1)).toBe(1)
    expect(report.totals['dead-stores']).toMatchObject({ fraction: 0.9, traps: 100, waste: 90 * 10_000_019, use: 10 * 10_000_019, unaccounted: 5 * 10_000_019 })
    expect(report.pairs.map((pair) => [pair.relation, pair.shareOfTotal, pair.shareOfWaste, pair.traps])).toEqual([
      ['KILLED_BY', 0.9, 1, 90],
      ['USED_BY', 0.1, null, 10],
    ])
    const [pair] = report.pairs
    expect(pair!.source.map((frame) => `${frame.inlined ? '~' : ''}${frame.function} ${frame.file}:${frame.line}`)).toEqual([
      'main /src/main.c:41',
      'init /src/solver.c:117',
      '~set /src/set.h:5',
    ])
    expect(leafOf(pair!.target)).toMatchObject({ function: 'fill', line: 131, address: '0x300', instruction: 'mov [rdi+300], rax' })
    expect(pair!.source[0]!.address).toBe('0x10f')
    const frameKeys = ['function', 'file', 'line', 'module', 'address', 'inlined', 'loop']
    expect(pair!.source.map((frame) => Object.keys(frame))).toEqual([frameKeys, frameKeys, [...frameKeys, 'instruction']])
    expect(report.stats).toMatchObject({
      samples: 105,
      traps: 100,
      censored: 2,
      blindSpot: { longest: 2, share: 3 / 105 },
      dropped: { barren: 4 },
      handlerShare: 0.005,
    })
    const shares = { traps: 100, waste: 90 * 10_000_019, use: 10 * 10_000_019 }
    expect(report.threads).toEqual([
      { rank: null, process: 100, thread: 101, name: 'solver', cpuSeconds: 10, coverage: 1, samples: 105, ...shares, tools: { 'dead-stores': shares } },
    ])
    expect(report.run).toMatchObject({ command: ['./solver', 'input.dat'], duration: 10, exit: { code: 0, state: 'finished' }, driver: 'cpu-time', unit: 'ns' })
    expect(report.notes.join('\n')).toMatch(/Time-weighted/)
    expect(report.notes.join('\n')).toMatch(/1\.0 % of the observations, a random part/)
  })
})

async function analyse(
  files: Record<string, RawFileBuilder>,
  options: { symbols?: SymbolSource | null; description?: typeof DESCRIPTION | null } = {},
): Promise<ProfileTables> {
  const directory = recordingDirectory(files, options.description === undefined ? DESCRIPTION : options.description)
  const { symbols = SOLVER_SYMBOLS } = options
  return (await analyzeInMemory(readRecordingDirectory(directory), { symbols })).profile
}

/** The source chains of all pairs, "function:line" outermost first. */
function chains(profile: ProfileTables): string[] {
  return Array.from(profile.pairs.source, (node) => {
    const { frames, leaf } = contextOf(profile, node)
    return [...frames, leaf].map((frame) => `${frame.function}${frame.line === null ? '' : `:${frame.line}`}`).join(' > ')
  })
}

describe('merging', () => {
  it('joins equal contexts of processes, threads and writers, and keeps threads apart only in their table', async () => {
    const profile = await analyse({ 'process-1-1.hagraw': solverRecording(), 'process-2-1.hagraw': solverRecording({ traps: 50 }) })
    expect(chains(profile)).toEqual(['main:41 > init:117 > set:5', 'main:41 > init:117 > set:5'])
    expect(Array.from(profile.pairs.traps)).toEqual([135, 15])
    expect(profile.threads.map((thread) => thread.tools['dead-stores']?.traps)).toEqual([100, 50])
    expect(profile.modules).toHaveLength(1)
    expect(profile.watches).toMatchObject({ length: 1 })
    expect(profile.watches.samples[0]).toBe(160)
  })

  it('keeps files of the same path but another build apart', async () => {
    const other = new RawFileBuilder({ process_id: 101 }).module(1, PROGRAM, [1, 2]).thread(1, 'b')
    const root = other.threadRoot(1, 1)
    other.pair(1, other.context(1, root, 1, 0x200), other.context(1, root, 1, 0x300), 1, { traps: 1, credit: 1, amount: 1 })
    const profile = await analyse({ 'process-1-1.hagraw': solverRecording(), 'process-2-1.hagraw': other })
    expect(profile.modules.map((module) => module.buildId)).toEqual(['', '0102'])
    expect(profile.notes.join()).toMatch(/the file changed since the recording/)
    expect(chains(profile)[2]).toBe('node+0x200')
  })

  it('refuses to add up recordings driven by accesses and by the clock', async () => {
    const counted = new RawFileBuilder({ driver: 1 })
    await expect(analyse({ 'process-1-1.hagraw': solverRecording(), 'process-2-1.hagraw': counted })).rejects.toMatchObject({ code: 'unable' })
  })
})

it('never gives an interval of zero width where only waste was seen', async () => {
  const file = new RawFileBuilder().module(1, PROGRAM).thread(1, 'solver')
  const store = file.context(1, file.threadRoot(1, 1), 1, 0x200)
  const pair = file.pair(1, store, store, 1, { traps: 20, credit: 20, amount: 20 })
  for (let trap = 0; trap < 20; trap++) file.trap(1, trap * 1_000_000, pair)
  const report = buildReport(await analyse({ 'process-1-1.hagraw': file }), { top: 1 })
  expect(report.totals['dead-stores']!.ci95).toEqual([expect.closeTo(0.8316, 4), 1])
  expect(report.pairs[0]!.ci95).toEqual([expect.closeTo(0.8316, 4), 1])
})

describe('contexts', () => {
  /** One pair whose earlier access is below contexts made by `grow`. */
  const withStore = async (grow: (file: RawFileBuilder, root: number) => number, symbols: SymbolSource | null = SOLVER_SYMBOLS): Promise<ProfileTables> => {
    const file = new RawFileBuilder().module(1, PROGRAM).thread(1, 'a')
    const root = file.threadRoot(1, 1)
    file.pair(1, grow(file, root), file.context(1, root, 1, 0x300), 1, { traps: 1, credit: 1, amount: 1 })
    return analyse({ 'process-1-1.hagraw': file }, { symbols })
  }

  it('say where callers were cut or could not be found', async () => {
    const cut = await withStore((file, root) => file.context(1, file.context(1, root, 1, 0x110, CONTEXT_RETURN_ADDRESS | CONTEXT_TRUNCATED), 1, 0x200))
    expect(cut.functions.map((described) => described.name)).toContain('(deeper callers cut)')
    expect(contextOf(cut, cut.pairs.source[0]!)).toMatchObject({ truncated: true, partial: false })
    const lost = await withStore((file, root) => file.context(1, root, 1, 0x200, CONTEXT_PARTIAL))
    expect(contextOf(lost, lost.pairs.source[0]!)).toMatchObject({ truncated: false, partial: true })
  })

  it('look up return addresses one byte earlier, and interrupted frames at the instruction itself', async () => {
    expect(chains(await withStore((file, root) => file.context(1, file.context(1, root, 1, 0x110, CONTEXT_RETURN_ADDRESS), 1, 0x300)))).toEqual([
      'main:41 > fill:131',
    ])
    expect(chains(await withStore((file, root) => file.context(1, file.context(1, root, 1, 0x11f, CONTEXT_SIGNAL_FRAME), 1, 0x300)))).toEqual([
      'main:44 > fill:131',
    ])
  })

  it('name accesses that are known only to the boundary after them, and say so', async () => {
    const profile = await withStore((file, root) => file.context(1, root, 1, 0x201, CONTEXT_AFTER))
    expect(chains(profile)).toEqual(['init:117 > set:5'])
    const { leaf } = contextOf(profile, profile.pairs.source[0]!)
    expect(leaf.instruction, 'the byte before a boundary is no instruction').toBeNull()
    expect(profile.notes.join()).toMatch(/only known to precede an instruction boundary/)
  })

  it('show code in no file by its address', async () => {
    const profile = await withStore((file, root) => file.context(1, root, MODULE_UNKNOWN, 0x7f0000001000))
    expect(chains(profile)).toEqual(['0x7f0000001000'])
    expect(profile.notes.join()).toMatch(/generated at run time/)
  })

  it('show module and offset where there are no symbols, and say why', async () => {
    expect(chains(await withStore((file, root) => file.context(1, root, 1, 0x200), null))).toEqual(['node+0x200'])
    const file = new RawFileBuilder().module(1, '/gone/libx.so').thread(1, 'a')
    const root = file.threadRoot(1, 1)
    file.pair(1, file.context(1, root, 1, 0x10), file.context(1, root, 1, 0x20), 1, { traps: 1, credit: 1, amount: 1 })
    const profile = await analyse({ 'process-1-1.hagraw': file })
    expect(profile.modules[0]!.note).toBe('libx.so: the file no longer exists; shown as module + offset.')
  })

  it('put two calls on one line into one row, two calls at unknown lines into two', async () => {
    const frames = {
      0x10f: [{ name: 'main', file: '/m.c', line: 1 }],
      0x11f: [{ name: 'main', file: '/m.c', line: 1 }],
      0x12f: [{ name: 'stub' }],
      0x13f: [{ name: 'stub' }],
      0x200: [{ name: 'f', file: '/f.c', line: 2 }],
    }
    const calls = async (returns: number[]): Promise<number> => {
      const file = new RawFileBuilder().module(1, PROGRAM).thread(1, 'a')
      const root = file.threadRoot(1, 1)
      for (const at of returns) {
        const leaf = file.context(1, file.context(1, root, 1, at, CONTEXT_RETURN_ADDRESS), 1, 0x200)
        file.pair(1, leaf, leaf, 1, { traps: 1, credit: 1, amount: 1 })
      }
      return (await analyse({ 'process-1-1.hagraw': file }, { symbols: fakeSymbols({ [PROGRAM]: { frames } }) })).pairs.length
    }
    expect(await calls([0x110, 0x120])).toBe(1)
    expect(await calls([0x130, 0x140])).toBe(2)
  })

  it('never give a caller less than its callees have together', async () => {
    const profile = await analyse({ 'process-1-1.hagraw': solverRecording(), 'process-2-1.hagraw': solverRecording({ traps: 33 }) })
    const end = subtreeEnds(profile.nodes.parent)!
    const { wasteInclusive, wasteExclusive } = nodeMetrics(profile, 'dead-stores')
    for (let row = 0; row < profile.nodes.length; row++) {
      const children = childrenOf(end, row).reduce((sum, child) => sum + wasteInclusive[child]!, 0)
      expect(wasteInclusive[row]!).toBeGreaterThanOrEqual(children)
      expect(wasteInclusive[row]!).toBeGreaterThanOrEqual(wasteExclusive[row]!)
    }
  })
})

describe('how it ended', () => {
  const ended = async (header: ConstructorParameters<typeof RawFileBuilder>[0], description: typeof DESCRIPTION | null = DESCRIPTION): Promise<ProfileTables> =>
    analyse({ 'process-1-1.hagraw': new RawFileBuilder(header).module(1, PROGRAM).thread(1, 'a') }, { description })
  const exit = { code: null, signal: null, endedAt: '2026-11-20T10:00:12.000Z', stopped: false }

  it.each([
    [
      'by a signal',
      { state: 1 },
      { ...DESCRIPTION, exit: { ...exit, signal: 'SIGKILL' } },
      'killed',
      'target killed by SIGKILL after 12.0 s; everything until then is recorded',
    ],
    [
      'on request',
      { state: 2 },
      { ...DESCRIPTION, exit: { ...exit, stopped: true } },
      'stopped',
      'recording stopped on request after 12.0 s; everything until then is recorded',
    ],
    ['on a full disk', { state: 4 }, DESCRIPTION, 'out-of-space', 'the disk was full after 10.0 s; everything until then is recorded'],
    [
      'before it began',
      { state: 5, failure: 2 },
      DESCRIPTION,
      'unable',
      'nothing could be recorded: perf_event_open is not permitted; run "hagstone doctor" for help',
    ],
    ['with its launcher', { state: 1 }, { ...DESCRIPTION, exit: null }, 'killed', 'target killed after 10.0 s; everything until then is recorded'],
    [
      'by a limit, the program going on',
      { state: 2 },
      { ...DESCRIPTION, stoppedBy: '--duration 4 s', stoppedAt: '2026-11-20T10:00:04.000Z' },
      'finished',
      'recording ended after 4.00 s (--duration 4 s); the program continued unrecorded',
    ],
    ['well, by an exit that no handler saw', { state: 1 }, DESCRIPTION, 'finished', null],
  ])('%s', async (_, header, description, state, partial) => {
    const profile = await ended(header, description)
    expect([profile.run.exit.state, profile.partial]).toEqual([state, partial])
  })

  it("keeps a recording without the launcher's description", async () => {
    const profile = await ended({ executablePath: '/bin/solver' }, null)
    expect(profile.run).toMatchObject({ command: ['/bin/solver'], duration: 10, exit: { code: null, state: 'finished' } })
    expect(profile.notes.join()).toMatch(/no recording.json/)
  })

  it('counts what was damaged in the notes', async () => {
    const directory = recordingDirectory({ 'process-1-1.hagraw': solverRecording() })
    writeFileSync(join(directory, 'process-2-1.hagraw'), 'rubbish')
    writeFileSync(join(directory, 'recording.json'), '{"schema": 3}')
    const { profile } = await analyzeInMemory(readRecordingDirectory(directory), { symbols: null })
    expect(profile.notes.join('\n')).toMatch(/Left out: .*process-2-1.hagraw is not a raw recording/)
    expect(profile.notes.join('\n')).toMatch(/recording.json could not be read \(schema: /)
  })
})

describe('recordings that cannot be analysed', () => {
  it('is refused in one line', async () => {
    const empty = temporaryDirectory()
    expect(() => readRecordingDirectory(empty)).toThrow(/contains no raw recording/)
    expect(() => readRecordingDirectory(join(empty, 'none'))).toThrow(/is not a directory/)
    writeFileSync(join(empty, 'a.hagraw'), 'rubbish')
    expect(() => readRecordingDirectory(empty)).toThrow(/is not a raw recording of Hagstone/)
  })

  it('leaves no file when it is cancelled', async () => {
    const directory = recordingDirectory({ 'process-1-1.hagraw': solverRecording() })
    const cancelling = new AbortController()
    const analysis = analyzeRecording(directory, join(directory, 'out.hagstone'), {
      symbols: SOLVER_SYMBOLS,
      signal: cancelling.signal,
      onProgress: (share) => share > 0.5 && cancelling.abort(),
    })
    await expect(analysis).rejects.toMatchObject({ code: 'cancelled' })
    expect(readdirSync(directory).sort()).toEqual(['process-1-1.hagraw', 'recording.json'])
  })
})
