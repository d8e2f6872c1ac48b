/** Cost of a sample in programs with large, cold code and deep stacks, at two rates. */
import { counterValue } from '../../../shared/profile/counters.ts'
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../../shared/report.ts'
import { table } from '../markdown.ts'
import { median } from '../statistics.ts'
import { benchDirectory, compile, cost, report } from '../tools.ts'
import { prepareWorkloads } from '../workloads.ts'

/** ROUNDS in the environment chooses another number. */
const rounds = Number(process.env['ROUNDS'] ?? 3)
const rates = [100, 400]

const sortingFile = 'sorting.py'
/** Sorts by numpy, which is cold code in a library, and counts in a dictionary, which is the interpreter's loop. */
const sorting = `import numpy
numbers = numpy.random.default_rng(1).random(20000)
total = 0.0
for i in range(1500):
    part = numpy.sort(numbers + i)[::3]
    total += float((part * part).sum())
    counts = {}
    for j in range(2500):
        counts[str(j)] = counts.get(str(j - 1), 0) + j
    total += sum(counts.values())
print(total)
`

interface Program {
  name: string
  command: string[]
}

function works(command: string, ...words: string[]): boolean {
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0
}

/** Those that this machine has. */
function programs(): Program[] {
  writeFileSync(join(benchDirectory, sortingFile), sorting)
  const found = prepareWorkloads()
    .filter(({ name }) => ['cc1plus', 'perl', 'sqlite3', 'bzip2'].includes(name))
    .map(({ name, command }): Program => ({ name, command }))
  if (works('python3', '-c', 'import numpy')) found.unshift({ name: 'python3 with numpy', command: ['python3', sortingFile] })
  if (works('clang++', '--version')) found.unshift({ name: 'clang', command: ['clang++', '-O2', '-std=c++20', '-c', 'templates.cpp', '-o', 'templates.o'] })
  return found
}

interface Measured {
  ratio: number
  /** Microseconds in handlers for each interrupt, the traps that follow included. */
  handlers: number
  interrupts: number
  samples: number
}

function measureOnce(measure: string, command: string[], plain: number, rate: number): Measured {
  const profile = join(benchDirectory, 'sample-cost.hagstone')
  // Without a limit, so that each program is measured at the same rate.
  const { cpu } = cost(measure, command, profile, ['--rate', String(rate), '--max-overhead', '0'])
  const { stats } = JSON.parse(report(profile)) as Report
  rmSync(profile)
  const interrupts = counterValue(stats.counters, 'timer_signals')
  return {
    ratio: cpu / plain,
    handlers: (stats.handlerShare * cpu * 1e6) / interrupts,
    interrupts: interrupts / cpu,
    samples: stats.samples / cpu,
  }
}

export function sampleCostSection(): string {
  const measure = compile('measure')
  const columns = programs().map(({ name, command }) => {
    cost(measure, command, null)
    const measured = Array.from({ length: rounds }, () => {
      const plain = cost(measure, command, null).cpu
      return { plain, atRate: rates.map((rate) => measureOnce(measure, command, plain, rate)) }
    })
    const middle = (rate: number, value: (one: Measured) => number): number => median(measured.map(({ atRate }) => value(atRate[rate]!)))
    const ofRate = (_: number, rate: number): string[] => [
      middle(rate, ({ handlers }) => handlers).toFixed(0),
      middle(rate, ({ interrupts }) => interrupts).toFixed(0),
      middle(rate, ({ samples }) => samples).toFixed(0),
      middle(rate, ({ ratio }) => ratio).toFixed(3),
    ]
    return [name, median(measured.map(({ plain }) => plain)).toFixed(2), ...rates.flatMap(ofRate)]
  })
  const head = rates.flatMap((rate) => [`µs at ${rate}`, 'interrupts/s', 'samples/s', 'CPU ratio'])
  return `## Cost of a sample

Time in the handlers for each interrupt, the stops and traps that follow included, with the default tools at ${rates.join(' and ')} samples per
second of CPU time and no limit on overhead. Medians of ${rounds} rounds, each one run without recording and one at each rate.

${table(['program', 'CPU s without', ...head], columns)}

Aims: at most 100 µs in the median of the programs and 150 µs in the worst; CPU ratio at most 1.01 at 100 and 1.03 at 400.`
}
