/** `record --runs N`: several runs of one command in one profile. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sampleProgram } from '../../support/samples.ts'
import { commandLine } from '../../support/hagstone.ts'
import { needSampling } from '../../support/need_sampling.ts'
import { temporaryDirectory } from '../directory.ts'
import { recorded, reported } from '../recorded.ts'

const path = temporaryDirectory()
const [node, entry] = commandLine

/** Its runs differ: each leaves a line in the file. */
const countingScript = (file: string, rest: string): string => `echo run >> '${file}'; number=$(wc -l < '${file}'); echo "run $number"; ${rest}`

test('gathers all runs, lets their output through and says how much they differ', async () => {
  const script = countingScript(path('whole'), `exec ${sampleProgram('silent_stores')}`)
  const { report, result } = await recorded(path('whole.hagstone'), ['--runs', '3'], ['sh', '-c', script])
  expect(result.stdout.split('\n').filter((line) => line.startsWith('run '))).toEqual(['run 1', 'run 2', 'run 3'])
  const { each, cpuSeconds, tools } = report.runs!
  expect(each.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(each.reduce((sum, run) => sum + run.cpuSeconds, 0)).toBeCloseTo(report.run.targetCpuSeconds, 6)
  expect(cpuSeconds!.mean).toBeCloseTo(report.run.targetCpuSeconds / 3, 6)
  expect(Object.keys(tools)).toContain('silent-stores')
  const { low, high } = { low: report.totals['silent-stores']!.ci95![0], high: report.totals['silent-stores']!.ci95![1] }
  const wasted = each.map(({ tools: { 'silent-stores': found } }) => found!)
  const share = wasted.reduce((sum, { waste }) => sum + waste, 0) / wasted.reduce((sum, { waste, use }) => sum + waste + use, 0)
  expect(share).toBeCloseTo(report.totals['silent-stores']!.fraction!, 9)
  expect(low).toBeLessThanOrEqual(share)
  expect(high).toBeGreaterThanOrEqual(share)
})

test('goes on after a run that fails, and ends as the first one that did', async () => {
  const script = countingScript(path('failing'), 'test "$number" = 1 || exit $((number + 3))')
  const { report, result } = await recorded(path('failing.hagstone'), ['--runs', '4'], ['sh', '-c', script], { status: 5 })
  expect(result.stderr).toContain('hagstone: Run 2 of 4 ended with status 5.\n')
  expect(report.runs!.each.map(({ code }) => code)).toEqual([0, 5, 6, 7])
})

test('lets each run read a file again, and gives a pipe to the first', async () => {
  needSampling()
  writeFileSync(path('input'), 'text\n')
  const outputOf = async (name: string, input: number | 'pipe'): Promise<{ output: string; errors: string }> => {
    const recorder = spawn(node, [entry, 'record', '--runs', '2', '--output', path(`${name}.hagstone`), '--', 'sh', '-c', 'read -r word; echo "read $word"'], {
      stdio: [input, 'pipe', 'pipe'],
    })
    recorder.stdin?.end('text\n')
    let [output, errors] = ['', '']
    recorder.stdout!.on('data', (data) => (output += String(data)))
    recorder.stderr!.on('data', (data) => (errors += String(data)))
    await once(recorder, 'close')
    return { output, errors }
  }
  expect(await outputOf('file', openSync(path('input'), 'r'))).toMatchObject({
    output: 'read text\nread text\n',
    errors: expect.not.stringContaining('Standard input'),
  })
  expect(await outputOf('pipe', 'pipe')).toMatchObject({
    output: 'read text\nread \n',
    errors: expect.stringContaining('hagstone: Standard input goes to the first run; the others read nothing from it.\n'),
  })
})

test('limits hold for each run', async () => {
  const script = countingScript(path('limited'), `exec ${sampleProgram('silent_stores')}`)
  const { report } = await recorded(path('limited.hagstone'), ['--runs', '2', '--max-samples', '30', '--max-overhead', '0'], ['sh', '-c', script])
  expect(readFileSync(path('limited'), 'utf8')).toBe('run\nrun\n')
  expect(report.stats.samples).toBeGreaterThanOrEqual(60)
  expect(report.runs!.each).toHaveLength(2)
})

test('a signal ends the run in progress, no other begins, and what was recorded is kept', async () => {
  needSampling()
  const script = countingScript(path('ended'), `test "$number" = 1 && exec ${sampleProgram('silent_stores')}; echo > '${path('waiting')}'; exec sleep 1000`)
  const recorder = spawn(node, [entry, 'record', '--rate', '500', '--runs', '5', '--output', path('ended.hagstone'), '--', 'sh', '-c', script], {
    stdio: 'ignore',
  })
  while (!existsSync(path('waiting'))) await sleep(20)
  recorder.kill('SIGINT')
  expect(await once(recorder, 'exit')).toEqual([null, 'SIGINT'])
  const report = await reported(path('ended.hagstone'))
  expect(report.runs!.each.map(({ signal }) => signal)).toEqual([null, 'SIGINT'])
  expect(report.stats.samples).toBeGreaterThan(0)
})
