/** The processes that a window may attach to, and why it cannot attach to others. */
import { statSync } from 'node:fs'
import { readFile, readdir, readlink, realpath, stat } from 'node:fs/promises'
import { RpcError } from '../../../shared/rpc/contract.ts'
import type { AttachedProcess, AttachObstacle, ListedProcess, ProcessList } from '../../../shared/rpc/recordings.ts'
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

interface Looked {
  process: ListedProcess
  isOwn: boolean
}

/**
 * Without this host itself: those that can be recorded, then the user's others, then other users'; busiest first.
 * @param proc where the proc file system is mounted
 * @param library the sampler that recordings load
 */
export async function listProcesses(proc = '/proc', library: () => string = stableAgentPath): Promise<ProcessList> {
  const bootTime = Number(/^btime (\d+)$/m.exec(await readFile(`${proc}/stat`, 'latin1'))?.[1] ?? 0)
  const ids = (await readdir(proc)).map(Number).filter((id) => Number.isInteger(id) && id !== process.pid)
  const ofKernel = await kernelObstacle(proc)
  const looked = await Promise.all(ids.map((id) => lookAt(proc, id, bootTime, async () => ofKernel ?? samplerObstacle(proc, id, library))))
  const found = looked.filter((each) => each !== null)
  const rank = ({ process: { obstacle }, isOwn }: Looked): number => (obstacle === null ? 0 : isOwn ? 1 : 2)
  const byUse = (a: ListedProcess, b: ListedProcess): number => b.cpuTime - a.cpuTime || b.startedAt - a.startedAt || b.id - a.id
  found.sort((a, b) => rank(a) - rank(b) || byUse(a.process, b.process))
  return { processes: found.slice(0, mostListed).map((each) => each.process), leftOut: Math.max(0, found.length - mostListed) }
}

/** Null: ended, a kernel thread, or hidden by the kernel (hidepid). */
async function lookAt(proc: string, id: number, bootTime: number, obstacleOfOwn: () => Promise<AttachObstacle | null>): Promise<Looked | null> {
  const directory = `${proc}/${id}`
  try {
    const { uid } = await stat(directory)
    const isOwn = uid === process.geteuid?.()
    const fields = statusFields(await readFile(`${directory}/stat`, 'latin1'))
    const words = (await readFile(`${directory}/cmdline`, 'utf8')).replace(/\0+$/, '').split('\0')
    if (words.join('') === '' || fields[0] === 'Z' || fields[0] === 'X') return null
    return {
      isOwn,
      process: {
        id,
        startTime: fields[19]!,
        command: shortened(words),
        workingDirectory: await unlessForbidden(readlink(`${directory}/cwd`), ''),
        startedAt: (bootTime + Number(fields[19]) / ticksPerSecond) * 1000,
        cpuTime: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
        obstacle: isOwn ? await unlessForbidden(obstacleOfOwn(), forbidden) : ofUser(uid),
      },
    }
  } catch (error) {
    const code = systemErrorCode(error)
    if (code !== null && ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(code)) return null
    throw error
  }
}

/** @param otherwise the answer where the kernel forbids this host to look */
async function unlessForbidden<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'EACCES' || code === 'EPERM') return otherwise
    throw error
  }
}

const startInstead = 'Start the program from here, or by hagstone record.'
const forbidden: AttachObstacle = {
  reason: 'the kernel does not permit it',
  remedy: 'The program has privileges of its own, or this is a container without SYS_PTRACE. Run Hagstone as root.',
}
const ofOtherContainer: AttachObstacle = { reason: 'in another container', remedy: 'Run Hagstone inside that container.' }
const ofOtherInstallation: AttachObstacle = {
  reason: 'another installation of Hagstone has loaded its sampler',
  remedy: 'Use that installation, or start the program anew.',
}
const withoutLibc: AttachObstacle = {
  reason: 'does not load glibc as a shared library',
  remedy: `${startInstead} If the program is statically linked, first link the agent into it (hagstone link-flags).`,
}

/** As assertOwn. */
function ofUser(user: number): AttachObstacle {
  return { reason: `a process of user ${user}`, remedy: 'Run hagstone record --pid as that user.' }
}

/**
 * Whether Yama (kernel documentation, admin-guide/LSM/Yama) lets hagstone_tracer attach: from 1 on only to its children,
 * which no listed process is, or with the capability; at 3 never. Programs that chose a tracer by PR_SET_PTRACER do not
 * show it in /proc; they are found by their number.
 */
async function kernelObstacle(proc: string): Promise<AttachObstacle | null> {
  const scope = Number(await readFile(`${proc}/sys/kernel/yama/ptrace_scope`, 'latin1').catch(() => '0'))
  if (scope === 0) return null
  if (scope > 2) return { reason: `the kernel forbids it until it restarts (kernel.yama.ptrace_scope=${scope})`, remedy: startInstead }
  const capabilities = /^CapEff:\s*([0-9a-f]+)$/m.exec(await readFile(`${proc}/self/status`, 'latin1'))?.[1] ?? '0'
  if ((BigInt(`0x${capabilities}`) & traceCapability) !== 0n) return null
  return {
    reason: `the kernel forbids it (kernel.yama.ptrace_scope=${scope})`,
    remedy: `${startInstead} Or run Hagstone as root, or run this as root: sysctl kernel.yama.ptrace_scope=0`,
  }
}

/** The reasons for which hagstone_tracer refuses (native/tracer/attach_refusal.cpp), as far as /proc shows them. */
async function samplerObstacle(proc: string, id: number, library: () => string): Promise<AttachObstacle | null> {
  const directory = `${proc}/${id}`
  for (const kind of ['pid', 'mnt']) if ((await readlink(`${directory}/ns/${kind}`)) !== (await readlink(`${proc}/self/ns/${kind}`))) return ofOtherContainer
  const tracer = /^TracerPid:\s*(\d+)$/m.exec(await readFile(`${directory}/status`, 'latin1'))?.[1]
  if (tracer !== '0') return { reason: `traced by process ${tracer}`, remedy: 'End that debugger or tracer first.' }
  const maps = await readFile(`${directory}/maps`, 'latin1')
  const samplers = new Set(maps.match(/\/.*\/libhagstone_agent[^/\n]*$/gm))
  if (samplers.size > 0) {
    const own = Buffer.from(await realpath(library())).toString('latin1')
    for (const sampler of samplers) if (sampler !== own) return ofOtherInstallation
  }
  return /\/ld-linux-x86-64\.so|\/ld-2\./.test(maps) && /\/libc\.so|\/libc-2/.test(maps) ? null : withoutLibc
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
