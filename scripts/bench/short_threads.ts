/** Cost of recording a program with short threads: most of it is starting them. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { table } from './markdown.ts'
import { median } from './statistics.ts'
import { benchDirectory, compile, cost } from './tools.ts'

const threads = 20_000
/** Work of each thread: about 0.05 and 0.2 ms. */
const works = [2_000, 8_000]
/** ROUNDS in the environment chooses another number. */
const rounds = Number(process.env['ROUNDS'] ?? 5)

export function shortThreadsSection(): string {
  const measure = compile('measure')
  const program = compile('short_threads')
  const profile = join(benchDirectory, 'short_threads.hagstone')
  const rows = works.map((work) => {
    const command = [program, String(threads), String(work)]
    const pairs = Array.from({ length: rounds }, () => ({ plain: cost(measure, command, null), recorded: cost(measure, command, profile) }))
    rmSync(profile)
    const ratio = (of: 'wall' | 'cpu') => median(pairs.map(({ plain, recorded }) => recorded[of] / plain[of])).toFixed(3)
    return [
      `${((median(pairs.map(({ plain }) => plain.cpu)) * 1e6) / threads).toFixed(0)} µs`,
      median(pairs.map(({ plain }) => plain.wall)).toFixed(2),
      ratio('wall'),
      ratio('cpu'),
    ]
  })
  return `## Short threads

A program starts ${threads.toLocaleString('en')} threads, four at a time, with the default tools: medians of ${rounds} rounds,
each with one run without recording and one with it.

${table(['CPU time of a thread', 's without', 'wall ratio', 'CPU ratio'], rows)}

Goal: wall ratio at most 1.15.`
}
