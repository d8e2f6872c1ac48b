/** With perf_event_open forbidden a tracer sets the watchpoints, and everything else is unchanged. */
import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { DoctorReport } from '../../../shared/rpc/host.ts'
import type { Report } from '../../../shared/report.ts'
import { commandLine } from '../../support/hagstone.ts'
import { needSampling } from '../../support/need_sampling.ts'
import { sampleProgram } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'
import { asNobody, canBecomeNobody, nobody } from '../other_user.ts'
import { compiled, recorded, reported, shareOfWaste } from '../recorded.ts'

const path = temporaryDirectory()
let forbid: string
beforeAll(() => {
  forbid = compiled('forbid_perf', path('.'))
})

/** The command line with perf forbidden. */
function hagstoneThere(words: string[]): Promise<{ status: number | null; signal: string | null; stdout: string; stderr: string }> {
  needSampling()
  return new Promise((resolve) => {
    const child = execFile(forbid, [...commandLine, ...words], { encoding: 'utf8' }, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode, signal: child.signalCode, stdout, stderr }),
    )
  })
}

async function recordThere(name: string, command: string[], options: string[] = []): Promise<Report> {
  const { status, stderr } = await hagstoneThere([
    'record',
    '--rate',
    '500',
    '--tool',
    'dead-stores',
    ...options,
    '--output',
    path(`${name}.hagstone`),
    '--',
    ...command,
  ])
  expect(status, stderr).toBe(0)
  return reported(path(`${name}.hagstone`))
}

test('doctor: the software engine works by the tracer, and what would be better', async () => {
  const { status, stdout } = await hagstoneThere(['doctor', '--json'])
  expect(status).toBe(0)
  const report = JSON.parse(stdout) as DoctorReport
  expect(report.engineReason).toContain('watchpoints are set by a tracer')
  expect(report.engineReason).toContain('--cap-add=PERFMON')
  expect(report.engines?.find(({ engine }) => engine === 'software')).toMatchObject({ works: true })
  expect(report.checks.find(({ id }) => id === 'perf-event-open')).toMatchObject({ status: 'fails' })
})

test('known answers: rezeroed array, four pairs, threads', async () => {
  const rezeroed = await recordThere('rezeroed', [sampleProgram('rezeroed_array'), '30000'])
  expect(rezeroed.run.transport).toBe('tracer')
  expect(rezeroed.run.engineReason).toContain('watchpoints are set by a tracer')
  expect(shareOfWaste(rezeroed, 'rezeroed_array', 'dead store', 'killing store')).toBeGreaterThan(0.9)

  const four = await recordThere('four', [sampleProgram('four_pairs'), '6000'])
  const shares = [
    ['i loop', 'j loop'],
    ['j loop', 'i loop'],
    ['p', 'q'],
    ['q', 'p'],
  ].map(([source = '', target = '']) => shareOfWaste(four, 'four_pairs', source, target))
  for (const share of shares) expect(share).toBeGreaterThan(0)

  const threads = await recordThere('threads', [sampleProgram('threads'), '2500'])
  expect(shareOfWaste(threads, 'threads', 'dead store', 'killing store')).toBeGreaterThan(0.9)
})

test('streams, status and signals are the target’s', async () => {
  const ended = await hagstoneThere(['record', '--output', path('status.hagstone'), '--', 'sh', '-c', 'echo out; echo err >&2; exit 42'])
  expect(ended).toMatchObject({ status: 42, stdout: 'out\n', stderr: expect.stringContaining('err\n') })
  const killed = await hagstoneThere(['record', '--output', path('signal.hagstone'), '--', 'sh', '-c', 'kill -TERM $$'])
  expect(killed).toMatchObject({ signal: 'SIGTERM' })
  const missing = await hagstoneThere(['record', '--output', path('missing.hagstone'), '--', path('nowhere')])
  expect(missing).toMatchObject({ status: 127 })
})

test('the target keeps its name', async () => {
  const { stdout } = await hagstoneThere(['record', '--output', path('name.hagstone'), '--', 'cat', '/proc/self/cmdline'])
  expect(stdout).toBe('cat\0/proc/self/cmdline\0')
})

test.runIf(canBecomeNobody)('an ordinary user records all the same', async () => {
  needSampling()
  const home = path('home')
  mkdirSync(home)
  chmodSync(path('.'), 0o755)
  chownSync(home, nobody, nobody)
  const profile = join(home, 'ordinary.hagstone')
  const command = [...commandLine, 'record', '--rate', '500', '--tool', 'dead-stores', '--output', profile, '--', sampleProgram('rezeroed_array'), '30000']
  execFileSync(forbid, [...asNobody, ...command], { env: { ...process.env, HOME: home, TMPDIR: home, XDG_STATE_HOME: home }, stdio: 'ignore' })
  const report = await reported(profile)
  expect(report.run.transport).toBe('tracer')
  expect(shareOfWaste(report, 'rezeroed_array', 'dead store', 'killing store')).toBeGreaterThan(0.9)
})

test('--transport tracer may be requested where perf works', async () => {
  const { report } = await recorded(path('asked.hagstone'), ['--transport', 'tracer', '--tool', 'dead-stores'], [sampleProgram('rezeroed_array'), '20000'])
  expect(report.run).toMatchObject({ transport: 'tracer', engineReason: expect.stringContaining('as was asked') })
})
