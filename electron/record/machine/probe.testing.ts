/** Machines that tests record on: an installation whose self-test gives prescribed answers. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PmuReport, ProbeReport } from './probe.ts'
import type { TracerCheck, TracerReport } from '../tracer.ts'

export const works = { opens: true, fires: true, errno: null }
export const silent = { opens: true, fires: false, errno: null }
export const refused = (errno: string): { opens: boolean; fires: boolean; errno: string } => ({ opens: false, fires: false, errno })

/** A machine on which everything works but hardware counters. */
export const goodMachine: ProbeReport = {
  schema: 'hagstone.probe/1',
  kernel: '6.1.0',
  perfEventParanoid: 2,
  seccompMode: 0,
  perfCapability: false,
  debugRegisters: 4,
  watchpointSigtrap: works,
  watchpointAsync: works,
  executionBreakpoint: works,
  timer: works,
  hardwareCounters: refused('ENOENT'),
  trapCost: 2000,
}

export const passedPmu: PmuReport = {
  available: true,
  opened: true,
  selfTest: 'passed',
  reason: 'Samples carry exact addresses.',
  events: ['loads:4:1cd:3:0'],
  remedy: null,
  command: null,
}
export const failedPmu: PmuReport = {
  available: true,
  opened: true,
  selfTest: 'failed',
  reason: 'Samples carry no addresses.',
  events: [],
  remedy: 'update the kernel',
  command: null,
}

export const goodTracer: TracerReport = { works: true, problem: '', remedy: '' }
export const badTracer: TracerReport = { works: false, problem: 'ptrace is forbidden (EPERM)', remedy: 'start the container with --cap-add=SYS_PTRACE' }
const goodTracerCheck: TracerCheck = { schema: 'hagstone.tracer-check/1', traces: true, debugRegisters: 4, fires: true, errno: null, ptraceScope: null }
const forbiddenTracerCheck: TracerCheck = { ...goodTracerCheck, traces: false, debugRegisters: 0, fires: false, errno: 'EPERM' }

/** Fills `directory` so that $HAGSTONE_NATIVE_DIRECTORY may name it. The agent in it is an empty file. */
export function installProbe(directory: string, report: ProbeReport, tracer: TracerCheck = forbiddenTracerCheck): void {
  writeFileSync(join(directory, 'hagstone_probe'), printing(report), { mode: 0o755 })
  writeFileSync(join(directory, 'hagstone_tracer'), printing(tracer), { mode: 0o755 })
  writeFileSync(join(directory, 'libhagstone_agent.so'), '')
}

function printing(answer: object): string {
  return `#!/bin/sh\ncat <<'ANSWER'\n${JSON.stringify(answer)}\nANSWER\n`
}
