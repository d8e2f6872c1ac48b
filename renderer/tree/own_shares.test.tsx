import { expect, test } from 'vitest'
import type { TreeKind, TreeRow } from '../../shared/rpc/trees.ts'
import type { Tool } from '../../shared/run.ts'
import { fakeSummary } from '../testing/fake_profile.ts'
import { treeColumns, treeScale } from './tree_columns.tsx'

/** 3 of 4 wasted with everything below, 1 of 4 in the row alone. */
const row = { metrics: { wasteInclusive: 3, useInclusive: 1, wasteExclusive: 1, useExclusive: 3, traps: 20 } } as TreeRow

/** Columns with bars among those that are shown at first. */
function bars(kind: TreeKind, tool: Tool = 'dead-stores'): string[] {
  return treeColumns(treeScale(fakeSummary, tool, false, false, kind, 'waste'), [], null)
    .filter(({ hiddenAtFirst, bar }) => hiddenAtFirst !== true && bar !== undefined)
    .map(({ id }) => id)
}

test('shares and bars describe the row alone if rows have no calling context', () => {
  expect(bars('top-down')).toEqual(expect.arrayContaining(['wasteShareInclusive', 'fractionInclusive']))
  for (const kind of ['bottom-up', 'flat'] as const) {
    expect(bars(kind)).toEqual(expect.arrayContaining(['wasteShareExclusive', 'fractionExclusive']))
    expect(bars(kind).filter((id) => /(?:Share|fraction)Inclusive$/.test(id))).toEqual([])
  }
})

test('reuses are those of the row alone if rows have no calling context', () => {
  const reuses = (kind: TreeKind): string[] => bars(kind, 'reuse-distance').filter((id) => id === 'traps' || id === 'useExclusive')
  expect(reuses('top-down')).toEqual(['traps'])
  for (const kind of ['bottom-up', 'flat'] as const) expect(reuses(kind)).toEqual(['useExclusive'])
})

test('the bar of an own fraction is as long as that', () => {
  const column = treeColumns(treeScale(fakeSummary, 'dead-stores', false, false, 'flat', 'waste'), [], null).find(({ id }) => id === 'fractionExclusive')!
  expect(column.bar!(row)).toEqual({ share: 0.25, meaning: 'waste' })
})
