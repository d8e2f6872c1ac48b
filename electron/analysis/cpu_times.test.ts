/** From interrupts of the sampling clock to shares of CPU time in every view. */
import { expect, it } from 'vitest'
import { childrenOf, subtreeEnds } from '../../shared/profile/tree/call_tree.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import type { TreeRow } from '../../shared/rpc/trees.ts'
import { CONTEXT_RETURN_ADDRESS } from '../raw/raw_layout.ts'
import { RawFileBuilder } from '../raw/raw_writer.testing.ts'
import { samplesOf } from '../export/samples.ts'
import { htmlPage } from '../export/html/page.ts'
import { runCostCsv } from '../report/formats/report_csv.ts'
import { buildReport } from '../report/report.ts'
import { reportText } from '../report/text/report_text.ts'
import { CodeQueries } from '../services/query/sources/code_queries.ts'
import { flameGraph } from '../services/query/trees/flame_graph.ts'
import { hasRunCost, loadProfile } from '../services/query/loaded_profile.ts'
import { shapedModel, shapedProfile } from '../services/query/tree_models/shaped_model.ts'
import { TreeView } from '../services/query/trees/tree_view.ts'
import { analyzeInMemory } from './analyze_recording.ts'
import { readRecordingDirectory } from './recording_directory.ts'
import { DESCRIPTION, PROGRAM, recordingDirectory, SOLVER_SYMBOLS } from './recording.testing.ts'

const PERIOD = 10_000_019
const KILLED_BY = 1

async function analyse(file: RawFileBuilder): Promise<ProfileTables> {
  return (await analyzeInMemory(readRecordingDirectory(recordingDirectory({ 'process-100-1.hagraw': file }, DESCRIPTION)), { symbols: SOLVER_SYMBOLS })).profile
}

/**
 * init was interrupted 6 times, and fill once for 3 periods. The only pair is init's. main itself was never
 * interrupted.
 */
async function solver(): Promise<ProfileTables> {
  const file = new RawFileBuilder().module(1, PROGRAM).thread(1, 'solver')
  const root = file.threadRoot(1, 1)
  const init = file.context(1, file.context(1, root, 1, 0x110, CONTEXT_RETURN_ADDRESS), 1, 0x200)
  const fill = file.context(1, file.context(1, root, 1, 0x120, CONTEXT_RETURN_ADDRESS), 1, 0x300)
  file.pair(1, init, init, KILLED_BY, { traps: 1, credit: 1, amount: PERIOD })
  return analyse(file.interrupted(1, init, 6).interrupted(1, fill, 1, 3))
}

function rows(profile: ProfileTables, kind: 'top-down' | 'bottom-up' | 'flat', column: 'runCostInclusive' | 'runCostExclusive'): string[] {
  const loaded = loadProfile({ ...profile, codeAt: () => null })
  const view = new TreeView(shapedModel(kind, loaded, {}), { column, descending: true }, [], hasRunCost(loaded))
  for (let index = 0; index < view.rowCount; index++) if (view.window(index, 1).rows[0]!.depth === 0) view.expand(index, true, true)
  const text = ({ depth, label, runCost: cpuTime }: TreeRow): string =>
    `${' '.repeat(depth)}${label} ${cpuTime === undefined ? '–' : `${cpuTime.inclusive / PERIOD} ${cpuTime.exclusive / PERIOD} ${cpuTime.observations}`}`
  return view
    .window(0, view.rowCount)
    .rows.filter(({ kind: row }) => row === 'root' || row === 'function' || row === 'inlined')
    .map(text)
}

it('is kept by instruction, and an interrupt counts for all the periods it represents', async () => {
  const profile = await solver()
  const { nodes, cpuTimes } = profile
  expect(cpuTimes).toMatchObject({ length: 2, interrupts: Float64Array.of(6, 1), time: Float64Array.of(6 * PERIOD, 3 * PERIOD) })
  const ends = subtreeEnds(nodes.parent)!
  expect(Array.from(cpuTimes.node, (node) => childrenOf(ends, node).length)).toEqual([0, 0])
})

it('weighs an interrupt by its own duration where the recording has one', async () => {
  const file = new RawFileBuilder().module(1, PROGRAM).thread(1, 'solver')
  const fill = file.context(1, file.threadRoot(1, 1), 1, 0x300)
  const { cpuTimes } = await analyse(file.interrupted(1, fill, 2, 0, 9_000_000))
  expect(cpuTimes).toMatchObject({ length: 1, interrupts: Float64Array.of(2), time: Float64Array.of(9_000_000) })
})

it('is in every tree, also for functions that no tool knows', async () => {
  const profile = await solver()
  expect(rows(profile, 'top-down', 'runCostInclusive')).toEqual(['./solver 9 0 7', ' main 9 0 7', '  init 6 0 6', '   set 6 6 6', '  fill 3 3 1'])
  expect(
    rows(profile, 'bottom-up', 'runCostExclusive')
      .filter((row) => !row.startsWith(' '))
      .toSorted(),
  ).toEqual(['fill 3 3 1', 'init 6 0 6', 'main 9 0 7', 'set 6 6 6'])
  expect(
    rows(profile, 'flat', 'runCostExclusive')
      .map((row) => row.trim())
      .toSorted(),
  ).toEqual(['fill 3 3 1', 'init 6 0 6', 'main 9 0 7', 'set 6 6 6'])
})

it('follows merged and dropped functions, and is not known of single threads', async () => {
  const loaded = loadProfile({ ...(await solver()), codeAt: () => null })
  const shaped = (kind: 'merge-function' | 'drop-function'): ReturnType<typeof shapedProfile> => shapedProfile(loaded, { transforms: [{ kind, name: 'fill' }] })
  const total = (profile: ReturnType<typeof shapedProfile>): number =>
    new TreeView(shapedModel('top-down', profile, {}), { column: 'runCostInclusive', descending: true }, [], hasRunCost(profile)).window(0, 1).rows[0]!.runCost!
      .inclusive / PERIOD
  expect(total(shaped('merge-function'))).toBe(9)
  expect(total(shaped('drop-function'))).toBe(6)
  expect(hasRunCost(shapedProfile(loaded, { threads: [0] }))).toBe(false)
})

it('is never folded away where it is large', async () => {
  const loaded = loadProfile({ ...(await solver()), codeAt: () => null })
  const model = shapedModel('top-down', loaded, { foldBelow: 0.2 })
  const main = model.children(model.roots()[0]!)[0]!
  expect(Array.from(model.children(main), (row) => model.describe(row).label).sort()).toEqual(['fill', 'init'])
})

it('is in the report, CSV, exports and flame graphs', async () => {
  const profile = await solver()
  const { cpuTime, functions } = buildReport(profile, { top: 10, functions: true })
  expect(cpuTime).toEqual({ time: 9 * PERIOD, interrupts: 7, waiting: 0 })
  expect(functions!.map(({ function: name, cpuTime: own }) => [name, own?.exclusive, own?.inclusive])).toEqual([
    ['set', 6 * PERIOD, 6 * PERIOD],
    ['main', 0, 9 * PERIOD],
    ['init', 0, 6 * PERIOD],
    ['fill', 3 * PERIOD, 3 * PERIOD],
  ])
  expect(reportText(profile, { view: 'cpu-time', top: 2, width: 100 })).toMatch(
    /90\.0 ms of CPU time at 7 sampling interrupts[^]*66\.7 % +32–89 % +60\.0 ms +66\.7 % +set {2}set\.h:4[^]*33\.3 %.*fill {2}solver\.c:128\n2 more functions/,
  )
  expect(runCostCsv(profile).split('\n')[1]).toMatch(/^set,\/src\/set\.h,4,.*,60000114,60000114,0\.66/)
  const { kinds, samples } = samplesOf(profile, 'later')
  const kind = kinds.findIndex(({ metric }) => metric === 'cost')
  expect(samples.filter((sample) => sample.kind === kind).map(({ weight }) => weight / PERIOD)).toEqual([6, 3])
  const graph = flameGraph(loadProfile({ ...profile, codeAt: () => null }), {
    measure: 'run-cost',
    side: 'source',
    inverted: false,
    around: null,
    narrowed: null,
  })
  expect(graph.names.map((name, box) => `${name} ${graph.amount[box]! / PERIOD}`)).toEqual([' 9', 'main 9', 'fill 3', 'init 6', 'set 6'])
})

it('is beside source lines, calls included, and in exported pages', async () => {
  const profile = await solver()
  const lines = new CodeQueries(loadProfile({ ...profile, codeAt: () => null }), null)
  expect(lines.heat('/src/set.h')).toMatchObject([{ line: 5, waste: PERIOD, runCost: { inclusive: 6 * PERIOD, exclusive: 6 * PERIOD, observations: 6 } }])
  const ofCalls = lines.heat('/src/main.c').map(({ line, runCost }) => [line, runCost!.inclusive / PERIOD, runCost!.exclusive])
  expect(ofCalls.map(([, inclusive]) => inclusive)).toEqual([6, 3])
  expect(ofCalls.map(([, , exclusive]) => exclusive)).toEqual([0, 0])
  const page = [...htmlPage(profile, new Map())].join('')
  expect(page).toContain('<th class="number">own CPU time</th><th class="number">CPU time</th>')
  expect(page).toMatch(/<td>fill<\/td>.*?<span title="30\.0 ms of CPU time; 95 % interval 11–68 %">33\.3 %<\/span>/)
})

it('is unknown without interrupts', async () => {
  const file = new RawFileBuilder().module(1, PROGRAM).thread(1, 'solver')
  const profile = await analyse(file)
  expect(buildReport(profile, { top: 1 }).cpuTime).toBeNull()
  expect(reportText(profile, { view: 'cpu-time', top: 2, width: 100 })).toMatch(/No CPU time was measured: no sampling interrupt was kept/)
  expect(hasRunCost(loadProfile({ ...profile, codeAt: () => null }))).toBe(false)
})
