/** Cost of exhaustive runs of a program whose threads Valgrind runs one at a time. */
import { costBelowValgrind, engineOptions, nativeCost } from './exhaustive_cost.ts'
import { table } from '../markdown.ts'
import { median } from '../statistics.ts'
import { compile } from '../tools.ts'

const firstThree = 'dead-stores,silent-stores,redundant-loads'
const runs = [
  { name: 'natively', options: null },
  { name: 'Valgrind --tool=none', options: ['--tool=none'] },
  { name: 'bursty: dead, silent, loads', options: engineOptions(firstThree, ['--window-on=1000000', '--window-off=99000000']) },
]

/** Medians of `rounds` interleaved rounds. */
export async function parallelRuns(measure: string, rounds: number): Promise<string> {
  const command = [compile('parallel_solver'), '400']
  const environment = { OMP_NUM_THREADS: '4', OMP_WAIT_POLICY: 'passive' }
  const seconds = runs.map((): number[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, { options }] of runs.entries()) {
      const run = options === null ? nativeCost(measure, command, environment) : costBelowValgrind(measure, options, command, environment)
      seconds[index]?.push((await run).cpu)
    }
  const medians = seconds.map(median)
  const none = medians[1] ?? Number.NaN
  return table(
    ['4 threads of OpenMP', 'CPU s', '× none'],
    runs.map(({ name }, index) => [name, medians[index]?.toFixed(2) ?? '', ((medians[index] ?? Number.NaN) / none).toFixed(2)]),
  )
}
