/**
 * Records again and again under adverse conditions, and checks what must be true of each run.
 *   main.ts [--minutes N] [--seed N] [--trial NAME]… [--count N]
 * Trials take turns for this many minutes (60), or N of them run. Each has a seed, by which it can be repeated (its times are the
 * machine's). Directories of trials with findings stay in build/reliability. Exit status 1: there are findings.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import findOutWhetherThisMachineSamples, { whyNoSampling } from '../../e2e/support/need_sampling.ts'
import { scriptOptions } from '../script_options.ts'
import { longLivedHost } from './long_lived_host.ts'
import { runLoop } from './loop.ts'
import { recordedPrograms } from './programs.ts'
import { summaryLines } from './summary.ts'
import { allTrials } from './trials.ts'
import { counted } from '../../shared/names/counted.ts'

const { values: options } = scriptOptions(import.meta.url, {
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    trial: { type: 'string', multiple: true },
    count: { type: 'string' },
  },
})
const [minutes, seed, count] = [options.minutes, options.seed, options.count ?? 'Infinity'].map(Number) as [number, number, number]
if (!(minutes > 0) || !Number.isSafeInteger(seed) || !(count > 0)) {
  console.error('--minutes, --seed and --count are numbers')
  process.exit(2)
}

const directory = resolve(import.meta.dirname, '../../build/reliability')
rmSync(directory, { recursive: true, force: true })
mkdirSync(join(directory, 'host'), { recursive: true })
const host = longLivedHost(join(directory, 'host'))
const trials = [...allTrials(directory), host.trial]
const unknown = options.trial?.find((name) => !trials.some((trial) => trial.name === name))
if (unknown !== undefined) {
  console.error(`there is no trial ${unknown}; there are ${trials.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const chosen = options.trial === undefined ? trials : trials.filter(({ name }) => options.trial!.includes(name))

await findOutWhetherThisMachineSamples()
const programs = recordedPrograms(directory, whyNoSampling() === null)
const started = performance.now()
const results = await runLoop({
  trials: chosen.filter(({ missing }) => missing === null),
  programs,
  seed,
  directory,
  goesOn: (done) => done < count && (options.count !== undefined || performance.now() - started < minutes * 60_000),
  onResult({ trial, seed, seconds, ended, findings }) {
    console.log(`${trial} ${seed}: ${ended}, ${seconds.toFixed(1)} s`)
    for (const finding of findings) console.log(`  FOUND ${finding}`)
  },
})
const { findings, summary } = await host.end()
for (const line of ['', ...summaryLines(chosen, results), summary, ...findings.map((finding) => `  FOUND ${finding}`)]) console.log(line)
const wrong = results.filter(({ findings }) => findings.length > 0).length + findings.length
console.log(`${counted(results.length, 'trial')} in ${((performance.now() - started) / 60_000).toFixed(1)} minutes, ${wrong} wrong`)
process.exit(wrong > 0 ? 1 : 0)
