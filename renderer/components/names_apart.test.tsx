/** Every table distinguishes functions whose names are shortened to the same text. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { TreeRow } from '../../shared/rpc/trees.ts'
import type { FakeHost } from '../testing/fake_host.ts'
import { fakePairs } from '../testing/fake_profile.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

const assign = (element: string): string => `algebra::DenseVector<${element}, std::allocator<${element}> >::assign(${element} const*, unsigned long)`
const names = [assign('double'), assign('float'), 'main']
const shown = ['algebra::DenseVector::assign [double]', 'algebra::DenseVector::assign [float]', 'main']

let host: FakeHost

beforeEach(() => {
  cleanup()
  host = prepareHost()
})

const textsOf = (grid: HTMLElement, selector: string): string[] => [...grid.querySelectorAll(selector)].map(({ textContent }) => textContent.trim())

test('in a tree', async () => {
  const rows = names.map((label, index): TreeRow => ({
    index,
    key: label,
    depth: 0,
    kind: index === 0 ? 'inlined' : 'function',
    label,
    file: null,
    line: null,
    callSite: null,
    module: null,
    link: null,
    node: index,
    expandable: false,
    expanded: false,
    matched: false,
    metrics: { wasteInclusive: 1, useInclusive: 0, wasteExclusive: 1, useExclusive: 0, traps: 20 },
  }))
  host.answer('tree.rows', () => ({ version: 1, rowCount: rows.length, rows, matchCount: 0, focus: null, focusPath: [] }))
  host.answer('tree.create', () => ({ view: 1, rowCount: rows.length }))
  showWindow(host)
  const tree = await screen.findByRole('treegrid')
  await within(tree).findByText('main')
  expect(textsOf(tree, '.tree-label').map((text) => text.replace(' inlined', ''))).toEqual(shown.map((name) => name.replace(' [', '[')))
})

const pairRows = names.map((sourceFunction, pair) => ({ ...fakePairs[0]!.row, pair, sourceFunction, targetFunction: 'main' }))

test('in the list of pairs', async () => {
  host.answer('pairs.rows', () => ({ rowCount: pairRows.length, totalCount: pairRows.length, rows: pairRows }))
  showWindow(host)
  await screen.findByRole('row', { name: /^.?main/ })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: '5', code: '5' })
  const grid = await screen.findByRole('grid', { name: 'Pairs of accesses' })
  await within(grid).findAllByText('main')
  expect(textsOf(grid, '.fitting')).toEqual(shown.flatMap((name) => [name.replace(' [', '['), 'main']))
})

test.each([
  ['source-function', names],
  ['source-line', names.map((name, at) => `${name} algebra.h:${12 + at}`)],
])('in groups of pairs by %s', async (by, sources) => {
  const groups = sources.map((source) => ({
    key: source,
    source,
    target: null,
    object: null,
    advice: null,
    pairs: 1,
    waste: 1,
    use: 0,
    traps: 20,
    shareOfWaste: 0.5,
    shareOfTotal: 0.5,
    heaviest: 0,
  }))
  host.answer('pairs.groups', () => ({ rowCount: groups.length, rows: groups }))
  showWindow(host)
  await screen.findByRole('row', { name: /^.?main/ })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: '5', code: '5' })
  fireEvent.change(await screen.findByRole('combobox', { name: 'Group pairs by' }), { target: { value: by } })
  const grid = await screen.findByRole('grid', { name: 'Groups of pairs' })
  await within(grid).findByText('main')
  expect(textsOf(grid, '.fitting')).toEqual(shown.map((name) => name.replace(' [', '[')))
})
