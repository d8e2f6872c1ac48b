/** The program hagstone_tracer (native/tracer): debug registers by ptrace if perf is forbidden, and attaching. */
import { execFile } from 'node:child_process'
import { z } from 'zod'
import { messageOf } from '../failure.ts'
import { nativePart } from '../paths.ts'
import type { Remedy } from '../../shared/rpc/host.ts'
import { hangLimit } from './finishing/hang_limit.ts'
import { withoutDebugExceptions } from './machine/obstacle.ts'

const tracerCheck = z.object({
  schema: z.literal('hagstone.tracer-check/1'),
  /** ptrace works on own children */
  traces: z.boolean(),
  /** Debug registers that can be set in a traced child */
  debugRegisters: z.number().int(),
  /** A watchpoint set so stopped the child */
  fires: z.boolean(),
  /** Symbolic name of the error */
  errno: z.string().nullable(),
  /** /proc/sys/kernel/yama/ptrace_scope, null without Yama */
  ptraceScope: z.number().int().nullable(),
})
export type TracerCheck = z.infer<typeof tracerCheck>

export interface TracerReport extends Remedy {
  works: boolean
  /** The reason, without a period; '' if it works. */
  problem: string
  remedy: string
}

const smallestNumberOfRegisters = 2

/** Whether this user may trace and set debug registers here. Never throws: the obstacle is the answer. */
export async function checkTracer(): Promise<TracerReport> {
  try {
    const program = nativePart('tracer')
    const text = await new Promise<string>((resolve, reject) => {
      execFile(program, ['check'], { timeout: hangLimit, encoding: 'utf8' }, (error, stdout) => (error === null ? resolve(stdout) : reject(error)))
    })
    return judgeTracer(tracerCheck.parse(JSON.parse(text)))
  } catch (error) {
    return {
      works: false,
      problem: `the tracer's self-test failed: ${messageOf(error).split('\n')[0] ?? ''}`.replace(/\.$/, ''),
      remedy: 'build it again',
      command: 'npm run build:native',
    }
  }
}

export function judgeTracer({ traces, debugRegisters, fires, errno, ptraceScope }: TracerCheck): TracerReport {
  if (!traces) {
    const why = errno === null ? '' : ` (${errno})`
    if (ptraceScope === 3)
      return {
        works: false,
        problem: `ptrace is switched off${why}: kernel.yama.ptrace_scope is 3`,
        remedy: 'set kernel.yama.ptrace_scope=1 in /etc/sysctl.d and restart the machine',
      }
    return { works: false, problem: `ptrace is forbidden${why}`, remedy: 'start the container with --cap-add=SYS_PTRACE' }
  }
  if (debugRegisters < smallestNumberOfRegisters)
    return {
      works: false,
      problem: `a tracer can set only ${debugRegisters} of the two debug registers that it needs`,
      remedy: 'record on the host or on bare metal',
    }
  if (!fires) return { works: false, problem: 'watchpoints that a tracer sets never fire', remedy: withoutDebugExceptions }
  return { works: true, problem: '', remedy: '' }
}
