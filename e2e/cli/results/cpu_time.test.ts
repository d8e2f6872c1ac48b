/** CPU time, also of code in which no tool can take a sample. */
import { expect, test } from 'vitest'
import { counterValue } from '../../../shared/profile/counters.ts'
import { sampleProgram } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'
import { recorded } from '../recorded.ts'

const path = temporaryDirectory()

/** Standard deviations: one run in 100 million is further off. */
const deviations = 5.7
/** ns; that of slow kernels. */
const clockTick = 4_000_000

test('three quarters of the time are in three quarters of the steps', async () => {
  const { report } = await recorded(path('spinning.hagstone'), ['--rate', '500'], [sampleProgram('spinning')])
  const spinning = report.functions!.flatMap(({ function: name, cpuTime }) =>
    cpuTime !== undefined && (name === 'long_turn' || name === 'short_turn') ? [{ name, ...cpuTime }] : [],
  )
  const all = spinning.reduce((sum, { exclusive }) => sum + exclusive, 0)
  const interrupts = spinning.reduce((sum, own) => sum + own.interrupts, 0)
  expect(interrupts).toBeGreaterThan(50)
  const share = spinning.find(({ name }) => name === 'long_turn')!.exclusive / all
  expect(Math.abs(share - 3 / 4)).toBeLessThan(deviations * Math.sqrt(((3 / 4) * (1 / 4)) / interrupts))
  // Nothing but the beginning and the end of the program is anywhere else.
  expect(all / report.cpuTime!.time).toBeGreaterThan(0.8)
  expect(report.functions!.find(({ function: name }) => name === 'main')!.cpuTime!.inclusive).toBeGreaterThanOrEqual(all)
})

test("time in the kernel counts at the program's system call, for its duration", async () => {
  const { report, result } = await recorded(path('kernel_time.hagstone'), [], [sampleProgram('kernel_time')])
  const expected = result.stdout
    .split('\n')
    .slice(0, 3)
    .map((permille) => Number(permille) / 1000)
  const { time } = report.cpuTime!
  const shareOf = (wanted: string): number => (report.functions!.find(({ function: name }) => name === wanted)?.cpuTime?.inclusive ?? 0) / time
  // Each clock tick is one trial. But a busy machine stops the program at a tick, and lets it go on at one: ticks meet long calls in groups.
  const trials = time / clockTick / (1 + counterValue(report.stats.counters, 'processor_wait') / time)
  for (const [name, share] of [
    ['compute', 1 / 2],
    ['long_call', expected[0]!],
    ['short_calls', expected[1]!],
    ['touch', expected[2]!],
  ] as const) {
    expect
      .soft(Math.abs(shareOf(name) - share), `${name}: ${shareOf(name)} instead of ${share}`)
      .toBeLessThan(deviations * Math.sqrt((share * (1 - share)) / trials))
  }
})
