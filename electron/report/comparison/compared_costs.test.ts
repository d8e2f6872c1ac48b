/** CPU time and executed instructions of two runs, in each view of a comparison. */
import { expect, it } from 'vitest'
import { ComparedRuns } from '../../../shared/compare/compared_runs.ts'
import type { Profile, ProfileTables } from '../../../shared/profile/profile.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { ComparedModel, jointProfile } from '../../services/query/tree_models/compared_model.ts'
import { assertOrder } from '../../services/query/trees/row_order.ts'
import { TreeView } from '../../services/query/trees/tree_view.ts'
import { buildComparison } from './build_comparison.ts'
import { comparedFlatTable } from './comparison_tables.ts'
import { COMPARISON_VIEWS, comparisonText } from './comparison_text.ts'

const SECOND = 1e9
/** 100 interrupts a second. */
const PERIOD = SECOND / 100

/** init wastes, work only takes time; seconds of both. */
function run(init: number, work: number): Profile {
  const drawn = profileFromStacks(`
    main m.c:5 > init m.c:20   KILLED_BY   main m.c:5 > init m.c:21   900
    main m.c:6 > work m.c:40   USED_BY     main m.c:6 > work m.c:41   100
  `)
  const [a, b] = [drawn.pairs.source[0]!, drawn.pairs.source[1]!]
  const rows = (
    [
      [a, init],
      [b, work],
    ] as Array<[number, number]>
  ).sort((left, right) => left[0] - right[0])
  const time = Float64Array.from(rows, ([, seconds]) => seconds * SECOND)
  return {
    ...drawn,
    cpuTimes: { length: 2, node: Int32Array.from(rows, ([node]) => node), interrupts: time.map((each) => each / PERIOD), time, waits: new Uint8Array(2) },
    codeAt: () => null,
  }
}

function counted(profile: Profile): Profile {
  const { cpuTimes } = profile
  return {
    ...profile,
    cpuTimes: { length: 0, node: new Int32Array(), interrupts: new Float64Array(), time: new Float64Array(), waits: new Uint8Array() },
    executed: { length: cpuTimes.length, node: cpuTimes.node, instructions: cpuTimes.time, waits: cpuTimes.waits },
  }
}

const paths = { old: 'old.hagstone', new: 'new.hagstone' }
const options = { tools: ['dead-stores' as const], normalisation: 'run' as const, by: 'function' as const, direction: 'all' as const, top: 10 }

function compared(old: Profile, recent: Profile): { runs: ComparedRuns; report: ReturnType<typeof buildComparison> } {
  const runs = new ComparedRuns({ old: old as ProfileTables, new: recent as ProfileTables })
  return { runs, report: buildComparison(runs, recent, paths, options) }
}

it('is in head, functions, CSV and trees', () => {
  const [old, recent] = [run(2, 3.1), run(0.6, 3.1)]
  const { runs, report } = compared(old, recent)
  expect(report.spent).toMatchObject({ measure: 'cpu-time', old: 5.1 * SECOND, new: 3.7 * SECOND, significance: 'significant' })
  const functions = Object.fromEntries(report.flat.tools['dead-stores']!.map(({ name, runCost }) => [name, runCost]))
  expect(functions['init']).toMatchObject({
    exclusive: { old: 2 * SECOND, new: 0.6 * SECOND, significance: 'significant' },
    inclusive: { old: 2 * SECOND, new: 0.6 * SECOND },
  })
  expect(functions['work']).toMatchObject({ exclusive: { old: 3.1 * SECOND, new: 3.1 * SECOND, change: 0, significance: 'noise' } })
  expect(functions['main']).toMatchObject({ exclusive: { old: 0, new: 0 }, inclusive: { old: 5.1 * SECOND, new: 3.7 * SECOND } })
  const text = (view: 'flat' | 'tree'): string => comparisonText(report, runs, recent, { view, top: 10, width: 200 })
  expect(text('flat')).toMatch(
    /27\.5 % less CPU time by the samples: 5\.10 s → 3\.70 s \(beyond the noise\)[^]*own CPU time +function[^]*2\.00 s → 600 ms +init/,
  )
  expect(text('tree')).toMatch(/CPU time\n.*5\.10 s → 3\.70 s[^]*2\.00 s → 600 ms +init/)
  const [head, ...rows] = comparedFlatTable(report.flat.tools['dead-stores']!, 'csv', 'cpu-time')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  const init = rows.find(([name]) => name === 'init')!
  expect(['old own CPU time (ns)', 'new own CPU time (ns)', 'old CPU time (ns)', 'new CPU time (ns)'].map((title) => init[head!.indexOf(title)])).toEqual([
    '2000000000',
    '600000000',
    '2000000000',
    '600000000',
  ])
})

it('sorts trees of every kind by either run and by the change', () => {
  const { runs } = compared(run(2, 3.1), run(0.6, 3.1))
  for (const kind of ['bottom-up', 'flat'] as const) {
    const first = (side: 'old' | 'new' | 'impact'): string => {
      const model = new ComparedModel(runs, jointProfile(runs, run(0.6, 3.1), 'dead-stores'), kind, 'run')
      const view = new TreeView(model, { column: 'runCostExclusive', descending: true, side })
      if (kind === 'flat')
        for (let index = 0; index < view.rowCount; index++) if (view.window(index, 1).rows[0]!.kind !== 'function') view.expand(index, true, false)
      return view.window(0, view.rowCount).rows.find((row) => row.kind === 'function')!.label
    }
    expect([first('old'), first('new'), first('impact')], kind).toEqual(['work', 'work', 'init'])
  }
})

it('is exact for executed instructions, and absent if the runs do not both have them', () => {
  const [old, recent] = [run(2, 3), run(1, 3)]
  const { runs, report } = compared(counted(old), counted(recent))
  expect(report.spent).toMatchObject({ measure: 'instructions', old: 5e9, new: 4e9, relative: -0.2, significance: 'exact' })
  expect(comparisonText(report, runs, recent, { view: 'flat', top: 10, width: 200 })).toContain('20.0 % fewer executed instructions: 5.00 G → 4.00 G (counted)')
  const mixed = compared(old, counted(recent)).report
  expect(mixed.spent).toBeNull()
  expect(mixed.flat.tools['dead-stores']!.every(({ runCost }) => runCost === undefined)).toBe(true)
  const other = counted(recent)
  const runsOfBoth = new ComparedRuns({ old, new: other })
  const model = new ComparedModel(runsOfBoth, jointProfile(runsOfBoth, other, 'dead-stores'), 'flat', 'run')
  expect(() => assertOrder(model, { column: 'runCostExclusive', descending: true })).toThrow(/do not both have CPU time/)
})

it('one view alone equals the one among all, and computes nothing of the others', () => {
  const [old, recent] = [run(2, 3.1), run(0.6, 3.1)]
  const { runs, report } = compared(old, recent)
  for (const view of COMPARISON_VIEWS) {
    if (view === 'values') continue
    const alone = buildComparison(runs, recent, paths, { ...options, view })
    expect(comparisonText(alone, runs, recent, { view, top: 10, width: 200 })).toBe(comparisonText(report, runs, recent, { view, top: 10, width: 200 }))
    expect([alone.pairs.length > 0, Object.keys(alone.flat.tools).length > 0, alone.objects.length > 0], view).toEqual([
      view === 'pairs',
      view === 'flat',
      view === 'objects' && report.objects.length > 0,
    ])
  }
  const lines = buildComparison(runs, recent, paths, { ...options, by: 'line' }).flat.tools['dead-stores']!
  expect(lines.length).toBeGreaterThan(1)
})
