/** A small solver's profile, made up for tests only: one calling-context tree, its pairs and its sources. */
import type { PairDetails, PairRow, PairSide, ProfileSummary, RowKind } from '../../shared/rpc/contract.ts'
import type { Frame, LeafFrame, Relation } from '../../shared/report.ts'

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
export const mainFile = '/home/ada/solver/src/main.c'
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
  add(init, 'instruction', 'movups xmmword ptr [rdi + 8*rax], xmm0', { file: solverFile, line: lines.zero, waste: 3.1 * second, use: 0.08 * second, traps: 1840, instruction: 'movups xmmword ptr [rdi + 8*rax], xmm0' })
  const fill = add(step, 'function', 'fill_row', { file: solverFile, line: 127, callSite: { file: solverFile, line: lines.fillCall } })
  add(fill, 'instruction', 'movsd qword ptr [rbx + 8*r14], xmm0', { file: solverFile, line: lines.value, waste: 0.62 * second, use: 2.2 * second, traps: 1512, instruction: 'movsd qword ptr [rbx + 8*r14], xmm0' })
  const inlined = add(fill, 'inlined', 'residual', { file: solverFile, line: 5, callSite: { file: solverFile, line: lines.residualCall }, inlined: true })
  add(inlined, 'instruction', 'movsd qword ptr [rsp + 16], xmm1', { file: solverFile, line: lines.residual, waste: 0.021 * second, use: 0.9 * second, traps: 7, instruction: 'movsd qword ptr [rsp + 16], xmm1' })
  const write = add(main, 'function', 'write_grid', { file: gridFile, line: 12, callSite: { file: mainFile, line: 43 } })
  const unknown = add(write, 'unknown', 'libfmt.so.9 + 0x1f3a0', {})
  add(unknown, 'instruction', 'mov byte ptr [rax + rcx], dl', { waste: 0.16 * second, use: 1.8 * second, traps: 210, instruction: 'mov byte ptr [rax + rcx], dl' })
  return nodes
}

export const fakeNodes: FakeNode[] = tree()

function pathOf(node: number): number[] {
  const parent = fakeNodes[node]?.parent ?? null
  return parent === null ? [node] : [...pathOf(parent), node]
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
      function: here.label, file: called?.file ?? here.file, line: called?.line ?? here.line, module: '/home/ada/solver/solver', address: `0x${(0x1200 + here.node * 0x40).toString(16)}`,
      inlined: here.inlined, loop: here.label === 'step' ? `loop at solver.c:${lines.initCall - 1}` : null,
    }
  }
  const leaf: LeafFrame = {
    function: owner.label, file: leafNode.file, line: leafNode.line, module: '/home/ada/solver/solver', address: `0x${(0x1200 + leafNode.node * 0x40).toString(16)}`,
    inlined: owner.inlined, loop: null, instruction: leafNode.instruction,
  }
  return { frames: path.slice(0, -2).map((_, index) => frame(index)), leaf, node, truncated: false, partial: false, moduleIndices: path.slice(0, -1).map((_, index) => (index === 0 ? 1 : 0)) }
}

function pair(index: number, source: number, target: number, relation: Relation, waste: number, use: number, traps: number): PairDetails {
  const [from, to] = [sideOf(source), sideOf(target)]
  const total = 3.901 * second
  const share = waste / total
  const place = (side: PairSide): string => `${side.leaf.function} ${side.leaf.file === null ? side.leaf.address : `${side.leaf.file}:${side.leaf.line}`}`
  const row: PairRow = {
    pair: index, tool: 'dead-stores', relation, source: place(from), sourceFunction: from.leaf.function, sourceFile: from.leaf.file, sourceLine: from.leaf.line,
    target: place(to), targetFunction: to.leaf.function, targetFile: to.leaf.file, targetLine: to.leaf.line, waste, use, traps,
    shareOfWaste: relation === 'KILLED_BY' ? share : null, shareOfTotal: (waste + use) / (8.9 * second), fewSamples: traps < 10,
    ci95: traps < 10 ? null : [Math.max(0, (waste + use) / (8.9 * second) - 0.011), Math.min(1, (waste + use) / (8.9 * second) + 0.011)],
  }
  const [a, b] = [pathOf(source), pathOf(target)]
  const differing = a.findIndex((node, position) => node !== b[position])
  return { row, source: from, target: to, commonFrames: differing === -1 ? a.length - 1 : differing }
}

export const fakePairs: PairDetails[] = [
  pair(0, 3, 5, 'KILLED_BY', 3.08 * second, 0, 1790),
  pair(1, 5, 5, 'KILLED_BY', 0.62 * second, 0, 402),
  pair(2, 10, 10, 'KILLED_BY', 0.16 * second, 0, 96),
  pair(3, 3, 3, 'KILLED_BY', 0.02 * second, 0, 50),
  pair(4, 7, 7, 'KILLED_BY', 0.021 * second, 0, 5),
  pair(5, 5, 7, 'USED_BY', 0, 2.2 * second, 1110),
  pair(6, 3, 7, 'USED_BY', 0, 0.08 * second, 31),
]

export const fakeSummary: Omit<ProfileSummary, 'profile' | 'path'> = {
  run: {
    command: ['/home/ada/solver/solver', 'input.dat'], workingDirectory: '/home/ada/solver', engine: 'software',
    engineReason: 'software: the machine is a virtual one without a PMU; perf breakpoints fire and deliver SIGTRAP.', transport: 'sigtrap', tools: ['dead-stores'],
    driver: 'cpu-time', unit: 'ns', period: 2_000_003, duration: 134, targetCpuSeconds: 131.4, startedAt: '2026-11-20T21:14:03Z', host: 'brook',
    exit: { code: 0, signal: null, state: 'finished' }, seed: '5391', watchRegisters: 4, reservoir: 'registers', attribution: 'proportional', processes: 1, threads: 2, hagstoneVersion: '0.1.0',
  },
  totals: { 'dead-stores': { waste: 3.901 * second, use: 4.98 * second, unaccounted: 0.2 * second, fraction: 0.4392, ci95: [0.428, 0.4501], traps: 4210, precise: 3.9 * second, approximate: 0 } },
  stats: {
    samples: 65_210, armed: 64_980, traps: 4210, replaced: 59_100, censored: 60_770, blindSpot: { longest: 9, share: 0.0002 }, dropped: { no_register: 12, vanished: 218 },
    handlerTime: 0.61 * second, handlerShare: 0.0046,
    counters: [
      { name: 'samples', value: 65_210, description: 'Clock samples that reached an access' },
      { name: 'dropped_vanished', value: 218, description: 'The sampled thread left the function before the access' },
    ],
  },
  notes: ['The kernel’s own reads and writes are unseen: a buffer that write(2) reads counts as unread.', 'Shares are of CPU time, not of accesses.', 'A watchpoint sees at most 8 aligned bytes; wider accesses are judged by a random part.'],
  threads: [
    { process: 411, thread: 411, name: 'solver', cpuSeconds: 129.1, samples: 64_100, traps: 4190, waste: 3.88 * second, use: 4.9 * second },
    { process: 411, thread: 417, name: 'writer', cpuSeconds: 2.3, samples: 1110, traps: 20, waste: 0.02 * second, use: 0.08 * second },
  ],
  nodeCount: fakeNodes.length,
  pairCount: fakePairs.length,
  partial: null,
}
