/** Cost of a parallel job's job array, from made-up recordings (made_up/many_ranks.ts). */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { table } from '../markdown.ts'
import { compile, cost, root, run, type Cost } from '../tools.ts'

const rankCounts = [256, 1024, 4096]
const ranksOfShard = 64

interface JobArray {
  ranks: number
  /** Cost of the shard that needed most memory. */
  shard: Cost
  reduction: Cost
  whole: Cost
}

export function ranksSection(): string {
  const measure = compile('measure')
  return `## Job arrays of many ranks

Generated recordings: ranks of 8 threads, each with 200 contexts and 50 pairs, in shards of ${ranksOfShard} ranks. The profile of the
reduction is the same, byte for byte, as that of one analysis of everything.

${table(
  ['ranks', 'largest shard, CPU s', 'peak memory, MB', 'reduction, CPU s', 'peak memory, MB', 'one analysis, CPU s', 'peak memory, MB'],
  rankCounts.map((ranks) => {
    const { shard, reduction, whole } = jobArray(measure, ranks)
    return [ranks.toLocaleString('en'), ...[shard, reduction, whole].flatMap(({ cpu, peakKiB }) => [cpu.toFixed(1), (peakKiB / 1024).toFixed(0)])]
  }),
)}`
}

function jobArray(measure: string, ranks: number): JobArray {
  const directory = mkdtempSync(join(tmpdir(), 'hagstone-bench-'))
  try {
    const recording = join(directory, 'ranks')
    run([process.execPath, join(root, 'scripts/bench/made_up/many_ranks.ts'), recording, String(ranks)])
    const analyze = (...options: string[]): Cost => cost(measure, [join(root, 'hagstone'), 'analyze', ...options, recording], null)
    const [reduced, one] = [join(directory, 'reduced.hagstone'), join(directory, 'one.hagstone')]
    const count = ranks / ranksOfShard
    const shards = Array.from({ length: count }, (_, at) => analyze('--shard', `${at + 1}/${count}`))
    const shard = shards.reduce((largest, each) => (each.peakKiB > largest.peakKiB ? each : largest))
    const reduction = analyze('--reduce', '--output', reduced)
    const whole = analyze('--output', one)
    if (!readFileSync(reduced).equals(readFileSync(one))) throw new Error(`${ranks} ranks: the reduction differs from one analysis of everything`)
    return { ranks, shard, reduction, whole }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
