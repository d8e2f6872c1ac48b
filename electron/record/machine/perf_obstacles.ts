/** Why the software engine cannot record by perf's events, and the remedy. */
import { withoutDebugExceptions, type Obstacle } from './obstacle.ts'
import type { ProbeAttempt, ProbeReport } from './probe.ts'

const smallestNumberOfRegisters = 2

/** The first obstacle, null if there is none. @param watchpoints attempts with the relevant transports */
export function perfObstacle(probe: ProbeReport, watchpoints: ProbeAttempt[]): Obstacle | null {
  const fires = watchpoints.some((attempt) => attempt.fires)
  return (
    forbidden(probe, [...watchpoints, probe.timer]) ??
    registersTaken(probe) ??
    (fires ? null : silent(probe, watchpoints)) ??
    neverFires(probe.executionBreakpoint, 'Execution breakpoints') ??
    neverFires(probe.timer, 'CPU-time events')
  )
}

function forbidden(probe: ProbeReport, attempts: ProbeAttempt[]): Obstacle | null {
  const refused = attempts.find(({ opens, errno }) => !opens && (errno === 'EPERM' || errno === 'EACCES' || errno === 'ENOSYS'))
  if (refused === undefined) return null
  return explainForbiddenPerf(probe, refused.errno ?? '')
}

/**
 * Why perf_event_open is refused. The kernel itself answers EACCES at perf_event_paranoid above what the process
 * may; seccomp filters of container runtimes answer EPERM or ENOSYS (perf_event_open(2)).
 */
export function explainForbiddenPerf(probe: ProbeReport, errno: string): Obstacle {
  if (probe.perfEventParanoid === null) {
    return { problem: 'The kernel has no perf events (CONFIG_PERF_EVENTS)', remedy: 'boot a kernel built with them' }
  }
  if (probe.seccompMode !== 0 && (errno !== 'EACCES' || probe.perfCapability)) {
    return {
      problem: 'A seccomp filter forbids perf_event_open, as container runtimes do by default',
      remedy: 'start the container with --cap-add=PERFMON or --security-opt seccomp=unconfined',
    }
  }
  const level = probe.perfEventParanoid
  if (level > 2 && !probe.perfCapability) {
    return {
      problem: `perf_event_open is forbidden: kernel.perf_event_paranoid is ${level} and CAP_PERFMON is missing`,
      remedy: 'permit it to every user',
      command: 'sudo sysctl kernel.perf_event_paranoid=2',
    }
  }
  return {
    problem: `perf_event_open is forbidden (${errno}) at kernel.perf_event_paranoid ${level}: CAP_PERFMON is missing or a security module refuses`,
    remedy: 'run as root or give the capability CAP_PERFMON',
  }
}

function registersTaken(probe: ProbeReport): Obstacle | null {
  if (probe.debugRegisters >= smallestNumberOfRegisters) return null
  const found = probe.debugRegisters === 0 ? 'No debug register is free' : 'Only one debug register is free, two are needed'
  return { problem: `${found}: a debugger or another profiler holds them`, remedy: 'end it and try again' }
}

function silent(probe: ProbeReport, attempts: ProbeAttempt[]): Obstacle {
  const opened = attempts.some(({ opens }) => opens)
  if (opened) {
    return {
      problem: 'Watchpoints open but never fire: the virtual machine does not pass debug exceptions on',
      remedy: withoutDebugExceptions,
    }
  }
  const errno = attempts.find((attempt) => attempt.errno !== null)?.errno ?? 'no error'
  return {
    problem: `Watchpoints cannot be opened (${errno}) on kernel ${probe.kernel}`,
    remedy: 'use Linux 5.13 or newer with hardware breakpoints (CONFIG_HAVE_HW_BREAKPOINT)',
  }
}

function neverFires(attempt: ProbeAttempt, what: string): Obstacle | null {
  if (attempt.fires) return null
  const how = attempt.opens ? 'open but never fire' : `cannot be opened (${attempt.errno ?? 'no error'})`
  return { problem: `${what} ${how} on this machine`, remedy: withoutDebugExceptions }
}
