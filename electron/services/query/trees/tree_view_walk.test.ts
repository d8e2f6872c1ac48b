/** After any sequence of a user's actions, the visible rows are a tree: random walks over random profiles. */
import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../../../shared/metrics/statistics/random.ts'
import { isWasteful, RELATIONS } from '../../../../shared/profile/profile.ts'
import type { MetricColumn, TreeRow } from '../../../../shared/rpc/trees.ts'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { BottomUpModel } from '../tree_models/bottom_up_model.ts'
import { FlatModel } from '../tree_models/flat_model.ts'
import { loadProfile, type LoadedProfile } from '../loaded_profile.ts'
import { TopDownModel } from '../tree_models/top_down_model.ts'
import { TreeView } from './tree_view.ts'

const COLUMNS: MetricColumn[] = ['wasteInclusive', 'useInclusive', 'fractionExclusive', 'wasteShareInclusive', 'traps', 'name']
const STEPS = 400
/** Larger views are closed again, so that every step can check every row. */
const LARGE = 600

function randomProfile(random: SeededRandom): LoadedProfile {
  const stack = (): string =>
    [
      'main main.c:1',
      ...Array.from({ length: random.nextBelow(6) }, () => {
        const name = 'fgh'[random.nextBelow(3)]!
        return `${random.nextBelow(4) === 0 ? '~' : ''}${name} ${name}.c:${1 + random.nextBelow(3)}`
      }),
    ].join(' > ')
  const lines = Array.from({ length: 60 }, () => `${stack()} ${random.nextBelow(3) === 0 ? 'USED_BY' : 'KILLED_BY'} ${stack()} ${1 + random.nextBelow(50)}`)
  return loadProfile({ ...profileFromStacks(lines.join('\n')), codeAt: () => null })
}

function allRows(view: TreeView): TreeRow[] {
  return view.window(0, view.rowCount).rows
}

function expectTree(rows: TreeRow[]): void {
  rows.forEach((row, i) => {
    const next = rows[i + 1]
    if (row.index !== i || row.depth > (rows[i - 1]?.depth ?? -1) + 1) throw new Error(`row ${i} is out of place`)
    const hasRowsBelow = next !== undefined && next.depth > row.depth
    if (hasRowsBelow !== (row.expanded && row.expandable)) throw new Error(`"${row.label}" says ${row.expanded ? 'open' : 'closed'} and is not`)
  })
}

/** One random action, with its expected effect. @param rows all that are visible */
function act(view: TreeView, rows: TreeRow[], loaded: LoadedProfile, isTopDown: boolean, random: SeededRandom): void {
  const row = rows[random.nextBelow(rows.length)]!
  switch (random.nextBelow(8)) {
    case 0: {
      const kept = view.sort({ column: COLUMNS[random.nextBelow(COLUMNS.length)]!, descending: random.nextBelow(2) === 0 }, row.key)
      expect(allRows(view)[kept!]).toMatchObject({ key: row.key, label: row.label })
      return
    }
    case 1: {
      const hot = view.hotPath(row.index)
      expect(hot).toBeGreaterThanOrEqual(row.index)
      return
    }
    case 2: {
      view.search('f', false)
      const found = view.findMatch(row.index, random.nextBelow(2) === 0 ? 1 : -1)
      if (found !== null) expect(allRows(view)[found]!.matched).toBe(true)
      return
    }
    case 3: {
      const { pairs } = loaded.profile
      const pair = random.nextBelow(pairs.length)
      const revealed = view.reveal(pairs.source[pair]!, pair)
      if (!isTopDown) return
      const shown = allRows(view)[revealed!]!
      if (isWasteful(RELATIONS[pairs.relation[pair]!]!)) expect(shown.link?.pair).toBe(pair)
      else expect(shown.key).toBe(String(pairs.source[pair]))
      return
    }
    case 4: {
      const focused = view.focus(random.nextBelow(3) === 0 ? row.index : null)
      if (focused !== null) expect(allRows(view)[focused]).toBeDefined()
      return
    }
    default:
      view.expand(row.index, random.nextBelow(3) > 0, random.nextBelow(20) === 0)
      if (view.rowCount > LARGE) view.expand(0, false, true)
  }
}

describe.each([
  ['top-down', TopDownModel],
  ['bottom-up', BottomUpModel],
  ['flat', FlatModel],
])('%s', (_, Model) => {
  it.each([1, 2, 3])('stays a tree (seed %i)', (seed) => {
    const random = new SeededRandom(seed)
    const loaded = randomProfile(random)
    const view = new TreeView(new Model(loaded), { column: 'wasteInclusive', descending: true })
    let rows = allRows(view)
    for (let step = 0; step < STEPS; step++) {
      act(view, rows, loaded, Model === TopDownModel, random)
      rows = allRows(view)
      expectTree(rows)
    }
  })
})
