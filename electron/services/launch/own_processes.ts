/** Processes that a window may attach to: those of the host's user. */
import { statSync } from 'node:fs'
import { readFile, readdir, readlink, realpath, stat } from 'node:fs/promises'
import { RpcError } from '../../../shared/rpc/contract.ts'
import type { AttachedProcess, ListedProcess, ProcessList } from '../../../shared/rpc/recordings.ts'
import { systemErrorCode } from '../../failure.ts'
import { stableAgentPath } from '../../record/agent_library.ts'
import { startTimeOf } from '../../record/program/running_process.ts'
import { statusFields } from '../../process_status.ts'

const mostListed = 500
/** Characters of a command that are shown. */
const longestCommand = 1000
/** sysconf(_SC_CLK_TCK): the same on every x86-64 kernel. */
const ticksPerSecond = 100
/** CAP_SYS_PTRACE (capabilities(7)) in the sets of /proc/PID/status. */
const traceCapability = 1n << 19n

/**
 * Without this host itself; busiest first.
 * @param proc where the proc file system is mounted
 * @param library the sampler that recordings load
 */
export async function listProcesses(proc = '/proc', library: () => string = stableAgentPath): Promise<ProcessList> {
  const bootTime = Number(/^btime (\d+)$/m.exec(await readFile(`${proc}/stat`, 'latin1'))?.[1] ?? 0)
  const ids = (await readdir(proc)).map(Number).filter((id) => Number.isInteger(id) && id !== process.pid)
  const mayTrace = await kernelLetsTrace(proc)
  const looked = await Promise.all(ids.map((id) => lookAt(proc, id, bootTime, async () => mayTrace && canLoadSampler(proc, id, library))))
  const processes = looked.filter((found) => found !== null && found !== 'unable')
  processes.sort((a, b) => b.cpuTime - a.cpuTime || b.startedAt - a.startedAt || b.id - a.id)
  return {
    processes: processes.slice(0, mostListed),
    leftOut: Math.max(0, processes.length - mostListed),
    unable: looked.filter((found) => found === 'unable').length,
  }
}

/** Null: another user's, ended, or a kernel thread. */
async function lookAt(proc: string, id: number, bootTime: number, canRecord: () => Promise<boolean>): Promise<ListedProcess | 'unable' | null> {
  const directory = `${proc}/${id}`
  try {
    if ((await stat(directory)).uid !== process.geteuid?.()) return null
    const fields = statusFields(await readFile(`${directory}/stat`, 'latin1'))
    const words = (await readFile(`${directory}/cmdline`, 'utf8')).replace(/\0+$/, '').split('\0')
    if (words.join('') === '' || fields[0] === 'Z' || fields[0] === 'X') return null
    if (!(await canRecord())) return 'unable'
    return {
      id,
      startTime: fields[19]!,
      command: shortened(words),
      workingDirectory: await readlink(`${directory}/cwd`),
      startedAt: (bootTime + Number(fields[19]) / ticksPerSecond) * 1000,
      cpuTime: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    }
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'EACCES' || code === 'EPERM') return 'unable'
    if (code === 'ENOENT' || code === 'ESRCH') return null
    throw error
  }
}

/**
 * Whether Yama (kernel documentation, admin-guide/LSM/Yama) lets hagstone_tracer attach: from 1 on only to its children,
 * which no listed process is, or with the capability; at 3 never. Programs that chose a tracer by PR_SET_PTRACER do not
 * show it in /proc; they are found by their number.
 */
async function kernelLetsTrace(proc: string): Promise<boolean> {
  const scope = Number(await readFile(`${proc}/sys/kernel/yama/ptrace_scope`, 'latin1').catch(() => '0'))
  if (scope === 0 || scope > 2) return scope === 0
  const capabilities = /^CapEff:\s*([0-9a-f]+)$/m.exec(await readFile(`${proc}/self/status`, 'latin1'))?.[1] ?? '0'
  return (BigInt(`0x${capabilities}`) & traceCapability) !== 0n
}

/** The reasons for which hagstone_tracer refuses (native/tracer/attach_refusal.cpp), as far as /proc shows them. */
async function canLoadSampler(proc: string, id: number, library: () => string): Promise<boolean> {
  const directory = `${proc}/${id}`
  for (const kind of ['pid', 'mnt']) if ((await readlink(`${directory}/ns/${kind}`)) !== (await readlink(`${proc}/self/ns/${kind}`))) return false
  if (!/^TracerPid:\s*0$/m.test(await readFile(`${directory}/status`, 'latin1'))) return false
  const maps = await readFile(`${directory}/maps`, 'latin1')
  const samplers = new Set(maps.match(/\/.*\/libhagstone_agent[^/\n]*$/gm))
  if (samplers.size > 0) {
    const own = Buffer.from(await realpath(library())).toString('latin1')
    for (const sampler of samplers) if (sampler !== own) return false
  }
  return /\/ld-linux-x86-64\.so|\/ld-2\./.test(maps) && /\/libc\.so|\/libc-2/.test(maps)
}

function shortened(words: string[]): string[] {
  let room = longestCommand
  const kept: string[] = []
  for (const word of words) {
    if (room <= 0) return [...kept.slice(0, -1), `${kept.at(-1)!}…`]
    kept.push(word.slice(0, room))
    room -= word.length + 1
  }
  return kept
}

/**
 * Windows attach to processes of the host's own user only, also if the host runs as root. Processes that do not exist
 * are left to the recorder, which says so.
 * @throws RpcError refused
 */
export function assertOwn({ id, startTime }: AttachedProcess): void {
  const refuse = (why: string): RpcError => new RpcError('refused', `process ${id}: ${why}.`)
  const running = startTimeOf(id)
  if (running === null) return
  if (startTime !== null && startTime !== running) throw refuse('it has ended, and another process has its number now; choose a process again')
  const { uid } = statSync(`/proc/${id}`, { throwIfNoEntry: false }) ?? {}
  if (uid !== undefined && uid !== process.geteuid?.()) throw refuse("it is another user's process; run hagstone record --pid as that user")
}
