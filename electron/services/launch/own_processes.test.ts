import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { LaunchRequest } from '../../../shared/rpc/recordings.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { parameterSchemas } from '../validation.ts'
import { attachOptions } from './launch_options.ts'
import { createLaunchService } from './launch.ts'
import { listProcesses } from './own_processes.ts'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** Ends when /proc shows the program and its user, which is later than 'spawn': so a list that lacks it is wrong at once. */
async function startProgram(file: string, words: string[], user = process.geteuid!()): Promise<number> {
  const child = spawn(file, words, { cwd: '/', stdio: 'ignore', uid: user, gid: user === process.geteuid!() ? process.getegid!() : user })
  started.push(child)
  await once(child, 'spawn')
  const directory = `/proc/${child.pid}`
  const command = [file, ...words].map((word) => `${word}\0`).join('')
  await expect.poll(() => ({ command: readFileSync(`${directory}/cmdline`, 'utf8'), user: statSync(directory).uid })).toEqual({ command, user })
  return child.pid!
}

const listed = async (id: number): Promise<unknown> => (await listProcesses()).processes.find((process) => process.id === id)
const requestFor = (id: number, startTime: string | null): LaunchRequest => ({
  program: 'sleep',
  arguments: [],
  workingDirectory: '/',
  environment: {},
  tools: ['dead-stores'],
  rate: null,
  output: null,
  process: { id, startTime },
})
const start = (request: LaunchRequest): Promise<unknown> =>
  createLaunchService(null, () => {}).handlers['launch.start'](request, { client: 1, signal: new AbortController().signal })

test('processes of the user are listed with their command, directory, start and CPU time, busiest first; this one is not', async () => {
  const id = await startProgram('sleep', ['60', '1'])
  expect(await listed(id)).toMatchObject({ id, command: ['sleep', '60', '1'], workingDirectory: '/' })
  const { processes } = await listProcesses()
  const found = processes.find((process) => process.id === id)!
  expect(Math.abs(found.startedAt - Date.now())).toBeLessThan(60_000)
  const times = processes.filter(({ obstacle }) => obstacle === null).map(({ cpuTime }) => cpuTime)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(processes.map((process) => process.id)).not.toContain(process.pid)
})

test('a very long command is shortened', async () => {
  const id = await startProgram('sh', ['-c', 'while :; do sleep 1; done', ...Array.from({ length: 3000 }, () => 'word')])
  expect(await listed(id)).toMatchObject({ command: expect.arrayContaining(['sh', 'word', expect.stringMatching(/^w?o?r?d?…$/)]) })
  expect(((await listed(id)) as { command: string[] }).command.join(' ').length).toBeLessThan(1010)
})

const fakeId = 4711

/** A proc file system of one process, which could be recorded except for the given options. */
function fakeProc({ scope, capabilities = '0', mapped = [] }: { scope?: number; capabilities?: string; mapped?: string[] }): string {
  const proc = temporaryDirectory()
  const write = (path: string, text: string): void => writeFileSync(join(proc, path), text)
  for (const directory of ['sys/kernel/yama', 'self/ns', `${fakeId}/ns`]) mkdirSync(join(proc, directory), { recursive: true })
  for (const owner of ['self', fakeId]) for (const kind of ['pid', 'mnt']) symlinkSync(`${kind}:[1]`, join(proc, `${owner}/ns/${kind}`))
  write('stat', 'btime 1700000000\n')
  write('self/status', `Name:\thost\nCapEff:\t${capabilities.padStart(16, '0')}\n`)
  if (scope !== undefined) write('sys/kernel/yama/ptrace_scope', `${scope}\n`)
  write(`${fakeId}/stat`, `${fakeId} (solver) S 1 ${Array.from({ length: 48 }, () => '7').join(' ')}\n`)
  write(`${fakeId}/cmdline`, 'solver\0--grid\0')
  write(`${fakeId}/status`, 'Name:\tsolver\nTracerPid:\t0\n')
  symlinkSync('/', join(proc, `${fakeId}/cwd`))
  const libraries = ['/usr/lib/ld-linux-x86-64.so.2', '/usr/lib/libc.so.6', ...mapped]
  write(`${fakeId}/maps`, libraries.map((path) => `7f0000000000-7f0000001000 r-xp 00000000 08:01 42                         ${path}\n`).join(''))
  return proc
}

test.each([
  ['without Yama', undefined, '0', true],
  ['0', 0, '0', true],
  ['1', 1, '0', false],
  ['1, with CAP_SYS_PTRACE', 1, '80000', true],
  ['1, with other capabilities', 1, '1ffff7ffff', false],
  ['2', 2, '0', false],
  ['2, with CAP_SYS_PTRACE', 2, '1ffffffffff', true],
  ['3, with CAP_SYS_PTRACE', 3, '1ffffffffff', false],
])('processes that Yama does not let be traced have the reason: ptrace_scope %s', async (_, scope, capabilities, able) => {
  const { processes } = await listProcesses(fakeProc({ ...(scope === undefined ? {} : { scope }), capabilities }))
  expect(processes.map(({ id }) => id)).toEqual([fakeId])
  const { obstacle } = processes[0]!
  if (able) expect(obstacle).toBeNull()
  else {
    expect(obstacle!.reason).toContain(`kernel.yama.ptrace_scope=${scope}`)
    expect(obstacle!.remedy).toMatch(scope === 3 ? /^Start the program from here, or by hagstone record\.$/ : /sysctl kernel\.yama\.ptrace_scope=0$/)
  }
})

test('a process with the sampler of another installation cannot be recorded, one with that of this installation can', async () => {
  const own = join(temporaryDirectory(), 'libhagstone_agent.so')
  writeFileSync(own, '')
  const link = join(temporaryDirectory(), 'link.so')
  symlinkSync(own, link)
  const unableWith = async (...mapped: string[]): Promise<number> =>
    (await listProcesses(fakeProc({ mapped }), () => link)).processes.filter(({ obstacle }) => obstacle !== null).length
  expect(await unableWith()).toBe(0)
  expect(await unableWith(own, own)).toBe(0)
  expect(await unableWith('/opt/other/libhagstone_agent.so')).toBe(1)
  expect(await unableWith(own, '/opt/other/libhagstone_agent-1.so')).toBe(1)
  // This installation was built or installed anew since.
  expect(await unableWith(`${own} (deleted)`)).toBe(1)
})

test('a number that belongs to another process by now is refused', async () => {
  const id = await startProgram('sleep', ['60'])
  await expect(start(requestFor(id, '1'))).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining(`process ${id}: it has ended, and another`),
  })
})

test.runIf(process.geteuid?.() === 0)(
  "another user's process is listed with the reason, after all of the user's, and not recorded, also not by root",
  async () => {
    const id = await startProgram('sleep', ['60'], 65_534)
    expect(await listed(id)).toMatchObject({ obstacle: { reason: 'a process of user 65534' } })
    const users = (await listProcesses()).processes.map(({ obstacle }) => obstacle?.reason.startsWith('a process of user') === true)
    expect(users).toEqual(users.toSorted((a, b) => Number(a) - Number(b)))
    await expect(start(requestFor(id, null))).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/^process \d+: it is another user's process; /),
    })
  },
)

test('options that need a program to start, and impossible numbers, are rejected', () => {
  const request = requestFor(1, null)
  const foreign: Array<Partial<LaunchRequest>> = [
    { engine: 'exhaustive' },
    { runs: 2 },
    { keepOutput: true },
    { environment: { A: 'b' } },
    { calibration: { command: null } },
    { validation: { periods: [1009], registers: [4], seeds: 1 } },
  ]
  for (const more of foreign) expect(() => attachOptions({ ...request, ...more }, 1)).toThrow(/needs a program that Hagstone starts, not a running process\.$/)
  const schema = parameterSchemas['launch.start']
  expect(schema.safeParse(request).success).toBe(true)
  for (const process of [{ id: 0 }, { id: -1 }, { id: 1.5 }, { id: 2 ** 23 }, { id: 1, startTime: '../x' }])
    expect(schema.safeParse({ ...request, process: { startTime: null, ...process } }).success, JSON.stringify(process)).toBe(false)
})
