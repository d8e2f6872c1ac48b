/** Machines that tests record on: an installation whose self-test answers as asked. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProbeReport } from './probe.ts'

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

/** Fills `directory` so that $HAGSTONE_NATIVE_DIRECTORY may name it. The agent in it is an empty file. */
export function installProbe(directory: string, report: ProbeReport): void {
  writeFileSync(join(directory, 'hagstone_probe'), `#!/bin/sh\ncat <<'REPORT'\n${JSON.stringify(report)}\nREPORT\n`, { mode: 0o755 })
  writeFileSync(join(directory, 'libhagstone_agent.so'), '')
}
