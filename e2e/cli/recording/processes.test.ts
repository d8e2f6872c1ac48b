/** Children by fork and exec in one profile, or not at all. */
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { Report } from '../../../shared/report.ts'
import { temporaryDirectory } from '../directory.ts'
import { compiled, recorded } from '../recorded.ts'

const path = temporaryDirectory()
let program: string
beforeAll(() => {
  program = compiled('children', path('.'))
})

/** Returns those of the three working functions that appear in the pairs. */
function workers(report: Report): string[] {
  const found = report.pairs.flatMap((pair) => pair.source.map((frame) => frame.function)).filter((name) => name.endsWith('_work'))
  return [...new Set(found)].toSorted()
}

test('parent, forked and executed child are recorded, each with threads of its own', async () => {
  const { report } = await recorded(path('children.hagstone'), ['--tool', 'dead-stores', '--max-overhead', '0'], [program])
  expect(workers(report)).toEqual(['executed_work', 'forked_work', 'parent_work'])
  expect(report.run.processes).toBe(3)
  const sampled = report.threads.filter((thread) => thread.samples > 0)
  expect(new Set(sampled.map((thread) => thread.process)).size).toBe(3)
  expect(sampled.reduce((sum, thread) => sum + thread.samples, 0)).toBe(report.stats.samples)
})

test('--follow none: the program alone', async () => {
  const { report } = await recorded(path('alone.hagstone'), ['--tool', 'dead-stores', '--follow', 'none'], [program])
  expect(workers(report)).toEqual(['parent_work'])
  expect(report.run.processes).toBe(1)
})

test('hundreds of short-lived children end as they would, and the profile is made', async () => {
  const { report } = await recorded(path('short.hagstone'), [], [program, 'short', '300'])
  expect(report.run.exit.state).toBe('finished')
})

test('children that cannot be recorded are named, others are recorded in any environment', async () => {
  const source = path('static.c')
  writeFileSync(source, 'int main(void) { return 3; }\n')
  execFileSync('gcc', ['-static', '-o', path('static'), source])
  const { report, result } = await recorded(
    path('some.hagstone'),
    ['--tool', 'dead-stores', '--max-overhead', '0'],
    ['sh', '-c', '"$0"; env -i "$1"', path('static'), program],
  )
  expect(result.stderr).toMatch(
    /^hagstone: Process \d+ \(.*\/static\) was not sampled: it is statically linked, so the sampler cannot be preloaded into it\.$/m,
  )
  expect(report.notes.join('\n')).toContain('/static) was not sampled')
  expect(workers(report)).toEqual(['executed_work', 'forked_work', 'parent_work'])
})

const withoutSystemd = existsSync('/usr/bin/systemd-run') ? false : 'systemd-run is not installed'
if (withoutSystemd) console.log(`skipped: ${withoutSystemd}`)

test.skipIf(withoutSystemd)('what systemd starts is no child, and that is said whether or not there is a systemd here', async () => {
  const { report, result } = await recorded(path('systemd.hagstone'), ['--tool', 'dead-stores'], ['sh', '-c', 'systemd-run --wait true; exit 0'])
  expect(result.stderr).toMatch(/^hagstone: What systemd-run \(process \d+\) started was not recorded: .* Use systemd-run --scope/m)
  expect(report.run.unrecorded).toMatchObject([{ program: expect.stringMatching(/systemd-run$/), processes: 1 }])
})
