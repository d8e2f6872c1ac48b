import { describe, expect, test } from 'vitest'
import type { DoctorReport } from '../../shared/rpc/host.ts'
import type { Machine } from '../record/machine/engine.ts'
import type { ProbeReport } from '../record/machine/probe.ts'
import { badTracer, failedPmu, goodMachine, goodTracer, passedPmu, refused, silent } from '../record/machine/probe.testing.ts'
import { exhaustiveReport } from '../record/exhaustive/engine_report.ts'
import { doctorMarkdown, doctorText, report as reportOf } from './doctor.ts'

const exhaustive = exhaustiveReport({ launcher: '/usr/bin/valgrind', library: '/hagstone/exhaustive/libexec', version: '3.19.0' })
const report = (machine: Machine | null, failure: string | null, engine = exhaustive): DoctorReport => reportOf(machine, failure, engine)
const on = (probe: ProbeReport): DoctorReport => report({ probe, tracer: goodTracer }, null)
const check = (probe: ProbeReport, id: string): unknown => on(probe).checks.find((found) => found.id === id)

describe('doctor', () => {
  test('a good machine: the engine, why, and nothing failing among the sampler checks', () => {
    const { engine, engineReason, checks } = on(goodMachine)
    expect({ engine, engineReason }).toEqual({
      engine: 'software',
      engineReason: 'software engine: this machine offers no hardware counters; watchpoints trap synchronously.',
    })
    for (const id of ['perf-event-paranoid', 'perf-event-open', 'debug-registers', 'watchpoint-sigtrap', 'watchpoint-async', 'execution-breakpoint', 'timer']) {
      expect(checks.find((found) => found.id === id)).toMatchObject({ status: 'works', remedy: null })
    }
    expect(check(goodMachine, 'hardware-counters')).toMatchObject({ status: 'limited', detail: expect.stringContaining('time-weighted') })
  })

  test('a machine that forbids perf: each failing check has its remedy', () => {
    const forbidding = {
      ...goodMachine,
      perfEventParanoid: 4,
      debugRegisters: 0,
      watchpointSigtrap: refused('EACCES'),
      watchpointAsync: refused('EACCES'),
      executionBreakpoint: refused('EACCES'),
      timer: refused('EACCES'),
    }
    const { engine, checks } = report({ probe: forbidding, tracer: badTracer }, null)
    expect(engine).toBeNull()
    expect(check(forbidding, 'perf-event-paranoid')).toMatchObject({
      status: 'fails',
      remedy: 'permit it to every user',
      command: 'sudo sysctl kernel.perf_event_paranoid=2',
    })
    expect(check(forbidding, 'debug-registers')).toMatchObject({ status: 'fails', remedy: 'see perf_event_open above' })
    for (const failing of checks.filter(({ status }) => status === 'fails')) expect(failing.remedy, failing.id).not.toBeNull()
    // Words are no command, and a command is in its own field only.
    for (const { remedy } of checks) if (remedy !== null) expect(remedy).not.toMatch(/sudo|npm|npx|\bapt/)
  })

  test('one transport that never fires is a limit, two are a failure', () => {
    expect(check({ ...goodMachine, watchpointSigtrap: silent }, 'watchpoint-sigtrap')).toMatchObject({ status: 'limited' })
    expect(check({ ...goodMachine, watchpointSigtrap: silent, watchpointAsync: silent }, 'watchpoint-sigtrap')).toMatchObject({
      status: 'fails',
      remedy: expect.any(String),
    })
  })

  test('registers in use are a limit, too few are a failure', () => {
    expect(check({ ...goodMachine, debugRegisters: 3 }, 'debug-registers')).toMatchObject({ status: 'limited' })
    expect(check({ ...goodMachine, debugRegisters: 1 }, 'debug-registers')).toMatchObject({ status: 'fails' })
  })

  test('if perf is forbidden, the tracer records, and the report names the better way', () => {
    const { engine, engineReason } = on({
      ...goodMachine,
      perfEventParanoid: 3,
      debugRegisters: 0,
      watchpointSigtrap: refused('EACCES'),
      watchpointAsync: refused('EACCES'),
      timer: refused('EACCES'),
    })
    expect(engine).toBe('software')
    expect(engineReason).toContain('watchpoints are set by a tracer')
    expect(engineReason).toContain('sudo sysctl kernel.perf_event_paranoid=2')
  })

  test('every engine, the best first, with its tools, reason and remedy', () => {
    const { engine, engines } = on({ ...goodMachine, pebs: passedPmu, ibs: failedPmu })
    expect(engine).toBe('pebs')
    expect(engines?.map(({ engine, works, remedy }) => [engine, works, remedy])).toEqual([
      ['pebs', true, null],
      ['ibs', false, failedPmu.remedy],
      ['software', true, null],
      ['exhaustive', true, null],
    ])
    for (const { tools } of engines ?? []) expect(tools).toContain('reuse-distance')
    expect(engines?.filter(({ tools }) => tools.includes('spatial-loads')).map(({ engine }) => engine)).toEqual(['exhaustive'])
    expect(engines?.[1]?.reason).toContain('samples carry no addresses')
  })

  test('the exhaustive engine: its cost, or why it does not work; alone it is still a way to record', () => {
    expect(exhaustive.reason).toMatch(/dead-stores \d+ to \d+ times/)
    const missing = exhaustiveReport({ problem: 'Valgrind is not there', remedy: 'install it' })
    expect(missing).toMatchObject({ engine: 'exhaustive', works: false, reason: 'Valgrind is not there.', remedy: 'install it' })
    expect(doctorText(report(null, 'no probe.'))).toMatch(/Sampling does not work here: no probe\. record --engine exhaustive works\.$/)
    expect(doctorText(report(null, 'no probe.', missing))).toMatch(/Recording does not work here: no probe\.$/)
  })

  test('without a self-test everything else is still checked', () => {
    const { engine, engineReason, checks } = report(null, 'hagstone_probe is not built.')
    expect({ engine, engineReason }).toEqual({ engine: null, engineReason: 'hagstone_probe is not built.' })
    expect(checks.map(({ id }) => id)).toEqual(expect.arrayContaining(['self-test', 'platform', 'kernel', 'libc', 'disk-here', 'windows', 'browser']))
  })

  test('as text: a line per check, the remedy below it, the verdict last', () => {
    const lines = doctorText({
      schema: 'hagstone.doctor/1',
      engine: null,
      engineReason: 'nothing works.',
      engines: [
        { engine: 'pebs', works: false, reason: 'Untested on hardware.', remedy: null, tools: ['dead-stores'] },
        { engine: 'software', works: true, reason: 'Samples.', remedy: null, tools: ['dead-stores', 'silent-stores'] },
      ],
      checks: [
        { id: 'a', title: 'First', status: 'works', detail: 'Fine.', remedy: null },
        { id: 'b', title: 'Second one', status: 'fails', detail: 'Broken.', remedy: 'mend it' },
        { id: 'c', title: 'Third', status: 'limited', detail: 'Forbidden.', remedy: 'permit it', command: 'sudo sysctl a.b=1' },
      ],
    }).split('\n')
    expect(lines).toEqual([
      'works    First            Fine.',
      'fails    Second one       Broken.',
      '                          → mend it',
      'limited  Third            Forbidden.',
      '                          → permit it: sudo sysctl a.b=1',
      'limited  Engine pebs      Untested on hardware.',
      'works    Engine software  Samples. Tools: dead-stores, silent-stores.',
      '',
      'Recording does not work here: nothing works.',
    ])
  })

  test('as Markdown for a bug report: every check, commands as code, no home directory', () => {
    const found = report(null, '/home/ada/hagstone/probe is not built: a | b')
    const lines = doctorMarkdown(found, '1.2.3', [['/home/ada', '~']]).split('\n')
    expect(lines.slice(0, 3)).toEqual([
      '### Hagstone 1.2.3',
      '',
      'Sampling does not work here: ~/…/probe is not built: a \\| b record --engine exhaustive works.',
    ])
    expect(lines.slice(6)).toHaveLength(found.checks.length + 1)
    expect(lines).toContain('| Self-test | fails | ~/…/probe is not built: a \\| b | build it again: `npm run build:native` |')
  })
})
