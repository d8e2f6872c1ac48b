/**
 * Cost of recording programs with parallel regions of OpenMP: long ones, and ones so short that beginning them is most
 * of the work.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { table } from './markdown.ts'
import { median } from './statistics.ts'
import { benchDirectory, compile, cost } from './tools.ts'

/** Regions, and elements of each. About the same time in all. */
const shapes: Array<[regions: number, elements: number]> = [
  [120, 1_000_000],
  [12_000, 10_000],
  [400_000, 100],
]
/** ROUNDS in the environment chooses another number. */
const rounds = Number(process.env['ROUNDS'] ?? 5)

export function parallelSection(): string {
  const measure = compile('measure')
  const program = compile('parallel_regions')
  const profile = join(benchDirectory, 'parallel_regions.hagstone')
  const rows = shapes.map(([regions, elements]) => {
    const command = ['env', 'OMP_WAIT_POLICY=passive', program, String(regions), String(elements)]
    const pairs = Array.from({ length: rounds }, () => ({ plain: cost(measure, command, null), recorded: cost(measure, command, profile) }))
    rmSync(profile)
    const ratio = (of: 'wall' | 'cpu') => median(pairs.map(({ plain, recorded }) => recorded[of] / plain[of])).toFixed(3)
    const cpu = median(pairs.map(({ plain }) => plain.cpu))
    return [regions.toLocaleString('en'), `${((cpu * 1e6) / regions).toFixed(1)} µs`, cpu.toFixed(2), ratio('cpu'), ratio('wall')]
  })
  return `## Parallel regions

OpenMP (GCC's runtime, \`OMP_WAIT_POLICY=passive\`) with 2 threads and the default tools: medians of ${rounds} rounds, each one run
without and one with recording.

${table(['regions', 'CPU time of a region', 'CPU s without', 'CPU ratio', 'wall ratio'], rows)}

Goal: CPU ratio at most 1.03.`
}
