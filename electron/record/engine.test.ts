import { describe, expect, test } from 'vitest'
import { chooseEngine, tryEngine } from './engine.ts'
import type { ProbeReport } from './probe.ts'
import { goodMachine, refused, silent, works } from './probe.testing.ts'

const auto = { transport: 'auto' } as const

describe('engine', () => {
  test('takes synchronous signals first and says why the software engine', () => {
    expect(chooseEngine(goodMachine, auto)).toEqual({
      engine: 'software',
      transport: 'sigtrap',
      reason: 'software engine: this machine offers no hardware counters; watchpoints trap synchronously.',
    })
  })

  test('falls back to O_ASYNC', () => {
    expect(chooseEngine({ ...goodMachine, watchpointSigtrap: refused('EINVAL') }, auto)).toMatchObject({ transport: 'async' })
    expect(chooseEngine({ ...goodMachine, watchpointSigtrap: silent }, auto)).toMatchObject({ transport: 'async' })
  })

  test('takes the transport that was asked for, or none', () => {
    expect(chooseEngine(goodMachine, { transport: 'async' })).toMatchObject({ transport: 'async' })
    expect(tryEngine({ ...goodMachine, watchpointAsync: silent }, { transport: 'async' })).toHaveProperty('problem')
  })

  test('does not claim that a machine with counters lacks them', () => {
    expect(chooseEngine({ ...goodMachine, hardwareCounters: works }, auto).reason).not.toContain('offers no')
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
      'perf_event_open is forbidden: kernel.perf_event_paranoid is 3 and CAP_PERFMON is missing; run sudo sysctl kernel.perf_event_paranoid=2.',
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
      'perf_event_open is forbidden: kernel.perf_event_paranoid is 4 and CAP_PERFMON is missing; run sudo sysctl kernel.perf_event_paranoid=2.',
    ],
    [
      'security module or missing capability',
      nothing('EACCES'),
      'perf_event_open is forbidden (EACCES) at kernel.perf_event_paranoid 2: CAP_PERFMON is missing or a security module refuses; run as root or give the capability CAP_PERFMON.',
    ],
    ['kernel without perf', { ...nothing('ENOSYS'), perfEventParanoid: null }, 'The kernel has no perf events (CONFIG_PERF_EVENTS); boot a kernel built with them.'],
    [
      'no free debug register',
      { debugRegisters: 0, watchpointSigtrap: refused('ENOSPC'), watchpointAsync: refused('ENOSPC'), executionBreakpoint: refused('ENOSPC') },
      'No debug register is free: a debugger or another profiler holds them; end it and try again.',
    ],
    ['one free debug register', { debugRegisters: 1 }, 'Only one debug register is free, two are needed: a debugger or another profiler holds them; end it and try again.'],
    [
      'watchpoints that never fire',
      { watchpointSigtrap: silent, watchpointAsync: silent },
      'Watchpoints open but never fire: the virtual machine does not pass debug exceptions on; record on the host, on bare metal or under another hypervisor.',
    ],
    [
      'execution breakpoints that never fire',
      { executionBreakpoint: silent },
      'Execution breakpoints open but never fire on this machine; record on the host, on bare metal or under another hypervisor.',
    ],
    ['silent timer', { timer: silent }, 'CPU-time events open but never fire on this machine; record on the host, on bare metal or under another hypervisor.'],
  ]
  test.each(table)('%s', (_name, machine, line) => {
    expect(() => chooseEngine({ ...goodMachine, ...machine }, auto)).toThrow(expect.objectContaining({ status: 125, message: line }))
  })
})
