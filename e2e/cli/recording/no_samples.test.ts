/** A recording without samples names its cause and the remedy, and the program runs as always. */
import { spawnSync } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import { hagstone } from '../../support/hagstone.ts'
import { temporaryDirectory } from '../directory.ts'
import { compiled } from '../recorded.ts'

const path = temporaryDirectory()
let program: string
beforeAll(() => {
  program = compiled('no_samples', path('.'), 'gcc', ['-O1'])
})

const exhaustive = 'Record it with --engine exhaustive'

/** By the seed, the first sample is due when most of its period is over, so that none falls into the program's start. */
function recorded(way: string): ReturnType<typeof hagstone> {
  const options = ['--tool', 'dead-stores', '--rate', '20', '--seed', '4', '--output', path(`${way}.hagstone`)]
  return hagstone(['record', ...options, '--', program, way])
}

test.each<[string, RegExp]>([
  ['block', /not measured: the program blocks SIGTRAP by a system call of its own, so no sampling interrupt reached it in .* of CPU time\./],
  ['ignore', /not measured: the program handles or ignores SIGTRAP by a system call of its own, so no sampling interrupt reached it/],
  ['handle', /not measured: the program handles or ignores SIGTRAP by a system call of its own, so no sampling interrupt reached it/],
  ['leave', /not measured: neither a sampling interrupt nor the end of the program was seen/],
  ['kernel', /not measured: (9\d|100) % of the .* of CPU time was spent in the kernel, where nothing is sampled\. Find its expensive system calls/],
  ['strict', /not measured: the program confined itself \(seccomp\) before its first sample, which ended recording\./],
  ['errors', /not measured: the program confined itself \(seccomp\) before its first sample, which ended recording\./],
  ['breakpoints', /not measured: the program began to use debug registers itself \(perf_event_open\) before its first sample, which ended recording\./],
  ['traced', /not measured: another program began to trace it \(ptrace\) before its first sample, which ended recording\. Run it without/],
])('%s', async (way, line) => {
  const result = await recorded(way)
  expect(result.status, result.stderr).toBe(7)
  expect(result.stdout).toBe(spawnSync(program, [way], { encoding: 'utf8' }).stdout)
  expect(result.stdout).toContain('done\n')
  expect(result.stderr).toMatch(line)
  if (!['kernel', 'traced', 'leave'].includes(way)) expect(result.stderr).toContain(exhaustive)
  const report = await hagstone(['report', path(`${way}.hagstone`)])
  expect(report.stdout.replaceAll(/\s+/g, ' ')).toMatch(line)
})

test.each(['later', 'clocks'])('a program that confines itself while it is sampled (%s)', async (way) => {
  const result = await recorded(way)
  expect(result.status, result.stderr).toBe(7)
  expect(result.stdout).toBe('done\n')
  const report = await hagstone(['report', path(`${way}.hagstone`)])
  expect(report.stdout.replaceAll(/\s+/g, ' ')).toContain('Recording ended early in 1 process that confined itself (seccomp). Later work is missing.')
})
