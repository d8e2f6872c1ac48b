/** Everything recorded before a target is killed is in the profile. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Report } from '../../../shared/report.ts'
import { commandLine, hagstone } from '../../support/hagstone.ts'
import { needSampling } from '../../support/need_sampling.ts'
import { sampleProgram } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'

const path = temporaryDirectory()

/** The process whose parent is `parent`, once it runs `program`. */
async function childOf(parent: number, program: string): Promise<number> {
  for (;;) {
    for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      try {
        const parentOf = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
        if (parentOf === parent && readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith(program)) return Number(name)
      } catch (error) {
        // The process ended while it was read.
        if (existsSync(`/proc/${name}`)) throw error
      }
    }
    await sleep(50)
  }
}

/** Seconds of CPU time of a process, from /proc/PID/stat. */
function cpuSeconds(process: number): number {
  const fields = readFileSync(`/proc/${process}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

test('SIGKILL in the middle of a run: record dies alike, the profile holds what came before', async () => {
  needSampling()
  const profile = path('killed.hagstone')
  const program = sampleProgram('rezeroed_array')
  const [node, entry] = commandLine
  const recorder = spawn(node, [entry, 'record', '--rate', '500', '--output', profile, '--', program, '1000000000'], { stdio: 'ignore' })
  const ended = new Promise<NodeJS.Signals | null>((done) => recorder.once('exit', (_status, signal) => done(signal)))
  const target = await childOf(recorder.pid ?? 0, program)
  while (cpuSeconds(target) < 1) await sleep(50)
  process.kill(target, 'SIGKILL')
  expect(await ended).toBe('SIGKILL')

  const { status, stdout, stderr } = await hagstone(['report', profile, '--json'])
  expect(status, stderr).toBe(0)
  const report = JSON.parse(stdout) as Report
  expect(report.run.exit).toMatchObject({ signal: 'SIGKILL', state: 'killed' })
  expect(report.stats.traps).toBeGreaterThan(50)
  expect(report.pairs.length).toBeGreaterThan(0)
})

test('SIGKILL of the launcher: the program goes on, and what it left becomes a profile', async () => {
  needSampling()
  const profile = path('launcher.hagstone')
  const program = sampleProgram('rezeroed_array')
  const [node, entry] = commandLine
  const recorder = spawn(node, [entry, 'record', '--rate', '500', '--output', profile, '--', program, '1000000000'], { stdio: 'ignore' })
  const target = await childOf(recorder.pid ?? 0, program)
  while (cpuSeconds(target) < 1) await sleep(50)
  recorder.kill('SIGKILL')
  while (cpuSeconds(target) < 1.2) await sleep(50)
  process.kill(target, 'SIGKILL')

  const { status, stderr } = await hagstone(['analyze', `${profile}-recording`, '--output', profile])
  expect(status, stderr).toBe(0)
  const report = JSON.parse((await hagstone(['report', profile, '--json'])).stdout) as Report
  expect(report.run).toMatchObject({ command: [program, '1000000000'], exit: { code: null, signal: null } })
  expect(report.stats.traps).toBeGreaterThan(50)
})
