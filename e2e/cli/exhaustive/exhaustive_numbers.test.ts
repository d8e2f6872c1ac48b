/** Numbers of real exhaustive recordings: nothing is counted twice or lost between the engine and the report. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../../shared/report.ts'
import type { Tool } from '../../../shared/run.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { hagstone } from '../../support/hagstone.ts'
import { sampleProgram } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'
import { between, reported, sum } from '../recorded.ts'

const path = temporaryDirectory()
const TOOLS: Tool[] = ['dead-stores', 'silent-stores', 'redundant-loads']

async function counted(name: string, command: string[], tools = TOOLS): Promise<Report> {
  const { status, stderr } = await hagstone([
    'record',
    '--engine',
    'exhaustive',
    '--tool',
    tools.join(','),
    '--output',
    path(`${name}.hagstone`),
    '--',
    ...command,
  ])
  expect(status, stderr).toBe(0)
  return reported(path(`${name}.hagstone`))
}

const statistic = ({ stats }: Report, name: string): number => stats.counters.find((counter) => counter.name === name)!.value

describe.skipIf(!exhaustiveEngineIsBuilt)('what the exhaustive engine counted', () => {
  let report: Report
  beforeAll(async () => {
    report = await counted('ratio', [sampleProgram('three_two_one'), '20'])
  })

  test('is all of what was accessed, by the program and by the kernel, wherever it was', () => {
    const stored = statistic(report, 'store_bytes') + statistic(report, 'kernel_store_bytes')
    const loaded = statistic(report, 'load_bytes') + statistic(report, 'kernel_load_bytes')
    expect(TOOLS.map((tool) => report.totals[tool]!.counted!.accessed)).toEqual([stored, stored, loaded])
  })

  test('went into waste, use or neither, each byte once', () => {
    for (const tool of TOOLS) {
      const { waste, use, unaccounted, counted } = report.totals[tool]!
      expect([tool, waste + use + unaccounted]).toEqual([tool, counted!.accessed])
    }
    expect(report.notes.filter((note) => /not counted as accessed|damaged/.test(note))).toEqual([])
  })

  test('is exact to the byte if known: 3 : 2 : 1', () => {
    const killed = (source: string, target: string): number =>
      sum(
        report.pairs.filter((pair) => pair.tool === 'dead-stores' && between('three_two_one', source, target)(pair)),
        (pair) => pair.waste,
      )
    // Each round but the first kills the stores of the one before; x is killed at once, by the other store to it or the next round's.
    expect([killed('a', 'a'), killed('b', 'b')]).toEqual([19 * 150_000 * 4, 19 * 100_000 * 4])
    expect(killed('x, first', 'x, second') + killed('x, second', 'x, first')).toBe((20 * 50_000 - 1) * 4)
  })

  test('is the same for functions as in the tree', async () => {
    const { stdout } = await hagstone(['report', path('ratio.hagstone'), '--view', 'flat', '--csv', '--top', '100000'])
    const rows = stdout
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.split(','))
    for (const tool of TOOLS) {
      const own = rows.filter((row) => row[0] === tool)
      const { waste, use } = report.totals[tool]!
      expect([tool, columnSum(own, 5), columnSum(own, 6)]).toEqual([tool, waste, use])
    }
  })

  test('reports the accesses of each thread', async () => {
    const { threads, totals } = await counted('threads', [sampleProgram('threads'), '2'], ['dead-stores'])
    expect(threads).toHaveLength(5)
    const { waste, use } = totals['dead-stores']!
    const of = threads.map((thread) => thread.tools['dead-stores'] ?? { waste: 0, use: 0 })
    expect([of.reduce((total, thread) => total + thread.waste, 0), of.reduce((total, thread) => total + thread.use, 0)]).toEqual([waste, use])
  })
})

function columnSum(rows: string[][], column: number): number {
  return rows.reduce((total, row) => total + Number(row[column]), 0)
}
