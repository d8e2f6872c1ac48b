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

test.each<[string, RegExp]>([
  ['block', /not measured: the program blocks SIGTRAP by a system call of its own, so no sampling interrupt reached it in .* of CPU time\./],
  ['ignore', /not measured: the program handles or ignores SIGTRAP by a system call of its own, so no sampling interrupt reached it/],
  ['handle', /not measured: the program handles or ignores SIGTRAP by a system call of its own, so no sampling interrupt reached it/],
  ['leave', /not measured: neither a sampling interrupt nor the end of the program was seen/],
  ['kernel', /not measured: (9\d|100) % of the .* of CPU time was spent in the kernel, where nothing is sampled\. Find its expensive system calls/],
  ['strict', /not measured: the program confined itself \(seccomp\) before its first sample, which ended recording\./],
  ['errors', /it forbids the system calls that the sampler needs \(seccomp, by a system call of its own\)/],
  ['breakpoints', /not measured: the program began to use debug registers itself \(perf_event_open\) before its first sample, which ended recording\./],
  ['traced', /not measured: another program began to trace it \(ptrace\) before its first sample, which ended recording\. Run it without/],
])('%s', async (way, line) => {
  const result = await hagstone(['record', '--tool', 'dead-stores', '--rate', '20', '--output', path(`${way}.hagstone`), '--', program, way])
  expect(result.status, result.stderr).toBe(7)
  expect(result.stdout).toBe(spawnSync(program, [way], { encoding: 'utf8' }).stdout)
  expect(result.stdout).toContain('done\n')
  expect(result.stderr).toMatch(line)
  if (!['kernel', 'traced', 'leave'].includes(way)) expect(result.stderr).toContain(exhaustive)
  const report = await hagstone(['report', path(`${way}.hagstone`)])
  expect(report.stdout.replaceAll(/\s+/g, ' ')).toMatch(line)
})
