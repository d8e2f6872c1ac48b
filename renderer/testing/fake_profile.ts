/** A small solver's profile, made up for tests only: one calling-context tree, its pairs and its sources. */
import type { Advice } from '../../shared/advice/advice.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { TimelineReport } from '../../shared/rpc/charts.ts'
import type { TraceSummary } from '../../shared/rpc/trace.ts'
import type { PairDetails, PairRow, PairSide } from '../../shared/rpc/pairs.ts'
import type { RowKind } from '../../shared/rpc/trees.ts'
import type { PairReport, ReuseReport } from '../../shared/report.ts'
import type { Frame, LeafFrame, Relation } from '../../shared/profile/frame.ts'
import type { Tool, Totals } from '../../shared/run.ts'

export interface FakeNode {
  node: number
  parent: number | null
  kind: RowKind
  label: string
  file: string | null
  line: number | null
  callSite: { file: string; line: number } | null
  inlined: boolean
  waste: number
  use: number
  traps: number
  instruction: string | null
}

export const solverFile = '/home/ada/solver/src/solver.c'
const mainFile = '/home/ada/solver/src/main.c'
export const gridFile = '/home/ada/solver/src/grid.f90'

const solverText = `/* A Jacobi solver on a square grid. */
#include <math.h>
#include "solver.h"

static inline double residual(const double *row, int j)
{
    return row[j - 1] + row[j + 1] - 2.0 * row[j];
}

${Array.from({ length: 76 }, (_, index) => `/* ${index + 10} */`).join('\n')}

void step(double **rows, const double *a, int n)
{
    for (int i = 0; i < n; i++) {
        init_row(rows[i], n);
        fill_row(rows[i], a, n);
    }
}

${Array.from({ length: 18 }, (_, index) => `/* ${index + 95} */`).join('\n')}

void init_row(double *row, int n)
{
    for (int j = 0; j < n; j++)
        row[j] = 0.0;
}

${Array.from({ length: 5 }, (_, index) => `/* ${index + 121} */`).join('\n')}

void fill_row(double *row, const double *a, int n)
{
    for (int j = 0; j < n; j++) {
        row[j] = f(a[j]);
        row[j] += residual(row, j);
    }
}
`

const mainText = `#include "solver.h"

${Array.from({ length: 34 }, (_, index) => `/* ${index + 3} */`).join('\n')}

int main(int argc, char **argv)
{
    double **rows = read_grid(argv[1]);
    for (int t = 0; t < 1000; t++)
        step(rows, coefficients, N);
    return write_grid(rows);
}
`

export const fakeSources: Record<string, { text: string; language: 'c' | 'fortran' }> = {
  [solverFile]: { text: solverText, language: 'c' },
  [mainFile]: { text: mainText, language: 'c' },
}

/** 1-based line of a text in a source. */
function lineOf(file: string, text: string): number {
  return (fakeSources[file]?.text.split('\n').findIndex((line) => line.includes(text)) ?? -1) + 1
}

const second = 1e9
export const lines = {
  stepCall: lineOf(mainFile, 'step(rows'),
  initCall: lineOf(solverFile, 'init_row(rows'),
  fillCall: lineOf(solverFile, 'fill_row(rows'),
  zero: lineOf(solverFile, 'row[j] = 0.0'),
  value: lineOf(solverFile, 'row[j] = f('),
  residualCall: lineOf(solverFile, 'row[j] += residual'),
  residual: lineOf(solverFile, 'return row[j - 1]'),
}

const loopOfStep = `loop at solver.c:${lines.initCall - 1}`

function tree(): FakeNode[] {
  const nodes: FakeNode[] = []
  const add = (parent: number | null, kind: RowKind, label: string, rest: Partial<FakeNode>): number => {
    const node = nodes.length
    nodes.push({ node, parent, kind, label, file: null, line: null, callSite: null, inlined: false, waste: 0, use: 0, traps: 0, instruction: null, ...rest })
    return node
  }
  const main = add(null, 'function', 'main', { file: mainFile, line: 38 })
  const step = add(main, 'function', 'step', { file: solverFile, line: 87, callSite: { file: mainFile, line: lines.stepCall } })
  const init = add(step, 'function', 'init_row', { file: solverFile, line: 116, callSite: { file: solverFile, line: lines.initCall } })
  add(init, 'instruction', 'movups xmmword ptr [rdi + 8*rax], xmm0', {
    file: solverFile,
    line: lines.zero,
    waste: 3.1 * second,
    use: 0.08 * second,
    traps: 1840,
    instruction: 'movups xmmword ptr [rdi + 8*rax], xmm0',
  })
  const fill = add(step, 'function', 'fill_row', { file: solverFile, line: 127, callSite: { file: solverFile, line: lines.fillCall } })
  add(fill, 'instruction', 'movsd qword ptr [rbx + 8*r14], xmm0', {
    file: solverFile,
    line: lines.value,
    waste: 0.62 * second,
    use: 2.2 * second,
    traps: 1512,
    instruction: 'movsd qword ptr [rbx + 8*r14], xmm0',
  })
  const inlined = add(fill, 'inlined', 'residual', { file: solverFile, line: 5, callSite: { file: solverFile, line: lines.residualCall }, inlined: true })
  add(inlined, 'instruction', 'movsd qword ptr [rsp + 16], xmm1', {
    file: solverFile,
    line: lines.residual,
    waste: 0.021 * second,
    use: 0.9 * second,
    traps: 7,
    instruction: 'movsd qword ptr [rsp + 16], xmm1',
  })
  const write = add(main, 'function', 'write_grid', { file: gridFile, line: 12, callSite: { file: mainFile, line: 43 } })
  const unknown = add(write, 'unknown', 'libfmt.so.9 + 0x1f3a0', {})
  const loop = add(unknown, 'loop', 'loop at 0x1f3a8', {})
  add(loop, 'instruction', 'mov byte ptr [rax + rcx], dl', { waste: 0.16 * second, use: 1.8 * second, traps: 210, instruction: 'mov byte ptr [rax + rcx], dl' })
  return nodes
}

export const fakeNodes: FakeNode[] = tree()

/** From the outermost function down; loops are no frames. */
function pathOf(node: number): number[] {
  const { parent = null, kind } = fakeNodes[node] ?? {}
  const own = kind === 'loop' ? [] : [node]
  return parent === null ? own : [...pathOf(parent), ...own]
}

/** The only node with that label or instruction. */
function nodeOf(label: string): number {
  return fakeNodes.findIndex((node) => node.label.startsWith(label))
}

function sideOf(node: number): PairSide {
  const path = pathOf(node).map((index) => fakeNodes[index] as FakeNode)
  const leafNode = path.at(-1) as FakeNode
  const owner = path.at(-2) as FakeNode
  const frame = (index: number): Frame => {
    const callee = path[index + 1]
    const called = callee?.callSite ?? null
    const here = path[index] as FakeNode
    return {
      function: here.label,
      file: called?.file ?? here.file,
      line: called?.line ?? here.line,
      module: '/home/ada/solver/solver',
      address: `0x${(0x1200 + here.node * 0x40).toString(16)}`,
      inlined: here.inlined,
      loop: here.label === 'step' ? loopOfStep : null,
    }
  }
  const leaf: LeafFrame = {
    function: owner.label,
    file: leafNode.file,
    line: leafNode.line,
    module: '/home/ada/solver/solver',
    address: `0x${(0x1200 + leafNode.node * 0x40).toString(16)}`,
    inlined: owner.inlined,
    loop: null,
    instruction: leafNode.instruction,
  }
  return {
    frames: path.slice(0, -2).map((_, index) => frame(index)),
    leaf,
    node,
    truncated: false,
    partial: false,
    moduleIndices: path.slice(0, -1).map((_, index) => (index === 0 ? 1 : 0)),
  }
}

/** Waste and use of each tool, in ns. */
const scales: Partial<Record<Tool, { waste: number; all: number }>> = {
  'dead-stores': { waste: 3.901 * second, all: 8.9 * second },
  'silent-stores': { waste: 1.2 * second, all: 6.1 * second },
  'redundant-loads': { waste: 2.4 * second, all: 5.2 * second },
  'reuse-distance': { waste: 0, all: 9.4 * second },
  'false-sharing': { waste: 0.8 * second, all: 2 * second },
}

function scaleOf(tool: Tool): { waste: number; all: number } {
  return scales[tool] ?? { waste: 0, all: 0 }
}

type PairExtras = Partial<Pick<PairReport, 'comparison' | 'sharing' | 'reuseOf' | 'distance' | 'object' | 'commonAncestor' | 'advice'>>

function pair(
  index: number,
  tool: Tool,
  relation: Relation,
  source: string,
  target: string,
  waste: number,
  use: number,
  traps: number,
  extras: PairExtras = {},
): PairDetails {
  const [from, to] = [sideOf(nodeOf(source)), sideOf(nodeOf(target))]
  const place = (side: PairSide): string => `${side.leaf.function} ${side.leaf.file === null ? side.leaf.address : `${side.leaf.file}:${side.leaf.line}`}`
  const shareOfTotal = relation === 'REUSED_BY' ? traps / 3300 : (waste + use) / scaleOf(tool).all
  const { commonAncestor = null, advice = null, ...shown } = extras
  const row: PairRow = {
    pair: index,
    tool,
    relation,
    source: place(from),
    sourceFunction: from.leaf.function,
    sourceFile: from.leaf.file,
    sourceLine: from.leaf.line,
    target: place(to),
    targetFunction: to.leaf.function,
    targetFile: to.leaf.file,
    targetLine: to.leaf.line,
    waste,
    use,
    traps,
    shareOfWaste: waste > 0 ? waste / scaleOf(tool).waste : null,
    shareOfTotal,
    fewSamples: traps < 10,
    ci95: traps < 10 ? null : [Math.max(0, shareOfTotal - 0.011), Math.min(1, shareOfTotal + 0.011)],
    comparison: null,
    sharing: null,
    reuseOf: null,
    distance: null,
    latency: null,
    object: null,
    advice: advice === null ? null : { class: advice.class, title: advice.title, sureness: advice.sureness },
    ...shown,
  }
  const [a, b] = [pathOf(from.node), pathOf(to.node)]
  const differing = a.findIndex((node, position) => node !== b[position])
  return { row, source: from, target: to, commonFrames: differing === -1 ? a.length - 1 : differing, commonAncestor, threads: [], advice }
}

const [zeroStore, valueStore, spill, formatStore] = ['movups xmmword', 'movsd qword ptr [rbx', 'movsd qword ptr [rsp', 'mov byte'] as const

const zeroedInVain: Advice = {
  class: 'overwritten-before-use',
  title: 'overwritten before use',
  sureness: 'likely',
  cause: null,
  remedy: 'Move the first store to the paths that read it, or drop it where there are none.',
  evidence: [
    'The earlier store: movups xmmword ptr [rbx], xmm0 at 0x11f0 stores a constant.',
    'A later store overwrote the bytes before anything read them, in 1,790 traps.',
  ],
  place: { function: 'init_row', file: '/home/user/solver/solver.c', line: 118 },
}

export const fakePairs: PairDetails[] = [
  pair(0, 'dead-stores', 'KILLED_BY', zeroStore, valueStore, 3.08 * second, 0, 1790, { commonAncestor: loopOfStep, advice: zeroedInVain }),
  pair(1, 'dead-stores', 'KILLED_BY', valueStore, valueStore, 0.62 * second, 0, 402),
  pair(2, 'dead-stores', 'KILLED_BY', formatStore, formatStore, 0.16 * second, 0, 96),
  pair(3, 'dead-stores', 'KILLED_BY', zeroStore, zeroStore, 0.02 * second, 0, 50),
  pair(4, 'dead-stores', 'KILLED_BY', spill, spill, 0.021 * second, 0, 5),
  pair(5, 'dead-stores', 'USED_BY', valueStore, spill, 0, 2.2 * second, 1110),
  pair(6, 'dead-stores', 'USED_BY', zeroStore, spill, 0, 0.08 * second, 31),
  pair(7, 'silent-stores', 'REDUNDANT_WITH', valueStore, valueStore, 1.1 * second, 0, 640, { comparison: 'approximate', commonAncestor: loopOfStep }),
  pair(8, 'silent-stores', 'REDUNDANT_WITH', zeroStore, zeroStore, 0.1 * second, 0, 61, { comparison: 'precise' }),
  pair(9, 'silent-stores', 'CHANGED_BY', zeroStore, valueStore, 0, 4.9 * second, 1800, { comparison: 'approximate' }),
  pair(10, 'redundant-loads', 'REDUNDANT_WITH', spill, spill, 2.4 * second, 0, 903, { comparison: 'precise', commonAncestor: 'fill_row solver.c:127' }),
  pair(11, 'redundant-loads', 'CHANGED_BY', spill, formatStore, 0, 2.8 * second, 770, { comparison: 'precise' }),
  pair(12, 'reuse-distance', 'REUSED_BY', zeroStore, valueStore, 0, 0, 2100, {
    reuseOf: 'same',
    commonAncestor: loopOfStep,
    distance: {
      p50: 4.1e6,
      p90: 3.3e7,
      beyond: [
        { bytes: 32_768, share: 0.91 },
        { bytes: 1_048_576, share: 0.4 },
        { bytes: 33_554_432, share: 0.02 },
      ],
    },
  }),
  pair(13, 'reuse-distance', 'REUSED_BY', valueStore, spill, 0, 0, 1200, {
    reuseOf: 'same',
    distance: {
      p50: 210,
      p90: 940,
      beyond: [
        { bytes: 32_768, share: 0.01 },
        { bytes: 1_048_576, share: 0 },
        { bytes: 33_554_432, share: 0 },
      ],
    },
  }),
  pair(14, 'false-sharing', 'SHARED_WITH', zeroStore, formatStore, 0.7 * second, 0, 380, { sharing: 'false', object: 'counters + 0x40' }),
  pair(15, 'false-sharing', 'SHARED_WITH', valueStore, formatStore, 0.1 * second, 0, 44, { sharing: 'true', object: 'heap or stack at 0x55d0c2a7f2c0' }),
]

function totals(tool: Tool, ci95: Totals['ci95']): Totals {
  const { waste, all } = scaleOf(tool)
  const neutral = tool === 'reuse-distance'
  const traps = fakePairs.filter((pair) => pair.row.tool === tool).reduce((sum, pair) => sum + pair.row.traps, 0)
  return {
    waste,
    use: neutral ? 0 : all - waste,
    reused: neutral ? all : 0,
    unaccounted: 0.2 * second,
    fraction: neutral ? null : waste / all,
    ci95,
    traps,
    precise: waste,
    approximate: 0,
    samples: 13_000,
    unaccountedShare: 0.021,
    sharing: tool === 'false-sharing' ? { false: 0.7 * second, true: 0.1 * second } : null,
  }
}

const octaves = [0.36, 0.02, 0.02, 0.04, 0.06, 0.1, 0.05, 0.03, 0.12, 0.09, 0.05, 0.02, 0.02, 0.01, 0.005, 0.005, 0, 0, 0, 0]

/** Waste in the first half of the run, use in the second. */
export const fakeTimeline: TimelineReport = {
  unit: 'ns',
  counted: false,
  amountUnit: 'bytes',
  covered: 0.8,
  intervals: [0.9, 0.8, 0.1, 0].map((share, index) => ({
    from: index * 1e9,
    to: (index + 1) * 1e9,
    first: 2 * index,
    last: 2 * index + 1,
    amount: share * 1e6,
    whole: 1e6,
    share,
    traps: share * 100,
    allTraps: index === 3 ? 4 : 100,
    low: index === 3 ? null : Math.max(0, share - 0.05),
    high: index === 3 ? null : Math.min(1, share + 0.05),
  })),
}

export const fakeTrace: TraceSummary = {
  end: 4e9,
  deepest: 6,
  firstDepth: 2,
  samples: 1200,
  stride: 1,
  lanes: [0, 1, 2].map((rank) => ({ thread: rank, rank, process: 100 + rank, number: 100 + rank, name: 'solver', index: 0, samples: 400 })),
}

export const fakeReuse: ReuseReport = {
  granularity: 'line',
  distanceUnit: 'cpu-time',
  accessRate: null,
  conversion: 'expectation',
  traps: 3300,
  censoredShare: 0.031,
  notes: ['Distances are CPU time: give an access rate to read them as bytes.'],
  time: {
    unit: 'ns',
    bins: octaves.map((share, index) => ({
      from: index === 0 ? 0 : 4096 * 2 ** (index - 1),
      to: index === octaves.length - 1 ? null : 4096 * 2 ** index,
      share,
    })),
    percentiles: [
      [0.5, 131_072],
      [0.75, 1_048_576],
      [0.9, 4_194_304],
      [0.95, null],
    ].map(([share, distance]) => ({ share: share ?? 0, distance: distance ?? null })),
  },
  stack: null,
  missRatio: [],
}

/** The same once CPU time was turned into accesses. */
export const fakeReuseInBytes: ReuseReport = {
  ...fakeReuse,
  accessRate: 1e9,
  notes: ['Shares are of CPU time, not of accesses.'],
  time: { ...fakeReuse.time, unit: 'bytes' },
  stack: {
    ...fakeReuse.time,
    unit: 'bytes',
    bins: fakeReuse.time.bins.map((bin, index) => ({ ...bin, share: octaves[index + 1] === undefined ? 0 : (octaves[index] ?? 0) })),
  },
  missRatio: octaves.map((_, index) => ({ bytes: 4096 * 2 ** index, ratio: octaves.slice(index + 1).reduce((sum, share) => sum + share, 0.02) })),
}

export const fakeSummary: Omit<ProfileSummary, 'profile' | 'path'> = {
  run: {
    command: ['/home/ada/solver/solver', 'input.dat'],
    workingDirectory: '/home/ada/solver',
    engine: 'software',
    engineReason: 'software: the machine is a virtual one without a PMU; perf breakpoints fire and deliver SIGTRAP.',
    transport: 'sigtrap',
    tools: ['dead-stores', 'silent-stores', 'redundant-loads', 'reuse-distance', 'false-sharing'],
    tolerance: 0.01,
    granularity: 'line',
    distanceUnit: 'cpu-time',
    ranks: [],
    events: [],
    stoppedBy: null,
    accessRate: null,
    caches: [],
    driver: 'cpu-time',
    unit: 'ns',
    period: 2_000_003,
    duration: 134,
    targetCpuSeconds: 131.4,
    startedAt: '2026-11-20T21:14:03Z',
    host: 'brook',
    exit: { code: 0, signal: null, state: 'finished' },
    seed: '5391',
    watchRegisters: 4,
    reservoir: 'registers',
    attribution: 'proportional',
    processes: 1,
    threads: 2,
    hagstoneVersion: '0.1.0',
  },
  totals: {
    'dead-stores': { ...totals('dead-stores', [0.428, 0.4501]), waste: 3.901 * second, use: 4.98 * second, fraction: 0.4392, traps: 4210 },
    'silent-stores': { ...totals('silent-stores', [0.18, 0.21]), precise: 0.1 * second, approximate: 1.1 * second },
    'redundant-loads': totals('redundant-loads', [0.44, 0.48]),
    'reuse-distance': totals('reuse-distance', null),
    'false-sharing': totals('false-sharing', [0.35, 0.45]),
  },
  runCost: { measure: 'cpu-time', amount: 131.4 * second, interrupts: 65_700 },
  stats: {
    samples: 65_210,
    armed: 64_980,
    traps: 4210,
    replaced: 59_100,
    censored: 60_770,
    blindSpot: { longest: 9, share: 0.0002 },
    dropped: { no_register: 12, vanished: 218 },
    handlerTime: 0.61 * second,
    handlerShare: 0.0046,
    counters: [
      { name: 'samples', value: 65_210, description: 'Clock samples that reached an access' },
      { name: 'dropped_vanished', value: 218, description: 'The sampled thread left the function before the access' },
    ],
  },
  notes: [
    'The kernel’s own reads and writes are unseen: a buffer that write(2) reads counts as unread.',
    'Shares are of CPU time, not of accesses.',
    'A watchpoint covers at most 8 aligned bytes; a random part represents wider accesses.',
  ],
  threads: [
    {
      rank: null,
      coverage: 1,
      process: 411,
      thread: 411,
      name: 'solver',
      cpuSeconds: 129.1,
      samples: 64_100,
      traps: 4190,
      waste: 3.88 * second,
      use: 4.9 * second,
      tools: {
        'dead-stores': { traps: 2190, waste: 3.88 * second, use: 4.9 * second },
        'silent-stores': { traps: 2000, waste: 1.2 * second, use: 4.9 * second },
      },
    },
    {
      rank: null,
      coverage: 0.72,
      process: 411,
      thread: 417,
      name: 'writer',
      cpuSeconds: 2.3,
      samples: 1110,
      traps: 20,
      waste: 0.02 * second,
      use: 0.08 * second,
      tools: { 'dead-stores': { traps: 20, waste: 0.02 * second, use: 0.08 * second } },
    },
  ],
  objects: [
    { name: 'counters + 0x40', module: '/home/ada/solver/solver', tool: 'false-sharing', waste: 0.7 * second, use: 0, traps: 380, pairs: 1 },
    { name: 'heap or stack at 0x55d0c2a7f2c0', module: null, tool: 'false-sharing', waste: 0.1 * second, use: 1.2 * second, traps: 44, pairs: 1 },
  ],
  nodeCount: fakeNodes.length,
  pairCount: fakePairs.length,
  partial: null,
}
