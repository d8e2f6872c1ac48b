/** Limits that end a recording while its program continues. */
import { beforeAll, expect, test } from 'vitest'
import { leafOf } from '../../../shared/profile/frame.ts'
import { temporaryDirectory } from '../directory.ts'
import { compiled, recorded, sum } from '../recorded.ts'

const path = temporaryDirectory()
let program: string
beforeAll(() => {
  program = compiled('until_stopped', path('.'))
})

const samplesPerSecond = 500

/** s of CPU time that the program works on unrecorded. */
const afterwards = 0.5

test.each([
  [['--duration', '0.5'], '--duration 0.5 s'],
  [['--max-samples', '200'], '--max-samples 200'],
  [['--until', 'ci=10%'], '--until ci=10%'],
])('%j: the recording ends, the program goes on and record ends as it does', async (options, limit) => {
  const name = options.join('').replaceAll(/\W/g, '')
  const started = performance.now()
  const { report, result } = await recorded(
    path(`${name}.hagstone`),
    ['--tool', 'dead-stores', '--max-overhead', '0', ...options],
    [program, String(afterwards)],
    { status: 7 },
  )
  expect(result.stderr).toContain(`hagstone: The recording ends at ${limit}; ${program} continues.\n`)
  expect(report.run.stoppedBy).toBe(limit)
  expect(report.run.exit).toMatchObject({ code: null, signal: null, state: 'finished' })

  // The program needed at least as long as its CPU time after the recording had ended.
  expect(report.run.duration).toBeLessThan((performance.now() - started) / 1000 - afterwards)
  const recordedSeconds = Number(result.stdout)
  expect(report.stats.samples).toBeLessThan((recordedSeconds + afterwards / 2) * samplesPerSecond)
  const { ci95, waste = 0, use = 0, unaccounted = 0 } = report.totals['dead-stores'] ?? {}
  // Nothing reads the program's stores; with few samples, many of them may be stores of the dynamic linker.
  const own = report.pairs.filter((pair) => leafOf(pair.source).function === 'work')
  expect(sum(own, (pair) => pair.use)).toBe(0)
  // Half a second may pass without a sample on a busy machine.
  if (options[0] !== '--duration') expect(sum(own, (pair) => pair.waste)).toBeGreaterThan(0)
  if (options[0] === '--max-samples') expect(report.stats.samples).toBeGreaterThanOrEqual(200)
  // The limit is on chance alone; the interval also covers the possible effect of undecided samples.
  const undecided = unaccounted / (waste + use + unaccounted)
  if (options[0] === '--until') expect(((ci95?.[1] ?? 1) - (ci95?.[0] ?? 0) - undecided) / (1 - undecided) / 2).toBeLessThan(0.11)
})

test('the profile is there before the program ends', async () => {
  const profile = path('early.hagstone')
  const script = `while [ ! -s "$0" ]; do sleep 0.05; done; echo profile`
  const { result } = await recorded(profile, ['--duration', '0.3'], ['sh', '-c', script, profile])
  expect(result.stdout).toBe('profile\n')
})

test('limits beyond the program’s end change nothing', async () => {
  const { report } = await recorded(path('short.hagstone'), ['--duration', '3600', '--max-samples', '1000000000'], ['true'])
  expect(report.run.stoppedBy).toBeNull()
})
