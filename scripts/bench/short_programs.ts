/** The number of samples that short programs get at the default rate, and their cost: pairs of runs without and with recording. */
import { counterValue } from '../../shared/profile/counters.ts'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../shared/report.ts'
import { percent, table } from './markdown.ts'
import { median } from './statistics.ts'
import { benchDirectory, compile, cost, report } from './tools.ts'
import { groupingQuery, text, wordCount } from './workloads.ts'

/** ROUNDS in the environment chooses another number. */
const rounds = Number(process.env['ROUNDS'] ?? 5)

interface ShortProgram {
  name: string
  /** Megabytes of text, or rows. */
  size: number
  command(input: string): string[]
}

/** Each with an input for some 0.3 s, and one ten times as large. */
const programs: ShortProgram[] = [
  { name: 'bzip2 -9', size: 3, command: (input) => ['bzip2', '-9', '--keep', '--force', input] },
  { name: 'gzip -9', size: 4, command: (input) => ['gzip', '-9', '--keep', '--force', input] },
  { name: 'xz -2', size: 2, command: (input) => ['xz', '-2', '--keep', '--force', input] },
  { name: 'perl, counting words', size: 8, command: (input) => ['perl', '-e', wordCount, input] },
  { name: 'sqlite3, grouping rows', size: 0.5, command: (input) => ['sqlite3', ':memory:', groupingQuery(Number(input))] },
]

function inputOf({ name }: ShortProgram, size: number): string {
  if (name.startsWith('sqlite3')) return String(size * 1_000_000)
  const file = `text-${size}`
  const path = join(benchDirectory, file)
  if (!existsSync(path)) writeFileSync(path, text(size * 1_000_000))
  return file
}

interface Measured {
  seconds: number
  ratio: number
  interrupts: number
  samples: number
  traps: number
  rate: number
  handlers: number
}

function measureProgram(measure: string, command: string[]): Measured {
  const profile = join(benchDirectory, 'short.hagstone')
  cost(measure, command, null)
  const pairs = Array.from({ length: rounds }, (_, round) => {
    const plainFirst = round % 2 === 0 ? cost(measure, command, null) : null
    const recorded = cost(measure, command, profile, [])
    const plain = plainFirst ?? cost(measure, command, null)
    const { stats, run } = JSON.parse(report(profile)) as Report
    rmSync(profile)
    return { plain, recorded, stats, run }
  })
  const middle = (value: (pair: (typeof pairs)[number]) => number): number => median(pairs.map(value))
  return {
    seconds: middle(({ plain }) => plain.cpu),
    ratio: middle(({ plain, recorded }) => recorded.cpu / plain.cpu),
    interrupts: middle(({ stats }) => counterValue(stats.counters, 'timer_signals')),
    samples: middle(({ stats }) => stats.samples),
    traps: middle(({ stats }) => stats.traps),
    rate: middle(({ run }) => 1e9 / (run.meanPeriod ?? run.period)),
    handlers: middle(({ stats }) => stats.handlerShare),
  }
}

export function shortProgramsSection(): string {
  const measure = compile('measure')
  const rows = programs.flatMap((program) =>
    [program.size, program.size * 10].map((size): string[] => {
      const { seconds, ratio, interrupts, samples, traps, rate, handlers } = measureProgram(measure, program.command(inputOf(program, size)))
      return [program.name, seconds.toFixed(2), ratio.toFixed(3), String(interrupts), String(samples), String(traps), rate.toFixed(0), percent(handlers, 1)]
    }),
  )
  return `## Short programs

Without \`--rate\` sampling begins with up to 1,000 samples per second of CPU time, as far as \`--max-overhead\` allows, and falls to 100 after
3 s. Medians of ${rounds} pairs of runs, one without and one with recording, in turns first; "CPU ratio" is the CPU time with recording
divided by the one without. Interrupts give the CPU time; those near an access that a tool looks at give a sample.

${table(['program', 'CPU s without', 'CPU ratio', 'interrupts', 'samples', 'traps', 'per second', 'handlers'], rows)}

Goals: at least 100 samples of a program of 0.3 s, 1,000 of one of 3 s; CPU ratio at most 1.05. The cost of a sample decides both: where
one takes 150 µs, 5 % of 0.3 s pay for 100.`
}
