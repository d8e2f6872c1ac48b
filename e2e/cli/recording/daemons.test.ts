/** Processes that outlive the program that was started are recorded to their end, or until the person ends the recording. */
import { beforeAll, expect, test } from 'vitest'
import { startHagstone } from '../../support/hagstone.ts'
import { temporaryDirectory } from '../directory.ts'
import { compiled, isRunning, recorded, recordedRun } from '../recorded.ts'

const path = temporaryDirectory()
const goesOn =
  /^hagstone: .*daemon has ended \(status 4\), process (\d+) \(daemon\) continues: the recording ends with the last of them, or by SIGINT \(Ctrl-C\)\.$/m
let program: string
beforeAll(() => {
  program = compiled('daemon', path('.'))
})

test('a daemon is recorded to its end, and the status is that of the program', async () => {
  const { report, result } = await recorded(path('whole.hagstone'), ['--tool', 'dead-stores', '--max-overhead', '0'], [program, '1'], { status: 4 })
  expect(result.stderr).toMatch(goesOn)
  expect(report.run).toMatchObject({ processes: 3, exit: { code: 4, state: 'finished' }, stoppedBy: null })
  // It ran for one second of CPU time, at 500 samples in each.
  expect(report.stats.samples).toBeGreaterThan(100)
  expect(report.run.duration).toBeGreaterThan(1)
  expect(report.run.duration).toBeGreaterThanOrEqual((report.stats.samples * report.run.period) / 1e9)
})

test('SIGINT ends the recording, not the daemon', async () => {
  const running = startHagstone(['record', '--output', path('part.hagstone'), '--tool', 'dead-stores', '--', program, '60'])
  const daemon = Number(await running.stderr(goesOn))
  try {
    running.process.kill('SIGINT')
    const { status, stderr } = await running.result
    expect(status, stderr).toBe(4)
    expect(stderr).toContain(`hagstone: The recording ends at SIGINT; process ${daemon} (daemon) continues.\n`)
    expect(isRunning(daemon)).toBe(true)
    expect(recordedRun(path('part.hagstone'))).toMatchObject({ exit: { code: 4 }, stoppedBy: 'SIGINT' })
  } finally {
    process.kill(daemon, 'SIGKILL')
  }
})

test('a limit ends it too', async () => {
  // Four seconds of the daemon: much longer than it takes to notice that the program has ended.
  const { report, result } = await recorded(
    path('limit.hagstone'),
    ['--tool', 'dead-stores', '--max-overhead', '0', '--max-samples', '2000'],
    [program, '60'],
    { status: 4 },
  )
  const daemon = Number(goesOn.exec(result.stderr)?.[1])
  process.kill(daemon, 'SIGKILL')
  expect(report.run.stoppedBy).toBe('--max-samples 2000')
})

test('a background job of a shell is named at once', async () => {
  const running = startHagstone([
    'record',
    '--output',
    path('job.hagstone'),
    '--',
    'sh',
    '-c',
    'sleep 60 >/dev/null 2>&1 & until grep -q sleep /proc/$!/comm; do :; done; exit 5',
  ])
  const job = Number(await running.stderr(/^hagstone: sh has ended \(status 5\), process (\d+) \(sleep\) continues/m))
  process.kill(job)
  expect((await running.result).status).toBe(5)
})

test('a job that a shell forks as it ends is recorded, each time', async () => {
  for (let round = 0; round < 6; round++) {
    const { report } = await recorded(path(`round${round}.hagstone`), ['--tool', 'dead-stores', '--max-overhead', '0'], ['sh', '-c', `'${program}' 1 &`])
    expect(report.stats.samples).toBeGreaterThan(100)
  }
})

test('a rank waits for none, since its job waits for it', async () => {
  const rank = { OMPI_COMM_WORLD_RANK: '0', OMPI_COMM_WORLD_SIZE: '2' }
  const running = startHagstone(['record', '--output', path('rank.hagstone'), '--', program, '60'], { env: rank })
  const { status, stderr } = await running.result
  expect(status, stderr).toBe(4)
  const daemon = Number(/process (\d+) \(daemon\) continues without being recorded; record such a process with hagstone record --pid/.exec(stderr)?.[1])
  expect(process.kill(daemon, 'SIGKILL')).toBe(true)
})
