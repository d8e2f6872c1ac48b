/** How often the 95 % intervals of virtual PMUs contain the ground truth: every sample program, many seeds each. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Validation } from '../../../shared/validation.ts'
import { percent, table } from '../markdown.ts'
import { mean } from '../statistics.ts'
import { benchDirectory, root, run } from '../tools.ts'

/** SEEDS in the environment chooses another number. */
const seeds = Number(process.env['SEEDS'] ?? 200)
/** INTERVAL_SAMPLES in the environment chooses some of the programs, separated by semicolons. */
const chosen = (process.env['INTERVAL_SAMPLES'] ?? '').split(';').filter((name) => name !== '')
const usualPeriod = 1009
/** Rounds are run until the tool with the most samples has this many. */
const samplesWanted = 10_000

interface Program {
  name: string
  /** One sample per so many accesses, where the usual period would take too many samples in a single round. */
  period?: number
}

const programs: Program[] = [
  'three_two_one',
  'four_pairs',
  'rezeroed_array',
  'silent_stores',
  'repeated_stores',
  'redundant_loads',
  'special_values',
  'all_used',
  'inlined',
  'inlined_reload',
  'threads',
  'work_array',
  'relaxation',
  'freed_blocks',
  'buffer',
  'recursion',
  'changing_waste',
  'waiting_registers',
  'two_sweeps',
  'matrix_ijk',
  'matrix_ikj',
  'random_access',
  'blocked_loop',
  'cyclic_sweep',
  'cyclic_increment',
  'two_phases',
  'advice_classes',
  'mesh_before',
  'mesh_after',
  'marked_values',
  'exhaustive_stores_O2',
  'exhaustive_loads_O2',
  'exhaustive_values_O2',
]
  .map((name): Program => ({ name }))
  .concat({ name: 'long_distance', period: 30_011 })

function validate({ name, period = usualPeriod }: Program, rounds: number, runs: number): Validation['tools'] {
  const output = join(benchDirectory, 'intervals.json')
  run([
    join(root, 'hagstone'),
    'validate',
    '--tool',
    'dead-stores,silent-stores,redundant-loads',
    '--period',
    String(period),
    '--registers',
    '4',
    '--seeds',
    String(runs),
    '--reservoir',
    'registers',
    '--attribution',
    'proportional',
    '--kernel',
    'no',
    '--output',
    output,
    '--',
    join(root, 'build/native/samples', name),
    String(rounds),
  ])
  return (JSON.parse(readFileSync(output, 'utf8')) as Validation).tools
}

/** Rounds that take about as many samples as are wanted. */
function enoughRounds(program: Program): number {
  for (let rounds = 2; ; rounds *= 8) {
    const most = Math.max(...validate(program, rounds, 1).map(({ estimates }) => estimates[0]!.runs[0]!.samples))
    if (most >= samplesWanted / 64) return Math.max(2, Math.ceil((rounds * samplesWanted) / most))
  }
}

export async function intervalsSection(): Promise<string> {
  mkdirSync(benchDirectory, { recursive: true })
  const rows: string[][] = []
  for (const program of programs.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    const rounds = enoughRounds(program)
    for (const { tool, truth, estimates } of validate(program, rounds, seeds)) {
      const { runs, summary } = estimates[0]!
      if (truth.fraction === null || summary === null) continue
      const widths = runs.flatMap(({ ci95 }) => (ci95 === null ? [] : [(ci95[1] - ci95[0]) * 100]))
      const row = [
        `${program.name} ${rounds}${program.period === undefined ? '' : ` (1 of ${program.period})`}`,
        tool,
        percent(truth.fraction, 2),
        percent(summary.mean, 2),
        (summary.deviation * 100).toFixed(2),
        widths.length === 0 ? '' : mean(widths).toFixed(1),
        summary.covered === null ? '' : percent(summary.covered, 0),
        mean(runs.map(({ traps }) => traps)).toFixed(0),
      ]
      console.error(`bench: intervals, ${row.join(', ')}`)
      rows.push(row)
    }
  }
  return `## Intervals of virtual PMUs

${seeds} seeds each, one sample per ${usualPeriod} accesses where nothing else is said, 4 registers; numbers behind programs are their rounds. "Mean interval":
width of the 95 % interval, in points; "within": share of the runs that have an interval whose interval holds the truth.

${table(['program', 'tool', 'truth', 'mean estimate', 'deviation', 'mean interval', 'within', 'traps'], rows)}`
}
