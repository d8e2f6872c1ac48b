/** Checks of the sampler: debug registers, signals, and hardware counters. */
import { capitalized } from '../../shared/names/capitalized.ts'
import type { DoctorCheck } from '../../shared/rpc/host.ts'
import type { Machine } from '../record/machine/engine.ts'
import { remedyOf, withoutDebugExceptions } from '../record/machine/obstacle.ts'
import { explainForbiddenPerf } from '../record/machine/perf_obstacles.ts'
import type { ProbeAttempt, ProbeReport } from '../record/machine/probe.ts'
import type { TracerReport } from '../record/tracer.ts'
import { significant } from '../../shared/significant.ts'

const allRegisters = 4
const strictestUsableLevel = 2
const seePerfEvents = 'see perf_event_open above'

/** Checks of the events that the self-tests opened and fired. */
export function samplerChecks({ probe, tracer }: Machine): DoctorCheck[] {
  return [
    paranoidLevel(probe),
    perfEvents(probe),
    debugRegisters(probe),
    fired(probe, 'watchpoint-sigtrap', 'Watchpoints, synchronous', probe.watchpointSigtrap, probe.watchpointAsync.fires ? 'limited' : 'fails'),
    fired(probe, 'watchpoint-async', 'Watchpoints, by O_ASYNC', probe.watchpointAsync, probe.watchpointSigtrap.fires ? 'limited' : 'fails'),
    fired(probe, 'execution-breakpoint', 'Execution breakpoints', probe.executionBreakpoint, 'fails'),
    fired(probe, 'timer', 'CPU-time events', probe.timer, 'fails'),
    ...(tracer === null ? [] : [tracing(tracer)]),
    hardwareCounters(probe),
  ]
}

function paranoidLevel({ perfEventParanoid, perfCapability }: ProbeReport): DoctorCheck {
  const check = { id: 'perf-event-paranoid', title: 'kernel.perf_event_paranoid' }
  if (perfEventParanoid === null)
    return { ...check, status: 'fails', detail: 'The kernel has no perf events.', remedy: 'boot a kernel with CONFIG_PERF_EVENTS' }
  if (perfEventParanoid <= strictestUsableLevel)
    return { ...check, status: 'works', detail: `${perfEventParanoid}: every user may profile own programs.`, remedy: null }
  if (perfCapability) return { ...check, status: 'works', detail: `${perfEventParanoid}, but this user has CAP_PERFMON.`, remedy: null }
  return {
    ...check,
    status: 'fails',
    detail: `${perfEventParanoid}: ordinary users may not use perf.`,
    remedy: 'permit it to every user',
    command: `sudo sysctl kernel.perf_event_paranoid=${strictestUsableLevel}`,
  }
}

function perfEvents(probe: ProbeReport): DoctorCheck {
  const check = { id: 'perf-event-open', title: 'perf_event_open' }
  if (probe.timer.opens) return { ...check, status: 'works', detail: 'Events of own threads can be opened.', remedy: null }
  const obstacle = explainForbiddenPerf(probe, probe.timer.errno ?? 'no error')
  return { ...check, status: 'fails', detail: `${obstacle.problem}.`, ...remedyOf(obstacle) }
}

function debugRegisters({ debugRegisters: found, timer }: ProbeReport): DoctorCheck {
  const check = { id: 'debug-registers', title: 'Debug registers' }
  if (found >= allRegisters) return { ...check, status: 'works', detail: `${found} are free: ${found - 1} watch, one walks.`, remedy: null }
  if (!timer.opens) return { ...check, status: 'fails', detail: 'Perf may not set them.', remedy: seePerfEvents }
  const remedy = 'end debuggers and other profilers that hold them'
  if (found >= 2) return { ...check, status: 'limited', detail: `Only ${found} of ${allRegisters} are free: fewer samples can be watched at once.`, remedy }
  return { ...check, status: 'fails', detail: `${found} of ${allRegisters} are free, two are needed.`, remedy }
}

function fired(probe: ProbeReport, id: string, title: string, attempt: ProbeAttempt, otherwise: 'limited' | 'fails'): DoctorCheck {
  if (attempt.fires) {
    const cost = id.startsWith('watchpoint') && probe.trapCost !== null ? ` A trap costs about ${significant(probe.trapCost / 1000, 2)} µs.` : ''
    return { id, title, status: 'works', detail: `Opened and fired.${cost}`, remedy: null }
  }
  if (attempt.opens) {
    const remedy = otherwise === 'limited' ? null : withoutDebugExceptions
    return { id, title, status: otherwise, detail: 'Opened, but never fired: debug exceptions do not reach this machine.', remedy }
  }
  return {
    id,
    title,
    status: otherwise,
    detail: `Could not be opened (${attempt.errno ?? 'no error'}).`,
    remedy: otherwise === 'limited' ? null : seePerfEvents,
  }
}

function tracing({ works, problem, ...lifted }: TracerReport): DoctorCheck {
  const check = { id: 'tracer', title: 'Tracer (ptrace)' }
  if (works) return { ...check, status: 'works', detail: 'It can set watchpoints where perf is forbidden, and attach to running programs.', remedy: null }
  return { ...check, status: 'limited', detail: `${capitalized(problem)}.`, ...remedyOf(lifted) }
}

function hardwareCounters({ hardwareCounters: counters }: ProbeReport): DoctorCheck {
  const check = { id: 'hardware-counters', title: 'Hardware counters (PMU)', remedy: null }
  if (counters.fires) return { ...check, status: 'works', detail: 'They count. The engines pebs and ibs show whether they also sample data addresses.' }
  return {
    ...check,
    status: 'limited',
    detail: 'None here, as in most virtual machines: the software engine samples by CPU time, so shares are time-weighted.',
  }
}
