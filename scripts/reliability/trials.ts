/** All trials of the loop. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { jumpingClock, memoryLimit, smallDisk } from './conditions.ts'
import type { Available } from './conditions.ts'
import { crashFindings, readFindings, recordFindings } from './findings.ts'
import { kill, processesOf, start } from './processes.ts'
import type { Ended } from './processes.ts'
import { between, betweenByFactor, chosenRun, hagstoneCommand, leftFindings, oneOf, onlyProfileFindings, temporaryFindings } from './trial.ts'
import type { ChosenRun, Circumstances, Outcome, Trial } from './trial.ts'

const mebibyte = 1 << 20

/** @param directory for files of the conditions themselves */
export function allTrials(directory: string): Trial[] {
  const memory = memoryLimit()
  const disk = smallDisk(directory)
  const clock = jumpingClock(join(directory, 'time'))
  return [
    { name: 'undisturbed', what: 'a recording', missing: null, run: undisturbed },
    { name: 'crowd', what: 'three recordings at once', missing: null, run: crowd },
    {
      name: 'little-memory',
      what: 'a recording with 24 to 400 MiB of memory for all its processes',
      ...needs(memory, (limit) => async (circumstances) => {
        const bytes = Math.round(betweenByFactor(circumstances.random, 24 * mebibyte, 400 * mebibyte))
        try {
          return await disturbed(circumstances, (command) => limit.limited(circumstances.name, bytes, command))
        } finally {
          await waitForAll(circumstances)
          await limit.release(circumstances.name)
        }
      }),
    },
    {
      name: 'full-disk',
      what: 'a recording into a disk of 64 KiB to 16 MiB, analysed elsewhere',
      ...needs(disk, (small) => async (circumstances) => {
        const place = join(circumstances.directory, 'disk')
        mkdirSync(place)
        const kept = join(circumstances.directory, 'kept.hagstone')
        const bytes = Math.round(betweenByFactor(circumstances.random, 64 << 10, 16 * mebibyte))
        // The disk goes away with the namespace: its files are copied out before.
        const copyOut = [
          'sh',
          '-c',
          '"$@"; status=$?; [ -e "$0/p.hagstone" ] && cp "$0/p.hagstone" "$0/../kept.hagstone"; [ -e "$0/p.hagstone-recording" ] && cp -r "$0/p.hagstone-recording" "$0/../kept.hagstone-recording"; exit $status',
          place,
        ]
        const { program, options } = chosenRun(circumstances)
        const ended = await start(
          circumstances.name,
          small.on(place, bytes, [...copyOut, ...record(join(place, 'p.hagstone'), { program, options })]),
          circumstances.environment,
        ).ended
        const left = await leftFindings(circumstances, kept)
        return { ended: `${howItEnded(ended)}, ${left.ended}`, findings: [...recordFindings(ended, program, true), ...left.findings] }
      }),
    },
    {
      name: 'jumping-clock',
      what: 'a recording while the time of day jumps by up to a year',
      ...needs(clock, (jumping) => async (circumstances) => {
        const { environment, random } = circumstances
        let over = false
        const jumps = (async () => {
          while (!over) {
            await sleep(between(random, 20, 300))
            jumping.jump(Math.round(oneOf(random, [-1, 1]) * betweenByFactor(random, 1, 31_536_000)))
          }
        })()
        try {
          return await undisturbed({ ...circumstances, environment: { ...environment, ...jumping.environment } })
        } finally {
          over = true
          await jumps
          jumping.jump(0)
        }
      }),
    },
    { name: 'killed-program', what: 'the recorded program is killed', missing: null, run: (circumstances) => killedWhile(circumstances, 'program') },
    { name: 'killed-launcher', what: 'hagstone record is killed', missing: null, run: (circumstances) => killedWhile(circumstances, 'launcher') },
    { name: 'killed-analysis', what: 'hagstone analyze is killed and runs again', missing: null, run: killedAnalysis },
  ]
}

function needs<Kind>(condition: Available<Kind>, run: (had: Kind) => Trial['run']): Pick<Trial, 'missing' | 'run'> {
  if ('had' in condition) return { missing: null, run: run(condition.had) }
  return { missing: condition.missing, run: () => Promise.reject(new Error(condition.missing)) }
}

function record(profile: string, { program, options }: ChosenRun): string[] {
  return hagstoneCommand('record', ...options, '--output', profile, '--', ...program.command)
}

async function undisturbed(circumstances: Circumstances): Promise<Outcome> {
  return await recordedWell(circumstances, 'p.hagstone', chosenRun(circumstances))
}

async function recordedWell(circumstances: Circumstances, file: string, chosen: ChosenRun): Promise<Outcome> {
  const { name, directory, environment } = circumstances
  const profile = join(directory, file)
  const ended = await start(name, record(profile, chosen), environment).ended
  const findings = recordFindings(ended, chosen.program, false)
  if (!existsSync(profile)) return { ended: 'no profile', findings: [...findings, `no profile: ${ended.stderr.slice(-300)}`] }
  const left = await leftFindings(circumstances, profile)
  return { ended: left.ended, findings: [...findings, ...left.findings, ...onlyProfileFindings(directory, file), ...temporaryFindings(circumstances)] }
}

async function crowd(circumstances: Circumstances): Promise<Outcome> {
  const outcomes = await Promise.all([0, 1, 2].map((index) => recordedWell(circumstances, `${index}.hagstone`, chosenRun(circumstances))))
  return { ended: [...new Set(outcomes.map(({ ended }) => ended))].join(', '), findings: [...new Set(outcomes.flatMap(({ findings }) => findings))] }
}

/** A recording that may fail, by a command around it. */
async function disturbed(circumstances: Circumstances, around: (command: string[]) => string[]): Promise<Outcome> {
  const profile = join(circumstances.directory, 'p.hagstone')
  const chosen = chosenRun(circumstances)
  const ended = await start(circumstances.name, around(record(profile, chosen)), circumstances.environment).ended
  // The program continues when its launcher was killed for want of memory.
  await waitForAll(circumstances)
  const left = await leftFindings(circumstances, profile)
  return { ended: `${howItEnded(ended)}, ${left.ended}`, findings: [...recordFindings(ended, chosen.program, true), ...left.findings] }
}

async function killedWhile(circumstances: Circumstances, victim: 'program' | 'launcher'): Promise<Outcome> {
  const { name, directory, environment, random } = circumstances
  const profile = join(directory, 'p.hagstone')
  const chosen = chosenRun(circumstances)
  const running = start(name, record(profile, chosen), environment)
  await sleep(betweenByFactor(random, 50, 4000))
  if (victim === 'launcher') kill(running.pid)
  else for (const { pid } of processesOf(name).filter(({ pid }) => pid !== running.pid)) kill(pid)
  const ended = await running.ended
  await waitForAll(circumstances)
  const left = await leftFindings(circumstances, profile)
  return { ended: `${howItEnded(ended)}, ${left.ended}`, findings: [...recordFindings(ended, chosen.program, true), ...left.findings] }
}

async function killedAnalysis(circumstances: Circumstances): Promise<Outcome> {
  const { name, directory, environment, random } = circumstances
  const profile = join(directory, 'p.hagstone')
  const chosen = chosenRun(circumstances)
  const recording = start(name, record(profile, chosen), environment)
  await sleep(betweenByFactor(random, 700, 3000))
  kill(recording.pid)
  await recording.ended
  await waitForAll(circumstances)
  const raw = `${profile}-recording`
  if (!existsSync(raw)) return { ended: existsSync(profile) ? 'ended before' : 'not begun', findings: [] }
  const findings: string[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    const analysis = start(name, hagstoneCommand('analyze', raw, '--output', profile), environment)
    await sleep(betweenByFactor(random, 100, 1500))
    kill(analysis.pid)
    findings.push(...crashFindings(await analysis.ended))
    if (existsSync(profile))
      findings.push(
        ...readFindings(
          'report of a killed analysis',
          await start(name, hagstoneCommand('report', profile, '--json', '--top', '100'), environment).ended,
          false,
        ),
      )
    if (!existsSync(raw)) findings.push('a killed analysis took the raw recording with it')
  }
  const left = await leftFindings(circumstances, join(directory, 'p.hagstone'))
  return { ended: left.ended, findings: [...findings, ...left.findings] }
}

/** Programs whose launcher is gone end by themselves. */
async function waitForAll({ name }: Circumstances): Promise<void> {
  while (processesOf(name).length > 0) await sleep(20)
}

function howItEnded({ status, signal }: Ended): string {
  return signal ?? (status === 125 ? 'Hagstone failed' : status === 137 ? 'SIGKILL' : 'as alone')
}
