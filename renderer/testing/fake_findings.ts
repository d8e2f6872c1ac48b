/** Findings of the made-up profile, as varied as the form allows. */
import type { Finding, FindingContext, FindingPlace, Findings } from '../../shared/findings/finding.ts'
import { fakePairs, gridFile, lines, solverFile } from './fake_profile.ts'

function place(role: FindingPlace['role'], name: string, line: number | null, text: string | null, rest: Partial<FindingPlace> = {}): FindingPlace {
  return { role, function: name, file: solverFile, line, text, inLibrary: null, ...rest }
}

function context(pair: number, share: number): FindingContext {
  const { source, target } = fakePairs[pair]!
  return { pair, share, source: [...source.frames, source.leaf], target: [...target.frames, target.leaf] }
}

const common = { data: null, interval: null, sketch: null, fewObservations: false, pairs: 1, threads: 1, contextCount: 1 } satisfies Partial<Finding>

const findings: Finding[] = [
  {
    ...common, id: 'a1', class: 'overwritten-before-use', title: 'fill_row() overwrites everything that init_row() has just written to row[j]', tools: ['dead-stores', 'silent-stores'], relation: 'KILLED_BY',
    places: [place('earlier', 'init_row', lines.zero, 'row[j] = 0.0;'), place('later', 'fill_row', lines.value, 'row[j] = f(a[j]);')],
    data: 'row[j]', share: 0.346, shareOfRun: 0.123, interval: [0.0812, 0.162], bound: { kind: 'loop', text: `The loop at solver.c:${lines.zero - 1} does nothing else, and 12.3 % of the CPU time is in it.` }, sureness: 'certain',
    cause: 'init_row() stores 0.0 to every element of a row, and fill_row() stores to each of them again before anything reads it.', remedy: 'Remove the call of init_row(), or zero only elements that fill_row() leaves out.',
    change: { function: 'step', file: solverFile, line: lines.initCall }, sketch: 'for (int i = 0; i < n; i++) {\n-   init_row(rows[i], n);\n    fill_row(rows[i], a, n);\n}',
    evidence: [`All 1,790 observed stores at solver.c:${lines.zero} were overwritten at solver.c:${lines.value}.`, 'Nothing read the bytes in between.', `Both accesses are in the loop at solver.c:${lines.initCall - 1}.`],
    observations: 1790, pairs: 3, threads: 2, contextCount: 12, contexts: [context(0, 0.9), context(3, 0.1)],
  },
  {
    ...common, id: 'b2', class: 'recomputation', title: 'fill_row() loads row[j - 1] again that it loaded one iteration before', tools: ['redundant-loads'], relation: 'REDUNDANT_WITH',
    places: [place('later', 'residual', lines.residual, 'return row[j - 1] + row[j + 1] - 2.0 * row[j];')],
    share: 0.462, shareOfRun: 0.051, interval: [0.044, 0.06], bound: { kind: 'accesses', text: 'The loads alone take 5.1 % of the CPU time.' }, sureness: 'likely',
    cause: 'Each iteration loads two values that the iteration before loaded too.', remedy: 'Carry the neighbors in local variables.', change: { function: 'residual', file: solverFile, line: lines.residual },
    evidence: ['All 903 observed loads returned the value of the load before.'], observations: 903, contexts: [context(10, 1)],
  },
  {
    ...common, id: 'c3', class: 'false-sharing', title: 'Two threads write to one cache line of counters', tools: ['false-sharing'], relation: 'SHARED_WITH',
    places: [place('earlier', 'init_row', lines.zero, 'row[j] = 0.0;'), place('later', 'write_grid', 61, null, { file: gridFile })],
    data: 'counters', share: 0.7, shareOfRun: 0.032, interval: [0.01, 0.055], bound: { kind: 'accesses', text: 'The accesses to the line take 3.2 % of the CPU time.' }, sureness: 'likely',
    cause: 'The counters of both threads lie in one cache line, which travels between the processors.', remedy: 'Align each counter to 64 bytes.', change: null, sketch: 'alignas(64) long counter;',
    evidence: ['380 observations: the threads touch different bytes of the line.'], observations: 380, threads: 2, contexts: [context(14, 1)],
  },
  {
    ...common, id: 'd4', class: 'distant-reuse', title: 'fill_row() uses the rows again after they have left the L2 cache', tools: ['reuse-distance'], relation: 'REUSED_BY',
    places: [place('earlier', 'init_row', lines.zero, 'row[j] = 0.0;'), place('later', 'fill_row', lines.value, 'row[j] = f(a[j]);')],
    share: 0.4, shareOfRun: 0.021, bound: { kind: 'cache-misses', text: '40 % of these reuses miss L2; at 14 cycles each they take 2.1 % of the run.' }, sureness: 'possible',
    cause: 'Either the rows are visited in the wrong order, or a whole grid lies between the loops; look whether the loops can be fused.', remedy: 'Fuse both loops, or tile them.', change: null,
    evidence: ['The median distance is 4.1 ms.'], observations: 2100, contexts: [context(12, 1)],
  },
  {
    ...common, id: 'e5', class: 'update-without-effect', title: 'memset() in make_grid() clears memory that is zero', tools: ['silent-stores'], relation: 'REDUNDANT_WITH',
    places: [place('earlier', 'init_row', lines.zero, 'row[j] = 0.0;', { inLibrary: 'memset() in libc.so.6' }), place('later', 'init_row', lines.zero, 'row[j] = 0.0;')],
    share: 0.016, shareOfRun: null, bound: null, sureness: 'possible', cause: 'The memory holds zeros: either it is new from the system, or nothing has been written to it.', remedy: 'Use calloc(), or drop memset().', change: null,
    evidence: ['All 61 observed stores wrote what was there.'], observations: 61, contexts: [context(8, 1)],
  },
  {
    ...common, id: 'f6', class: 'unread-result', title: 'residual() stores a result that nothing reads', tools: ['dead-stores'], relation: 'KILLED_BY',
    places: [place('earlier', 'residual', null, null, { file: null })],
    share: 0.002, shareOfRun: 0.0004, interval: [0, 0.001], bound: { kind: 'accesses', text: 'The stores alone take 0.04 % of the CPU time.' }, sureness: 'possible',
    cause: 'The value is stored to the stack and overwritten in the next call.', remedy: 'Look whether the result is needed.', change: null, evidence: [], observations: 5, fewObservations: true, contexts: [context(4, 1)],
  },
]

export const fakeFindings: Findings = {
  measure: 'cpu-time', findings,
  leftOut: [
    { reason: 'calls', text: 'saved registers, return addresses and jumps through the linkage table', share: 0.06, shareOfRun: 0.015 },
    { reason: 'loader-and-startup', text: 'dynamic loader and start-up code', share: 0.01, shareOfRun: 0.001 },
    { reason: 'small', text: '3 smaller findings', share: 0.002, shareOfRun: 0.0005 },
  ],
}
