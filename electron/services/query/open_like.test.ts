/** A tree whose shape changes keeps its open rows, selection and filter. */
import { afterAll, expect, it } from 'vitest'
import { join } from 'node:path'
import type { TreeShape } from '../../../shared/rpc/trees.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import { QueryEngine } from './query_engine.ts'

const engine = new QueryEngine(() => null)
const path = join(temporaryDirectory(), 'run.hagstone')
writeProfile(
  path,
  profileFromStacks(`
  main m.c:1 > solve s.c:2 > step s.c:3 > init i.c:5   KILLED_BY   main m.c:2 > fill f.c:7   60
  main m.c:1 > solve s.c:2 > late l.c:6                KILLED_BY   main m.c:2 > fill f.c:7   30
  main m.c:8 > solve s.c:2 > late l.c:6                KILLED_BY   main m.c:2 > fill f.c:7   9
  main m.c:9 > tiny t.c:1                              KILLED_BY   main m.c:2 > fill f.c:7   1
`),
  [],
)
const { profile } = engine.answer('profile.open', { path })
afterAll(() => engine.close())

type Like = { view: number; index: number | null }

function shaped(shape: TreeShape, like?: Like): { view: number; selected: number | null | undefined } {
  return engine.answer('tree.create', {
    profile,
    kind: 'top-down',
    sort: { column: 'wasteInclusive', descending: true },
    ...shape,
    ...(like === undefined ? {} : { like }),
  }) as { view: number; selected: number | null | undefined }
}
const rows = (view: number) => engine.answer('tree.rows', { view, start: 0, count: 100 })
const drawn = (view: number): string[] => rows(view).rows.map(({ depth, label, expanded }) => `${'  '.repeat(depth)}${expanded ? '▾' : '▸'} ${label}`)

function open(view: number, ...labels: string[]): void {
  for (const label of labels) {
    const { version, rows: all } = rows(view)
    engine.answer('tree.expand', { view, version, index: all.findIndex((row) => row.label === label), expanded: true, deep: false })
  }
}
const indexOf = (view: number, label: string): number => rows(view).rows.findIndex((row) => row.label === label)

it('keeps what is open when small rows are folded, call sites apart', () => {
  const { view } = shaped({})
  open(view, 'main', 'solve', 'step')
  const before = drawn(view)
  expect(before.filter((line) => line.includes('▸ solve'))).toHaveLength(1)
  const folded = shaped({ foldBelow: 0.05 }, { view, index: indexOf(view, 'step') })
  expect(drawn(folded.view).slice(0, 5)).toEqual(before.slice(0, 5))
  expect(drawn(folded.view)[folded.selected!]).toContain('step')
  const again = shaped({}, { view: folded.view, index: folded.selected! })
  expect(drawn(again.view)).toEqual(before)
  expect(again.selected).toBe(indexOf(view, 'step'))
})

it('opens the rows below a function that is merged into its caller', () => {
  const { view } = shaped({})
  open(view, 'main', 'solve', 'step')
  const merged = shaped({ transforms: [{ kind: 'merge-function', name: 'solve' }] }, { view, index: indexOf(view, 'solve') })
  expect(drawn(merged.view).map((line) => line.trim())).toEqual(expect.arrayContaining(['▾ main', '▾ step']))
  expect(merged.selected).toBeNull()
})

it('shows the same subtree alone', () => {
  const { view } = shaped({})
  open(view, 'main', 'solve')
  engine.answer('tree.focus', { view, version: rows(view).version, index: indexOf(view, 'solve') })
  const folded = shaped({ foldBelow: 0.05 }, { view, index: null })
  expect(rows(folded.view).focusPath).toEqual(['solve'])
  expect(drawn(folded.view)[0]).toBe('▾ solve')
})

it('begins as a new tree if nothing of it is left', () => {
  const { view } = shaped({})
  open(view, 'main', 'solve')
  const without = shaped({ transforms: [{ kind: 'drop-function', name: 'main' }] }, { view, index: indexOf(view, 'solve') })
  expect(without.selected).toBeNull()
})
