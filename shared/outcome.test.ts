import { describe, expect, it, test } from 'vitest'
import { measuredPart, outcomeOf, outcomeText, outcomeWords, partText, wholeText, type Recorded } from './outcome.ts'
import type { Tool, Totals } from './run.ts'

const second = 1e9
const totals: Totals = {
  waste: 0,
  use: 0,
  reused: 0,
  unaccounted: 0,
  fraction: null,
  traps: 0,
  precise: 0,
  approximate: 0,
  samples: 0,
  unaccountedShare: 0,
  sharing: null,
  ci95: null,
}

interface Described {
  lacking?: Recorded['lacking']
  tool?: Tool
  run?: Partial<Recorded['run']>
  counters?: Record<string, number>
  totals?: Partial<Totals>
}

/** 10 s of CPU time at a period of 10 ms, of which nothing came. */
function recorded({ lacking, tool = 'dead-stores', run = {}, counters = {}, totals: own }: Described): Recorded {
  return {
    run: {
      driver: 'cpu-time',
      engine: 'software',
      exit: { code: 0, signal: null, state: 'finished' },
      period: 1e7,
      targetCpuSeconds: 10,
      tools: [tool],
      ...run,
    },
    stats: { counters: Object.entries({ cpu_time: 10 * second, ...counters }).map(([name, value]) => ({ name, value, description: name })) },
    totals: { [tool]: { ...totals, ...own } },
    ...(lacking === undefined ? {} : { lacking }),
  }
}

const go = { program: '/bin/go', processes: 1, why: "the program's Go runtime takes over all signals", action: 'Record it with --engine exhaustive.' }
const lost = { program: '/bin/env', processes: 1, why: 'it executed another program; its loader did not load the sampler', action: 'Record it by itself.' }
const interrupts = { timer_signals: 100 }
const samples = { timer_signals: 100, samples: 60, armed: 60 }
const library = { name: 'libx264.so', cpuShare: 0.86, share: 0.02, of: 'samples' } as const

const nothingMeasured: Array<[string, Described, RegExp]> = [
  [
    'no process could be recorded',
    { run: { exit: { code: 0, signal: null, state: 'unable' }, unrecorded: [go] } },
    /^not measured: the program's Go runtime takes over all signals\. Record it with --engine exhaustive\.$/,
  ],
  [
    'only children work, and are not recorded',
    { run: { targetCpuSeconds: 0.004, unrecorded: [{ ...go, processes: 3 }] } },
    /3 processes were not recorded \(\/bin\/go: .*\), and the others used 4\.0 ms of CPU time\. Record it with/,
  ],
  [
    'the program went on to another one',
    { run: { targetCpuSeconds: 0.004, unrecorded: [lost] } },
    /1 process was not recorded \(\/bin\/env: it executed another program; .*\), and the others used 4\.0 ms of CPU time\. Record it by itself/,
  ],
  [
    'the exhaustive engine did not follow',
    { run: { engine: 'exhaustive', driver: 'accesses', unrecorded: [lost] } },
    /1 process was not recorded \(\/bin\/env: .*\), and in the others no access relevant to dead stores was followed by another\. Record it by itself/,
  ],
  [
    'the program ended before its first sample',
    { run: { targetCpuSeconds: 0.004 } },
    /ended before its first sample: it used 4\.0 ms of CPU time, and a sample is taken every 10\.0 ms\. Record a longer run/,
  ],
  ['all interrupts lost', {}, /no sampling interrupt reached the program in 10\.0 s of CPU time: .* SIGTRAP .*debugger.*exhaustive/],
  ['all interrupts of a short run lost', { run: { targetCpuSeconds: 0.29 } }, /reached the program in 290 ms of CPU time: .* closes all descriptors/],
  ['a long period', { run: { targetCpuSeconds: 1.36, period: 1e9 } }, /used 1\.36 s of CPU time, and a sample is taken every 1\.00 s\./],
  ['perf forbidden in the middle', { counters: { threads_unwatched: 2 } }, /2 threads could not be sampled: the kernel refused .* gave up rights .*exhaustive/],
  [
    'descriptors exhausted',
    { counters: { ...interrupts, cpu_time_unwatched: 8.5 * second } },
    /threads had no debug registers for 85 % of the CPU time, because .* descriptors.*ulimit -n/,
  ],
  [
    'few descriptors, but another cause',
    { counters: { ...interrupts, dropped_barren: 100, cpu_time_unwatched: 4 * second } },
    /none of 100 interrupts led to a sample, most often because the code near/,
  ],
  [
    'signal blocked',
    { counters: { signal_blocked: 1 } },
    /the program blocks SIGTRAP by a system call of its own, so no sampling interrupt reached it in 10\.0 s of CPU time\. .*exhaustive/,
  ],
  ['handler replaced', { counters: { signal_replaced: 1, timer_signals: 1 } }, /handles or ignores SIGTRAP by .*, so only 1 sampling interrupt reached it/],
  ['descriptors closed', { counters: { clock_closed: 1 } }, /the program closed the sampler's descriptors by system calls of its own/],
  [
    'kernel only',
    { counters: { timer_signals: 2, dropped_system_call: 2, kernel_time: 9.7 * second } },
    /97 % of the 10\.0 s of CPU time was spent in the kernel, where nothing is sampled\. .*strace -c/,
  ],
  [
    'a sandbox',
    { counters: { ended_by_seccomp: 1 }, run: { targetCpuSeconds: 0.003 } },
    /confined itself \(seccomp\) before its first sample, which ended recording\. .*exhaustive/,
  ],
  [
    'a sandbox after the first sample',
    { counters: { ended_by_seccomp: 1, samples: 1, timer_signals: 1, dropped_arm_failed: 1 }, totals: { samples: 1 } },
    /confined itself \(seccomp\) before a watchpoint led to an observation, which ended recording\. .*exhaustive/,
  ],
  ['traced', { counters: { ended_by_tracing: 1 } }, /another program began to trace it \(ptrace\).*without that debugger/],
  ['its own breakpoints', { counters: { ended_by_breakpoints: 1 } }, /use debug registers itself.*exhaustive/],
  [
    'killed by its own filter, by the first interrupt',
    { counters: { timer_signals: 1 }, run: { targetCpuSeconds: 0, exit: { code: null, signal: 'SIGSYS', state: 'killed' } } },
    /killed by its own seccomp filter \(SIGSYS\).*exhaustive/,
  ],
  ['ended unseen', { run: { targetCpuSeconds: 0 } }, /neither a sampling interrupt nor the end of the program was seen: it blocks SIGTRAP, or ended/],
  [
    'killed at once',
    { run: { targetCpuSeconds: 0, exit: { code: null, signal: 'SIGKILL', state: 'killed' } } },
    /the program was killed \(SIGKILL\) before its first sample\. Record a longer run/,
  ],
  ['paused', { counters: { paused: 900 } }, /recording was paused/],
  [
    'generated code only',
    { counters: { ...interrupts, dropped_code_unreadable: 90, dropped_barren: 10 } },
    /none of 100 interrupts led to a sample, most often because the code is in no file \(generated at run time\).*exhaustive/,
  ],
  [
    'one library',
    { lacking: library, counters: { ...interrupts, dropped_barren: 100 } },
    /because the code near the interrupts has no relevant access \(libx264\.so has 86 % of the CPU time\)\. Record another tool/,
  ],
  ['system calls only', { counters: { ...interrupts, dropped_system_call: 100 } }, /because a system call came/],
  ['interrupts lost for no known reason', { counters: interrupts }, /none of 100 interrupts led to a sample\. Record a longer run/],
  [
    'no sample for this tool',
    { run: { tools: ['dead-stores', 'silent-stores'] }, counters: samples },
    /none of 60 samples was of an access relevant to dead stores\. Record longer, or with --tool dead-stores alone\.$/,
  ],
  [
    'verdicts lost',
    { counters: { ...samples, dropped_imprecise: 60 }, totals: { samples: 60, unaccountedShare: 1 } },
    /no watchpoint led to an observation, most often because the accessing instruction is uncertain.*call frame information/,
  ],
  ['nothing shared', { tool: 'false-sharing', counters: samples, totals: { samples: 60 } }, /no other thread was seen/],
  [
    'nothing accessed again',
    { counters: samples, totals: { samples: 60, unaccountedShare: 1 } },
    /accessed again before its thread ended\. Record a longer run/,
  ],
  ['no access', { run: { engine: 'exhaustive', driver: 'accesses' } }, /no access relevant to dead stores/],
]

describe('not measured', () => {
  it.each(nothingMeasured)('%s', (_, described, text) => {
    const outcome = outcomeOf(recorded(described), described.tool ?? 'dead-stores')
    expect(outcome.kind).toBe('not-measured')
    expect(outcomeText(outcome)).toMatch(text)
    expect(outcomeText(outcome)).not.toContain('\n')
  })
})

test.each<[string, string]>([
  [
    'Record it with --engine exhaustive, which needs no interrupts and no watchpoints.',
    'Record it with the exhaustive engine, which needs no interrupts and no watchpoints.',
  ],
  ['Record a longer run, or sample faster (--rate).', 'Record a longer run, or sample faster.'],
  ['Record longer, or with --tool dead-stores alone.', 'Record longer, or with this tool alone.'],
  [
    'Record it by itself, with --follow children, or with --engine exhaustive.',
    'Record it by itself, with its child processes, or with the exhaustive engine.',
  ],
])('windows name no options: %s', (action, words) => expect(outcomeWords({ kind: 'not-measured', why: 'it', action })).toBe(`not measured: it. ${words}`))

describe('measured', () => {
  it.each<[string, Described, string]>([
    [
      'nothing in 34',
      { counters: samples, totals: { use: 1, fraction: 0, traps: 34 } },
      'none found in 34 observations; at most 8 % is waste (95 % confidence).',
    ],
    [
      'nothing, with an interval',
      { counters: samples, totals: { use: 1, fraction: 0, traps: 300, ci95: [0, 0.0123] } },
      'none found in 300 observations; at most 1 % is waste (95 % confidence).',
    ],
    ['nothing, exactly', { run: { engine: 'exhaustive' }, totals: { use: 1, fraction: 0, traps: 1, exact: true } }, 'none found in 1 observation.'],
    [
      'no line that another thread wanted',
      { tool: 'false-sharing', counters: { samples: 60, published_expired: 30, published_beside: 4 }, totals: { use: 1, fraction: 0, traps: 0 } },
      'none found in 34 observations; at most 8 % is waste (95 % confidence).',
    ],
    ['something', { counters: samples, totals: { waste: 1, fraction: 1, traps: 3 } }, ''],
    ['reuses', { tool: 'reuse-distance', counters: samples, totals: { reused: 5, traps: 5 } }, ''],
  ])('%s', (_, described, text) => {
    expect(outcomeText(outcomeOf(recorded(described), described.tool ?? 'dead-stores'))).toBe(text)
  })
})

const found = { waste: 1, fraction: 0.5, traps: 14, samples: 58 }

test('an earlier version, which did not watch threads that take turns, is not said to have found no sharing', () => {
  const outcome = (beside: number, waste = 0) => {
    const counters = { samples: 100, published_expired: 6, published_beside: beside }
    return outcomeText(outcomeOf(recorded({ tool: 'false-sharing', counters, totals: { use: 1, waste, fraction: waste, traps: waste } }), 'false-sharing'))
  }
  expect(outcome(60)).toBe(
    'not measured: in 91 % of the samples, the other thread had run on the same processor, where no cache line moves. Record it again: Hagstone now measures sharing between such threads, too.',
  )
  expect(outcome(50)).toContain('none found in 56 observations')
  expect(outcome(60, 1)).toBe('')
})

describe('the whole of the shares', () => {
  it.each<[string, Described, string, boolean, RegExp]>([
    ['all', { counters: { samples: 100, dropped_barren: 5 }, totals: found }, 'the total', false, /^$/],
    [
      'most',
      { counters: { samples: 70, dropped_system_call: 30 }, totals: found },
      'the 70 % that was measured',
      false,
      /^Only 70 % was measured, most often because a system call came before the next access\. All/,
    ],
    // A library without call frame information: 44 of 58 watchpoints led to no verdict.
    [
      'little: no verdicts',
      { counters: { samples: 58, dropped_imprecise: 44 }, totals: { ...found, unaccountedShare: 44 / 58 } },
      'the 24 % that was measured',
      true,
      /because the accessing instruction is uncertain, for example in code without call frame information/,
    ],
    [
      'little: no samples',
      { counters: { samples: 16, dropped_code_unreadable: 84 }, totals: found },
      'the 16 % that was measured',
      true,
      /generated at run time/,
    ],
    [
      'little: threads that waited',
      { counters: { samples: 58, cpu_time_unwatched: 6 * second }, totals: found },
      'the 40 % that was measured',
      true,
      /threads waited for debug registers/,
    ],
    [
      'one library without an access of this kind',
      { lacking: library, counters: { samples: 16, dropped_barren: 84 }, totals: found },
      'the 16 % that was measured',
      false,
      /All shares are of that part\. libx264\.so has 86 % of the CPU time but 2 % of the samples\.$/,
    ],
    [
      'a share that is rounded to one more digit',
      { counters: { samples: 98, dropped_barren: 902 }, totals: found },
      'the 10 % that was measured',
      false,
      /^Only 10 % was measured, most often because the code near the interrupts has no relevant access\./,
    ],
    [
      'both parts',
      { counters: { samples: 70, dropped_barren: 30 }, totals: { ...found, unaccountedShare: 0.6 } },
      'the 28 % that was measured',
      true,
      /not accessed again in time/,
    ],
    ['too few to say', { counters: { samples: 3, dropped_barren: 3 }, totals: { ...found, samples: 3, unaccountedShare: 0.5 } }, 'the total', false, /^$/],
    ["the profiler's own time", { counters: { samples: 50, dropped_own_code: 50, dropped_overrun: 50 }, totals: found }, 'the total', false, /^$/],
    [
      'reuses, of which some are not awaited',
      { tool: 'reuse-distance', counters: { samples: 58 }, totals: { ...found, unaccountedShare: 0.5 } },
      'the total',
      false,
      /^$/,
    ],
    ['all, counted', { run: { engine: 'exhaustive' }, totals: { ...found, unaccountedShare: 0.8 } }, 'the total', false, /^$/],
  ])('%s', (_, described, whole, little, because) => {
    const part = measuredPart(recorded(described), described.tool ?? 'dead-stores')
    expect(wholeText(part)).toBe(whole)
    expect(part?.little ?? false).toBe(little)
    expect(part === null ? '' : partText(part)).toMatch(because)
  })
})
