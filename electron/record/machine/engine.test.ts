import { describe, expect, test } from 'vitest'
import { chooseEngine, tryEngine, wantedSampling } from './engine.ts'
import { defaultSampling } from '../options.ts'
import { withoutDebugExceptions } from './obstacle.ts'
import type { Machine } from './engine.ts'
import type { ProbeReport } from './probe.ts'
import { badTracer, failedPmu, goodMachine, goodTracer, passedPmu, refused, silent, works } from './probe.testing.ts'
import { judgeTracer } from '../tracer.ts'

const auto = { engine: 'auto', transport: 'auto' } as const
const on = (change: Partial<ProbeReport>, tracer: Machine['tracer'] = null): Machine => ({ probe: { ...goodMachine, ...change }, tracer })

describe('engine', () => {
  test('takes synchronous signals first and explains the software engine', () => {
    expect(chooseEngine(on({}), auto)).toEqual({
      engine: 'software',
      transport: 'sigtrap',
      reason: 'software engine: this machine offers no hardware counters; watchpoints trap synchronously.',
    })
  })

  test('falls back to O_ASYNC', () => {
    expect(chooseEngine(on({ watchpointSigtrap: refused('EINVAL') }), auto)).toMatchObject({ transport: 'async' })
    expect(chooseEngine(on({ watchpointSigtrap: silent }), auto)).toMatchObject({ transport: 'async' })
  })

  test('takes only the requested transport', () => {
    expect(chooseEngine(on({}), { engine: 'auto', transport: 'async' })).toMatchObject({ transport: 'async' })
    expect(tryEngine(on({ watchpointAsync: silent }), { engine: 'auto', transport: 'async' })).toHaveProperty('problem')
  })

  test('does not claim that a machine with counters lacks them', () => {
    expect(chooseEngine(on({ hardwareCounters: works }), auto).reason).not.toContain('offers no')
  })

  test('explains O_ASYNC', () => {
    expect(chooseEngine(on({ watchpointSigtrap: silent }), auto).reason).toContain('since synchronous ones never fire here')
    expect(chooseEngine(on({ watchpointSigtrap: refused('EINVAL') }), auto).reason).toContain(
      'since the kernel refuses synchronous ones (EINVAL; Linux 5.13 and newer have them)',
    )
  })

  test('takes hardware sampling first, if its self-test passed', () => {
    expect(chooseEngine(on({ pebs: passedPmu }), auto)).toMatchObject({ engine: 'pebs', transport: 'sigtrap' })
    expect(chooseEngine(on({ ibs: passedPmu }), auto)).toMatchObject({ engine: 'ibs' })
    expect(chooseEngine(on({ pebs: passedPmu }), { engine: 'software', transport: 'auto' })).toMatchObject({
      engine: 'software',
      reason: expect.stringContaining('software engine, as requested; '),
    })
    const otherwise = chooseEngine(on({ pebs: failedPmu }), auto)
    expect(otherwise).toMatchObject({ engine: 'software', reason: expect.stringContaining('hardware sampling cannot be used (samples carry no addresses') })
    expect(chooseEngine(on({ pebs: { ...failedPmu, selfTest: 'untested' } }), auto)).toMatchObject({ engine: 'software' })
  })

  test('says how to get hardware sampling', () => {
    const remedy = "record on bare metal, or in a virtual machine that exposes the processor's PMU"
    expect(chooseEngine(on({ pebs: { ...failedPmu, available: false, selfTest: 'untested', remedy } }), auto).reason).toBe(
      `software engine: this machine offers no hardware counters (for these ${remedy}); watchpoints trap synchronously.`,
    )
  })

  test('a requested engine that does not work is rejected with the reason', () => {
    expect(() => chooseEngine(on({ pebs: failedPmu }), { engine: 'pebs', transport: 'auto' })).toThrow(
      expect.objectContaining({ status: 125, message: "Intel's precise events (pebs) cannot sample here: samples carry no addresses; update the kernel." }),
    )
    expect(() => chooseEngine(on({}), { engine: 'ibs', transport: 'auto' })).toThrow(/the self-test does not support such events; use --engine software/)
    expect(() => wantedSampling({ ...defaultSampling, engine: 'exhaustive' })).toThrow(/records programs from their start only/)
  })

  const forbidden = {
    perfEventParanoid: 3,
    debugRegisters: 0,
    watchpointSigtrap: refused('EACCES'),
    watchpointAsync: refused('EACCES'),
    executionBreakpoint: refused('EACCES'),
    timer: refused('EACCES'),
  }

  test('lets a tracer set the watchpoints where perf is forbidden, and says what would be better', () => {
    expect(chooseEngine(on(forbidden, goodTracer), auto)).toEqual({
      engine: 'software',
      transport: 'tracer',
      reason:
        'software engine: this machine offers no hardware counters; watchpoints are set by a tracer, which costs more, since perf_event_open is forbidden: kernel.perf_event_paranoid is 3 and CAP_PERFMON is missing; to do without it permit it to every user: sudo sysctl kernel.perf_event_paranoid=2.',
    })
    expect(
      chooseEngine(on({ ...forbidden, perfEventParanoid: 2, seccompMode: 2, watchpointSigtrap: refused('EPERM'), timer: refused('EPERM') }, goodTracer), auto)
        .reason,
    ).toContain('since a seccomp filter forbids')
    expect(chooseEngine(on({}, goodTracer), auto)).toMatchObject({ transport: 'sigtrap' })
    expect(chooseEngine(on({}, goodTracer), { engine: 'auto', transport: 'tracer' })).toMatchObject({
      transport: 'tracer',
      reason: expect.stringContaining('as was asked'),
    })
    expect(() => chooseEngine(on(forbidden, goodTracer), { engine: 'auto', transport: 'sigtrap' })).toThrow(/perf_event_open is forbidden/)
  })

  test('says both when neither perf nor a tracer works', () => {
    expect(() => chooseEngine(on(forbidden, badTracer), auto)).toThrow(
      'perf_event_open is forbidden: kernel.perf_event_paranoid is 3 and CAP_PERFMON is missing, and a tracer does not work either: ptrace is forbidden (EPERM); permit it to every user: sudo sysctl kernel.perf_event_paranoid=2.',
    )
    expect(() => chooseEngine(on({}, badTracer), { engine: 'auto', transport: 'tracer' })).toThrow(
      'Ptrace is forbidden (EPERM); start the container with --cap-add=SYS_PTRACE.',
    )
  })

  test('what perf and the tracer lack for one reason is said once', () => {
    const silentTracer = judgeTracer({ schema: 'hagstone.tracer-check/1', traces: true, debugRegisters: 4, fires: false, errno: null, ptraceScope: 1 })
    expect(() => chooseEngine(on({ watchpointSigtrap: silent, watchpointAsync: silent }, silentTracer), auto)).toThrow(
      `Watchpoints open but never fire: the virtual machine does not pass debug exceptions on; ${withoutDebugExceptions}.`,
    )
  })

  test("evaluates the tracer's findings", () => {
    const found = { schema: 'hagstone.tracer-check/1', traces: true, debugRegisters: 4, fires: true, errno: null, ptraceScope: 1 } as const
    expect(judgeTracer(found)).toEqual(goodTracer)
    expect(judgeTracer({ ...found, traces: false, errno: 'EPERM' })).toEqual(badTracer)
    expect(judgeTracer({ ...found, traces: false, errno: 'EPERM', ptraceScope: 3 })).toMatchObject({
      works: false,
      problem: expect.stringContaining('ptrace_scope is 3'),
    })
    expect(judgeTracer({ ...found, debugRegisters: 1 })).toMatchObject({ works: false })
    expect(judgeTracer({ ...found, fires: false })).toMatchObject({ works: false, problem: expect.stringContaining('never fire') })
  })

  const nothing = (errno: string): Partial<ProbeReport> => ({
    debugRegisters: 0,
    watchpointSigtrap: refused(errno),
    watchpointAsync: refused(errno),
    executionBreakpoint: refused(errno),
    timer: refused(errno),
  })
  const table: Array<[string, Partial<ProbeReport>, string]> = [
    [
      'paranoid level',
      { ...nothing('EACCES'), perfEventParanoid: 3 },
      'perf_event_open is forbidden: kernel.perf_event_paranoid is 3 and CAP_PERFMON is missing; permit it to every user: sudo sysctl kernel.perf_event_paranoid=2.',
    ],
    [
      'seccomp',
      { ...nothing('EPERM'), seccompMode: 2 },
      'A seccomp filter forbids perf_event_open, as container runtimes do by default; start the container with --cap-add=PERFMON or --security-opt seccomp=unconfined.',
    ],
    [
      'seccomp that hides the system call',
      { ...nothing('ENOSYS'), seccompMode: 2 },
      'A seccomp filter forbids perf_event_open, as container runtimes do by default; start the container with --cap-add=PERFMON or --security-opt seccomp=unconfined.',
    ],
    [
      'paranoid level inside a container whose filter lets perf through',
      { ...nothing('EACCES'), seccompMode: 2, perfEventParanoid: 4 },
      'perf_event_open is forbidden: kernel.perf_event_paranoid is 4 and CAP_PERFMON is missing; permit it to every user: sudo sysctl kernel.perf_event_paranoid=2.',
    ],
    [
      'security module or missing capability',
      nothing('EACCES'),
      'perf_event_open is forbidden (EACCES) at kernel.perf_event_paranoid 2: CAP_PERFMON is missing or a security module refuses; run as root or give the capability CAP_PERFMON.',
    ],
    [
      'kernel without perf',
      { ...nothing('ENOSYS'), perfEventParanoid: null },
      'The kernel has no perf events (CONFIG_PERF_EVENTS); boot a kernel built with them.',
    ],
    [
      'no free debug register',
      { debugRegisters: 0, watchpointSigtrap: refused('ENOSPC'), watchpointAsync: refused('ENOSPC'), executionBreakpoint: refused('ENOSPC') },
      'No debug register is free: a debugger or another profiler holds them; end it and try again.',
    ],
    [
      'one free debug register',
      { debugRegisters: 1 },
      'Only one debug register is free, two are needed: a debugger or another profiler holds them; end it and try again.',
    ],
    [
      'watchpoints that never fire',
      { watchpointSigtrap: silent, watchpointAsync: silent },
      `Watchpoints open but never fire: the virtual machine does not pass debug exceptions on; ${withoutDebugExceptions}.`,
    ],
    [
      'execution breakpoints that never fire',
      { executionBreakpoint: silent },
      `Execution breakpoints open but never fire on this machine; ${withoutDebugExceptions}.`,
    ],
    ['silent timer', { timer: silent }, `CPU-time events open but never fire on this machine; ${withoutDebugExceptions}.`],
  ]
  test.each(table)('%s', (_name, machine, line) => {
    expect(() => chooseEngine(on({ ...machine }), auto)).toThrow(expect.objectContaining({ status: 125, message: line }))
  })
})
