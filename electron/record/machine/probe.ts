/**
 * The sampler's capabilities on this machine, as reported by hagstone_probe (native/agent/probe): it opens the events that
 * the agent needs, fires each once and prints one JSON object.
 */
import { execFile } from 'node:child_process'
import { z } from 'zod'
import { Failure, exitStatus, messageOf } from '../../failure.ts'
import { nativePart } from '../../paths.ts'
import { hangLimit } from '../finishing/hang_limit.ts'

/** An attempt to open and fire an event. `errno`: symbolic name of the error on opening, null if it opened. */
const attempt = z.object({ opens: z.boolean(), fires: z.boolean(), errno: z.string().nullable() })

/** The result of a sampling PMU's self-test (native/agent/probe). */
const pmu = z.object({
  /** The processor has it and the kernel shows it */
  available: z.boolean(),
  opened: z.boolean(),
  selfTest: z.enum(['passed', 'failed', 'untested']),
  /** One sentence, e.g. "untested on hardware" */
  reason: z.string(),
  events: z.array(z.string()),
  remedy: z.string().nullable(),
  /** Shell command that does what the remedy says */
  command: z.string().nullable().default(null),
})

const probeReport = z.object({
  schema: z.literal('hagstone.probe/1'),
  /** uname release */
  kernel: z.string(),
  /** /proc/sys/kernel/perf_event_paranoid; null when the kernel has no perf */
  perfEventParanoid: z.number().int().nullable(),
  /** Seccomp mode of the process: 0 none, 1 strict, 2 filter (/proc/self/status) */
  seccompMode: z.number().int(),
  /** CAP_PERFMON or CAP_SYS_ADMIN is effective */
  perfCapability: z.boolean(),
  /** Debug registers that could be opened at once, 0 .. 4 */
  debugRegisters: z.number().int(),
  /** Data watchpoint delivered by perf's synchronous SIGTRAP */
  watchpointSigtrap: attempt,
  /** Data watchpoint delivered by O_ASYNC and F_SETSIG */
  watchpointAsync: attempt,
  executionBreakpoint: attempt,
  /** CPU-time event (PERF_COUNT_SW_TASK_CLOCK) */
  timer: attempt,
  /** A hardware cycle counter opens and counts */
  hardwareCounters: attempt,
  /** Intel's precise event-based sampling, AMD's instruction-based sampling */
  pebs: pmu.optional(),
  ibs: pmu.optional(),
  /** Median ns from a watched store to the handler and back, null when nothing fires */
  trapCost: z.number().nullable(),
})

export type ProbeReport = z.infer<typeof probeReport>
export type PmuReport = z.infer<typeof pmu>
export type ProbeAttempt = z.infer<typeof attempt>

/** Runs the probe. Throws Failure 3 if it is missing or did not answer. */
export async function probeMachine(): Promise<ProbeReport> {
  const program = nativePart('probe')
  const text = await new Promise<string>((resolve, reject) => {
    execFile(program, [], { timeout: hangLimit, encoding: 'utf8' }, (error, stdout) => {
      if (error === null) resolve(stdout)
      else
        reject(
          new Failure(
            exitStatus.machineUnable,
            `The self-test ${program} failed (${error.message.trim().split('\n')[0]}); rebuild it with npm run build:native.`,
          ),
        )
    })
  })
  return parseProbeReport(text)
}

export function parseProbeReport(text: string): ProbeReport {
  try {
    return probeReport.parse(JSON.parse(text))
  } catch (error) {
    throw new Failure(
      exitStatus.machineUnable,
      `The self-test's answer cannot be read (${messageOf(error).split('\n')[0]}); rebuild it with npm run build:native.`,
    )
  }
}
