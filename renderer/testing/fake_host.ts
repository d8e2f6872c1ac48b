/** A host on made-up data, for tests of the windows. */
import type { CancelSignal, EventName, Events, MethodName, Parameters, Result, RpcClient } from '../../shared/rpc/contract.ts'
import type { HostDescription, HostSettings } from '../../shared/rpc/host.ts'
import type { PairColumn, PairFilter, PairGroup, PairNote, PairRow } from '../../shared/rpc/pairs.ts'
import type { LaunchProgress } from '../../shared/rpc/recordings.ts'
import type { SourceMapping, SourceText } from '../../shared/rpc/sources.ts'
import type { Tool } from '../../shared/run.ts'
import { isNeutral } from '../tools/tools.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { fakePairs, fakeReuse, fakeReuseInBytes, fakeSources, fakeSummary, fakeTimeline, fakeTrace, gridFile, solverFile, lines } from './fake_profile.ts'
import { fakeFindings } from './fake_findings.ts'
import { fakeCompareHandlers, FakeComparedTree } from './fake_comparison.ts'
import { FakeTree } from './fake_tree.ts'

type Handlers = { [M in MethodName]: (parameters: Parameters<M>) => Result<M> | Promise<Result<M>> }

export interface FakeHost extends RpcClient {
  /** Every call in order. */
  readonly calls: Array<{ method: MethodName; parameters: unknown }>
  /** Makes a method answer otherwise. */
  answer<M extends MethodName>(method: M, handler: Handlers[M]): void
  emit<E extends EventName>(event: E, payload: Events[E]): void
}

/** Of a host that was started without a file. */
export const fakeEmptyHost: HostDescription = {
  kind: 'serve',
  version: '0',
  canLaunch: true,
  launchRefusal: null,
  openAtStart: [],
  homeDirectory: '/home/ada',
  workingDirectory: '/home/ada',
}

/** A host without a process behind it: the contract's behaviour on one made-up profile. Only tests use it. */
export function createFakeHost(): FakeHost {
  const listeners = new Map<EventName, Set<(payload: never) => void>>()
  const calls: FakeHost['calls'] = []
  const handlers: Handlers = {
    ...createHandlers(),
    'pairs.heaviest': async ({ profile, tool }) => {
      const column = isNeutral(tool) ? 'shareOfTotal' : 'waste'
      const filter = { wastefulOnly: !isNeutral(tool), search: '', regularExpression: false, side: 'either', tool } as const
      const { rows } = await handlers['pairs.rows']({ profile, filter, sort: { column, descending: true }, start: 0, count: 1 })
      return rows[0]?.pair ?? null
    },
  }
  return {
    calls,
    answer: (method, handler) => void Object.assign(handlers, { [method]: handler }),
    emit(event, payload) {
      for (const listener of listeners.get(event) ?? []) listener(payload as never)
    },
    async call<M extends MethodName>(method: M, parameters: Parameters<M>, options?: { signal?: CancelSignal }) {
      calls.push({ method, parameters })
      await Promise.resolve()
      const cancelled = new Promise<never>((_, reject) =>
        options?.signal?.addEventListener('abort', () => reject(new RpcError('cancelled', `${method} was cancelled.`))),
      )
      return Promise.race([handlers[method](parameters), cancelled])
    },
    on(event, listener) {
      const registered = listeners.get(event) ?? new Set()
      listeners.set(event, registered)
      registered.add(listener)
      return () => registered.delete(listener)
    },
  }
}

/** One progress report of a recording, with the given parts changed. */
export function fakeProgress(change: Partial<LaunchProgress>): LaunchProgress {
  return {
    recording: 1,
    state: 'running',
    elapsed: 12.4,
    samples: 5210,
    traps: 402,
    blindSpot: { longest: 3, share: 0.0002 },
    handlerShare: 0.0045,
    fraction: 0.41,
    fractions: { 'dead-stores': 0.41, 'silent-stores': null },
    topPairs: [{ tool: 'dead-stores', source: `init_row solver.c:${lines.zero}`, target: `fill_row solver.c:${lines.value}`, shareOfWaste: 0.79, traps: 311 }],
    analysed: 0,
    output: null,
    error: null,
    targetOutput: 'iteration 100: residual 3.2e-4\niteration 200: residual 1.1e-4\n',
    ...change,
  }
}

/** All methods but those that a test may answer otherwise. */
function createHandlers(): Omit<Handlers, 'pairs.heaviest'> {
  const trees = new Map<number, FakeTree>()
  const mappings: SourceMapping[] = []
  const embedded: string[] = []
  const settings: HostSettings = { editor: '', sourceFolders: [], sourceMappings: mappings }
  const noted = new Map<number, PairNote>()
  const notedFindings = new Map<string, PairNote>()
  let nextView = 1
  const tree = (view: number): FakeTree => {
    const found = trees.get(view)
    if (found === undefined) throw new RpcError('not-found', `There is no view ${view}.`)
    return found
  }
  return {
    'host.describe': () => ({
      kind: 'serve',
      version: '0.1.0',
      canLaunch: true,
      launchRefusal: null,
      openAtStart: ['/home/ada/solver/solver.hagstone'],
      homeDirectory: '/home/ada',
      workingDirectory: '/home/ada/solver',
      caches: [
        { level: 1, bytes: 32_768 },
        { level: 2, bytes: 1_048_576 },
        { level: 3, bytes: 33_554_432 },
      ],
    }),
    'host.recent': () => [
      {
        path: '/home/ada/solver/solver.hagstone',
        title: '/home/ada/solver/solver input.dat',
        startedAt: new Date().toISOString(),
        durationSeconds: 134,
        fraction: 0.4392,
        result: { tool: 'dead-stores', kind: 'found', text: '', few: false },
        missing: false,
      },
      {
        path: '/home/ada/solver/solver-old.hagstone',
        title: '/home/ada/solver/solver small.dat',
        startedAt: '2026-11-12T08:00:00Z',
        durationSeconds: 12.4,
        fraction: 0.52,
        missing: false,
      },
      { path: '/tmp/gone.hagstone', title: 'bzip2 -k linux.tar', startedAt: '2026-11-12T07:00:00Z', durationSeconds: 31, fraction: 0.03, missing: true },
    ],
    'host.forgetRecent': () => null,
    'host.forgetGone': () => 0,
    'host.labelRecent': () => null,
    'host.listDirectory': ({ path }) => ({
      path,
      parent: path === '/' ? null : path.slice(0, path.lastIndexOf('/')) || '/',
      leftOut: 0,
      entries: [
        { name: 'src', path: `${path}/src`, kind: 'directory' },
        { name: 'input.dat', path: `${path}/input.dat`, kind: 'file' },
        { name: 'solver', path: `${path}/solver`, kind: 'program' },
        { name: 'solver.hagstone', path: `${path}/solver.hagstone`, kind: 'profile' },
      ],
    }),
    'host.chooseFile': () => null,
    'host.doctor': () => ({
      schema: 'hagstone.doctor/1',
      engine: 'software',
      engineReason: 'No PMU here (a virtual machine); breakpoints fire and perf delivers SIGTRAP.',
      engines: [
        {
          engine: 'pebs',
          works: false,
          reason: 'this processor shows no precise memory events',
          remedy: 'run on the host instead of in its virtual machine',
          tools: [...fakeSummary.run.tools],
        },
        { engine: 'software', works: true, reason: 'breakpoints fire and perf delivers SIGTRAP', remedy: null, tools: [...fakeSummary.run.tools] },
      ],
      checks: [
        { id: 'pmu', title: 'Memory sampling by the PMU', status: 'fails', detail: 'The processor shows no precise memory events.', remedy: null },
        {
          id: 'perf',
          title: 'perf events',
          status: 'limited',
          detail: 'perf_event_paranoid is 2: only the program itself is seen.',
          remedy: 'permit more to every user',
          command: 'sudo sysctl kernel.perf_event_paranoid=1',
        },
        { id: 'watchpoints', title: 'Watchpoints', status: 'works', detail: '4 debug registers, all fired in the self-test.', remedy: null },
      ],
    }),
    'host.fileKind': () => 'profile',
    'desktop.describe': () => null,
    'desktop.newWindow': () => null,
    'desktop.notify': () => null,
    'desktop.savePdf': () => null,
    'desktop.machines': () => [{ destination: 'ada@cluster', command: 'hagstone', allowLaunch: false }],
    'desktop.forgetMachine': () => null,
    'desktop.connect': () => null,
    'settings.read': () => settings,
    'settings.change': (changed) => Object.assign(settings, changed),
    'validation.read': ({ path }) => {
      throw new RpcError('not-found', `${path} does not exist.`)
    },
    'profile.open': ({ path }) => {
      if (!path.endsWith('.hagstone'))
        throw new RpcError('bad-file', `${path} is no Hagstone profile: its first bytes are not those of one. Open a file that “hagstone record” wrote.`)
      return { ...fakeSummary, profile: path.includes('old') ? 2 : 1, path }
    },
    'profile.close': () => null,
    'tree.create': ({ kind, tool }) => {
      trees.set(nextView, new FakeTree(kind, tool ?? 'dead-stores'))
      return { view: nextView, rowCount: tree(nextView++).window(0, 0).rowCount }
    },
    'tree.close': ({ view }) => {
      trees.delete(view)
      return null
    },
    'tree.rows': ({ view, start, count }) => tree(view).window(start, count),
    'tree.expand': ({ view, version, index, expanded, deep }) => tree(view).expand(version, index, expanded, deep),
    'tree.sort': ({ view, keep }) => ({ version: tree(view).version, keptIndex: tree(view).indexOf(keep) }),
    'tree.focus': ({ view, version, index }) => tree(view).focus(version, index),
    'tree.unfocus': ({ view, version }) => tree(view).focus(version, null),
    'tree.search': ({ view, text }) => tree(view).search(text),
    'tree.findMatch': ({ view, from, direction }) => tree(view).findMatch(from, direction),
    'tree.hotPath': ({ view, from }) => tree(view).hotPath(from),
    'tree.reveal': ({ view, node, pair }) => tree(view).reveal(node, pair),
    'tree.copy': ({ view, index }) => tree(view).text(index),
    'pairs.rows': ({ filter, sort, start, count }) => {
      const ofTool = fakePairs.map((pair) => pair.row).filter((row) => filter.tool == null || row.tool === filter.tool)
      const rows = ofTool
        .filter((row) => passes(row, filter))
        .sort((a, b) => (sort.descending ? -1 : 1) * compare(sortValue(a, sort.column), sortValue(b, sort.column)))
      return { rowCount: rows.length, totalCount: ofTool.length, rows: rows.slice(start, start + count) }
    },
    'pairs.groups': ({ filter, by }) => {
      const rows = fakePairs.map((pair) => pair.row).filter((row) => (filter.tool == null || row.tool === filter.tool) && passes(row, filter))
      // No two of its pairs are of the same lines.
      const nameOf = (row: PairRow): string => (by === 'both-line' ? `${row.source} ${row.target} ${row.pair}` : row.sourceFunction)
      const groups = [...new Set(rows.map(nameOf))].map((name): PairGroup => {
        const own = rows.filter((row) => nameOf(row) === name)
        const sum = (field: 'waste' | 'use' | 'traps' | 'shareOfTotal'): number => own.reduce((total, row) => total + row[field], 0)
        return {
          key: name,
          source: name,
          target: null,
          object: null,
          advice: null,
          pairs: own.length,
          waste: sum('waste'),
          use: sum('use'),
          traps: sum('traps'),
          shareOfWaste: sum('waste') > 0 ? own.reduce((total, row) => total + (row.shareOfWaste ?? 0), 0) : null,
          shareOfTotal: sum('shareOfTotal'),
          heaviest: own[0]?.pair ?? 0,
        }
      })
      return { rowCount: groups.length, rows: groups }
    },
    'pairs.details': ({ pair }) => {
      const details = fakePairs[pair]
      if (details === undefined) throw new RpcError('not-found', `There is no pair ${pair} in this profile.`)
      const note = noted.get(pair)
      return note === undefined ? details : { ...details, row: { ...details.row, note } }
    },
    'pairs.note': ({ pair, change }) => {
      const note: PairNote = { status: null, text: '', ...noted.get(pair), ...change }
      if (note.status === null && note.text === '') noted.delete(pair)
      else noted.set(pair, note)
      return noted.get(pair) ?? null
    },
    'profile.findings': () => fakeFindings,
    'profile.findingOf': ({ pair }) => {
      const at = fakeFindings.findings.findIndex(({ contexts }) => contexts.some((context) => context.pair === pair))
      return at === -1 ? null : { kind: 'listed', rank: at + 1, finding: fakeFindings.findings[at]! }
    },
    'findings.notes': ({ findings }) => Object.fromEntries([...notedFindings].filter(([id]) => findings.includes(id))),
    'findings.note': ({ finding, change }) => {
      const note: PairNote = { status: null, text: '', ...notedFindings.get(finding), ...change }
      if (note.status === null && note.text === '') notedFindings.delete(finding)
      else notedFindings.set(finding, note)
      return notedFindings.get(finding) ?? null
    },
    'pairs.copy': ({ pair }) => `${fakePairs[pair]?.row.source} KILLED_BY ${fakePairs[pair]?.row.target}`,
    'threads.distribution': ({ place }) =>
      fakeSummary.threads.map((_, index) => ({ waste: (place === null ? 4 : 2) * 1e9 * (index + 1), traps: 12 * (index + 1) })),
    'timeline.read': ({ pair }) =>
      pair === null
        ? fakeTimeline
        : {
            ...fakeTimeline,
            intervals: fakeTimeline.intervals.map((interval) => ({
              ...interval,
              amount: interval.amount / 2,
              share: interval.share === null ? null : interval.share / 2,
            })),
          },
    'functions.hot': ({ count }) =>
      [
        { name: 'init_row', file: solverFile, line: 116, cost: 3e9, waste: 3.1e9, use: 0.08e9, traps: 1840 },
        { name: 'fill_row', file: solverFile, line: 127, cost: 1e9, waste: 0.62e9, use: 2.2e9, traps: 1512 },
      ].slice(0, count),
    'functions.around': ({ name }) => ({
      name,
      file: solverFile,
      line: 87,
      cost: 4.5e9,
      waste: 3.7e9,
      use: 3.2e9,
      traps: 3359,
      own: { cost: 0.5e9, waste: 0, use: 0, traps: 0 },
      callers: [{ name: 'main', callSite: { file: solverFile, line: lines.stepCall }, cost: 4.5e9, waste: 3.7e9, use: 3.2e9, traps: 3359 }],
      callees: [
        { name: 'init_row', callSite: { file: solverFile, line: lines.initCall }, cost: 3e9, waste: 3.1e9, use: 0.08e9, traps: 1840 },
        { name: 'fill_row', callSite: { file: solverFile, line: lines.fillCall }, cost: 1e9, waste: 0.62e9, use: 2.2e9, traps: 1512 },
      ],
    }),
    'trace.summary': () => fakeTrace,
    // The first half is in the first function, a quarter idle, the rest in the second.
    'trace.cells': ({ columns, rows, firstLane, colour }) => ({
      names: ['relax', 'assemble'],
      cells: [(rows * columns) / 2, (rows * columns) / 4],
      waste: colour === 'waste' ? [0.5, -1] : [],
      waits: [0, 0],
      places: [0, 1],
      lanes: Array.from({ length: rows }, (_, row) => firstLane + row),
      runs: Array.from({ length: rows }, () => [columns / 2, 0, columns / 4, -1, columns / 4, 1]).flat(),
    }),
    'trace.at': ({ time }) =>
      time > fakeTrace.end / 2 && time < fakeTrace.end * 0.75
        ? null
        : {
            from: time - 1e6,
            to: time + 1e6,
            cpuTime: 2e6,
            node: 3,
            path: [
              { name: 'main', file: '/src/main.c', line: 41 },
              { name: time < fakeTrace.end / 2 ? 'relax' : 'assemble', file: solverFile, line: 117 },
            ],
          },
    'trace.filter': ({ from, to }) => ({
      ...fakeSummary,
      profile: 9,
      path: '/home/ada/solver/solver.hagstone',
      notes: [`Only the time from ${from / 1e9} s to ${to / 1e9} s of the run is shown`],
    }),
    'flame.read': ({ narrowed }) => {
      const [main, step, init, fill] = [5, narrowed === null ? 5 : 3, narrowed === null ? 4 : 3, narrowed === null ? 1 : 0]
      return {
        total: main * 1e9,
        leftOut: 0,
        names: ['', 'main', 'step', 'fill_row', 'init_row'],
        numbers: [-1, 0, 1, 3, 2],
        isLoop: [false, false, false, false, false],
        parent: [-1, 0, 1, 2, 2],
        start: [0, 0, 0, 0, fill * 1e9],
        amount: [main, main, step, fill, init].map((seconds) => seconds * 1e9),
        traps: [2000, 2000, 1200, 4, 1196],
        pair: [0, 0, 0, 1, 0],
        wasted: [0.4, 0.4, 0.5, 1, 0.25],
        observed: [2000, 2000, 1200, 4, 1196],
      }
    },
    'source.read': ({ file }): SourceText => {
      const source = fakeSources[file]
      return source === undefined
        ? { found: false, reason: 'missing', lookedFor: [file, ...mappings.map(({ from, to }) => file.replace(from, to))] }
        : { found: true, path: file, changedSinceBuild: false, ...source }
    },
    'source.fetch': () => null,
    'profile.assignments': () => (fakeSummary.objects ?? []).map(() => null),
    'sources.list': () =>
      Object.keys(fakeSources).map((file) => ({
        file,
        bytes: 1000,
        state: 'here' as const,
        embeddedBytes: embedded.includes(file) ? 1000 : null,
        changedSinceBuild: false,
      })),
    'sources.embed': ({ files }) => {
      embedded.splice(0, embedded.length, ...files)
      return []
    },
    'source.map': ({ from, to }) => {
      mappings.push({ from, to })
      return mappings
    },
    'source.mappings': () => mappings,
    'source.unmap': ({ from }) => {
      mappings.splice(0, mappings.length, ...mappings.filter((mapping) => mapping.from !== from))
      return mappings
    },
    'source.edit': () => null,
    'source.heat': ({ file, tool }) =>
      tool !== undefined && tool !== 'dead-stores'
        ? heatOfPairs(file, tool)
        : file === solverFile
          ? [
              { line: lines.zero, waste: 3.1e9, use: 8e7, share: 0.794, runCost: { inclusive: 2.4e10, exclusive: 2.4e10, observations: 12_000 } },
              { line: lines.value, waste: 6.2e8, use: 2.2e9, share: 0.159 },
              { line: lines.initCall, waste: 3.1e9, use: 8e7, share: 0.794 },
              { line: lines.residual, waste: 2.1e7, use: 9e8, share: 0.005 },
            ]
          : file === gridFile
            ? []
            : [{ line: lines.stepCall, waste: 3.74e9, use: 3e9, share: 0.959 }],
    'disassembly.read': ({ address }) => ({
      found: true,
      functionName: 'init_row',
      litIndex: 4,
      lines: [
        ['0x1290', 'test esi, esi'],
        ['0x1292', 'jle 0x12b0'],
        ['0x1294', 'xorps xmm0, xmm0'],
        ['0x1297', 'xor eax, eax'],
        [address, 'movups xmmword ptr [rdi + 8*rax], xmm0'],
        ['0x129f', 'add rax, 2'],
        ['0x12a3', 'cmp rax, rsi'],
        ['0x12a6', 'jb 0x1299'],
        ['0x12b0', 'ret'],
      ].map(([at, text], index) => ({
        address: at ?? '',
        bytes: '90',
        text: text ?? '',
        file: solverFile,
        line: lines.zero - (index < 3 ? 1 : 0),
        note: index === 0 ? 'init_row' : null,
        waste: index === 4 ? 3.1e9 : 0,
      })),
    }),
    ...fakeCompareHandlers,
    'compare.renormalise': ({ view, normalisation }) => (tree(view) as FakeComparedTree).renormalise(normalisation),
    'compare.tree': ({ kind, tool, normalisation }) => {
      trees.set(nextView, new FakeComparedTree(kind, tool, normalisation))
      return { view: nextView, rowCount: tree(nextView++).window(0, 0).rowCount }
    },
    'launch.start': () => ({ recording: 1 }),
    'reuse.objects': () => ({ count: 0, objects: [] }),
    'reuse.read': ({ accessRate, conversion }) => ({ ...(accessRate === null ? fakeReuse : fakeReuseInBytes), accessRate, conversion }),
    'values.rows': () => ({ rowCount: 0, totalCount: 0, rows: [] }),
    'values.summary': () => null,
    'values.at': () => [],
    'values.groups': () => ({ rowCount: 0, rows: [] }),
    'values.compare': () => {
      throw new RpcError('not-found', 'These profiles have no values.')
    },
    'launch.processes': () => ({
      processes: [
        {
          id: 4711,
          startTime: '52000',
          command: ['/opt/solver', '--grid', '512 x 512'],
          workingDirectory: '/home/ada/solver',
          startedAt: 1_760_000_000_000,
          cpuTime: 812,
          obstacle: null,
        },
        {
          id: 5120,
          startTime: '99000',
          command: ['python3', 'server.py'],
          workingDirectory: '/srv',
          startedAt: 1_760_000_500_000,
          cpuTime: 3.2,
          obstacle: null,
        },
        {
          id: 31,
          startTime: '900',
          command: ['/usr/sbin/database'],
          workingDirectory: '',
          startedAt: 1_760_000_000_000,
          cpuTime: 4000,
          obstacle: { reason: 'a process of user 999', remedy: 'Run hagstone record --pid as that user.' },
        },
      ],
      leftOut: 0,
    }),
    'launch.running': () => [],
    'launch.follow': () => null,
    'launch.pause': () => null,
    'launch.stop': () => null,
    'launch.discard': () => null,
    'export.csv': ({ table }) => `table\n${table}\n`,
    'export.profile': () => ({ file: 1, bytes: 8, leftOut: [] }),
    'export.read': ({ start }) => btoa('exported'.slice(start, start + 5)),
    'export.close': () => null,
  }
}

/** Waste of a tool's pairs at their earlier accesses. */
function heatOfPairs(file: string, tool: Tool): Result<'source.heat'> {
  return fakePairs
    .map((pair) => pair.row)
    .filter((row) => row.tool === tool && row.sourceFile === file)
    .map((row) => ({ line: row.sourceLine ?? 0, waste: row.waste, use: row.use, share: row.shareOfWaste ?? 0 }))
}

function passes(row: PairRow, filter: PairFilter): boolean {
  if (filter.wastefulOnly && row.waste === 0) return false
  if (filter.advice != null && (row.advice?.class ?? 'small') !== filter.advice) return false
  if (filter.group != null && row.sourceFunction !== filter.group.key) return false
  const pattern = filter.regularExpression ? new RegExp(filter.search, 'i') : null
  const hit = (text: string): boolean => (pattern === null ? text.toLowerCase().includes(filter.search.toLowerCase()) : pattern.test(text))
  return (filter.side !== 'target' && hit(row.source)) || (filter.side !== 'source' && hit(row.target))
}

function sortValue(row: PairRow, column: PairColumn): string | number | null {
  if (column === 'distance') return row.distance?.p50 ?? null
  return column === 'advice' ? (row.advice?.title ?? null) : (row[column] ?? null)
}

function compare(a: string | number | null, b: string | number | null): number {
  return typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b) : Number(a) - Number(b)
}
