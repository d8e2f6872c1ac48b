/** From executions of blocks to executed instructions in every view. */
import { expect, it } from 'vitest'
import { runCost } from '../../shared/metrics/run_cost.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { samplesOf } from '../export/samples.ts'
import { ACCESS_LOAD, ACCESS_STORE, CONTEXT_RETURN_ADDRESS } from '../raw/raw_layout.ts'
import { RawFileBuilder } from '../raw/raw_writer.testing.ts'
import { runCostCsv } from '../report/formats/report_csv.ts'
import { buildReport } from '../report/report.ts'
import { reportText } from '../report/text/report_text.ts'
import { flameGraph } from '../services/query/trees/flame_graph.ts'
import { hasRunCost, loadProfile } from '../services/query/loaded_profile.ts'
import { shapedModel } from '../services/query/tree_models/shaped_model.ts'
import { TreeView } from '../services/query/trees/tree_view.ts'
import { analyzeInMemory } from './analyze_recording.ts'
import { readRecordingDirectory } from './recording_directory.ts'
import { DESCRIPTION, PROGRAM, recordingDirectory } from './recording.testing.ts'
import { fakeSymbols } from './symbols/symbols.testing.ts'

const KILLED_BY = 1
const DEAD_STORES = 1

/** main calls fill, which stores at line 131 and loads at 132; line 133 accesses nothing. */
const SYMBOLS = fakeSymbols({
  [PROGRAM]: {
    frames: {
      0x11f: [{ name: 'main', file: '/src/main.c', line: 44, functionLine: 38 }],
      0x300: [{ name: 'fill', file: '/src/fill.c', line: 131, functionLine: 128 }],
      0x308: [{ name: 'fill', file: '/src/fill.c', line: 132, functionLine: 128 }],
      0x310: [{ name: 'fill', file: '/src/fill.c', line: 133, functionLine: 128 }],
    },
  },
})

/**
 * fill runs a block of 7 instructions 100 times (2 up to the store, 3 more up to the load, 2 after it), and one of 4
 * without accesses 50 times.
 */
async function solver(measured: number): Promise<ProfileTables> {
  const file = new RawFileBuilder({ engine: 4, driver: 1, period: 1n, attribution: 2, tools: 0b10n }).module(1, PROGRAM).thread(1, 'main')
  const call = file.context(1, file.threadRoot(1, 1), 1, 0x120, CONTEXT_RETURN_ADDRESS)
  const store = file.context(1, call, 1, 0x300)
  const accesses = [
    { offset: 0, kind: ACCESS_STORE, bytes: 8, instructions: 2 },
    { offset: 8, kind: ACCESS_LOAD, bytes: 8, instructions: 3 },
  ]
  file
    .blockCount(1, file.block(1, 1, 0x300, accesses, 7), call, 100)
    .blockCount(1, file.block(1, 1, 0x310, [], 4), call, 50)
    .statistics(1, { instructions_measured: measured })
  file.exactPair(1, store, store, { tool: DEAD_STORES, relation: KILLED_BY }, { instances: 10, bytes: 80 })
  return (
    await analyzeInMemory(readRecordingDirectory(recordingDirectory({ 'process-1-1.hagraw': file }, { ...DESCRIPTION, engine: 'exhaustive' })), {
      symbols: SYMBOLS,
    })
  ).profile
}

it('belong to the lines that execute them', async () => {
  const profile = await solver(900)
  const cost = runCost(profile)!
  expect(cost).toMatchObject({ measure: 'instructions', amount: 900, interrupts: null })
  const lines = Array.from(cost.node, (node, row) => {
    const line = profile.nodes.line[node]! > 0 ? profile.nodes.line[node]! : profile.nodes.line[profile.nodes.parent[node]!]!
    return [line, cost.own[row]]
  })
  expect(lines).toEqual([
    [131, 200],
    [132, 500],
    [133, 200],
  ])
})

it('are in trees, report, CSV, exports and flame graphs under their name', async () => {
  const profile = await solver(900)
  const loaded = loadProfile({ ...profile, codeAt: () => null })
  const view = new TreeView(shapedModel('top-down', loaded, {}), { column: 'runCostInclusive', descending: true }, [], hasRunCost(loaded))
  view.expand(0, true, true)
  expect(view.window(0, 3).rows.map(({ label, runCost: own }) => [label.replace(/^.*\//, ''), own?.inclusive, own?.exclusive])).toEqual([
    ['solver', 900, 0],
    ['main', 900, 0],
    ['fill', 900, 900],
  ])
  const report = buildReport(profile, { top: 10, functions: true })
  expect([report.cpuTime, report.executed]).toEqual([null, { instructions: 900, waiting: 0 }])
  expect(report.functions!.map(({ function: name, executed, cpuTime }) => [name, executed, cpuTime])).toEqual([
    ['fill', { exclusive: 900, inclusive: 900 }, undefined],
    ['main', { exclusive: 0, inclusive: 900 }, undefined],
  ])
  expect(reportText(profile, { view: 'cpu-time', top: 2, width: 100 })).toMatch(
    /900 executed instructions, every one counted[^]*own executed instructions +incl\. {2}function\n +100 % +900 +100 % +fill {2}fill\.c:128\n/,
  )
  expect(
    runCostCsv(profile)
      .split('\r\n')
      .slice(0, 2)
      .map((line) => line.split(',').slice(4)),
  ).toEqual([
    ['own executed instructions', 'inclusive executed instructions', 'share of executed instructions', 'inclusive share', 'waiting'],
    ['900', '900', '1', '1', '0'],
  ])
  const { kinds, samples } = samplesOf(profile, 'earlier')
  const kind = kinds.findIndex(({ tool }) => tool === 'instructions')
  expect(kinds[kind]).toEqual({ tool: 'instructions', metric: 'cost', unit: 'count' })
  expect(samples.filter((sample) => sample.kind === kind).reduce((sum, { weight }) => sum + weight, 0)).toBe(900)
  const graph = flameGraph(loaded, { measure: 'run-cost', side: 'source', inverted: false, around: null, narrowed: null })
  expect(graph.names.map((name, box) => `${name} ${graph.amount[box]!}`)).toEqual([' 900', 'main 900', 'fill 900'])
})

it('are unknown where more ran than was counted by context', async () => {
  const profile = await solver(1000)
  expect(runCost(profile)).toBeNull()
  expect(reportText(profile, { view: 'cpu-time', top: 2, width: 100 }).replaceAll('\n', ' ')).toMatch(
    /No CPU time was measured: the exhaustive engine counts instructions, and this profile has them in no calling context/,
  )
})
