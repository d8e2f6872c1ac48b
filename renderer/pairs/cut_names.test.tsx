/** Tables that are no list of each pair cut long names as that does: in their namespaces. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ComparedPair } from '../../shared/comparison.ts'
import type { PairGroup } from '../../shared/rpc/pairs.ts'
import { comparedPairColumns } from '../comparison/views/compared_pair_columns.tsx'
import { fakeSites } from '../testing/fake_values.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'
import { valueColumns } from '../values/value_columns.tsx'

const name = 'Minisat::ClauseAllocator<Minisat::Clause>::reloc(unsigned int&)'

test('compared pairs', () => {
  cleanup()
  const column = comparedPairColumns('dead-stores', 'ns', undefined, { old: 'samples', new: 'samples' } as never).find(({ id }) => id === 'source')!
  const row = { relation: 'KILLED_BY', source: { function: name, file: '/src/Solver.cc', oldLine: 12, newLine: 12 } } as ComparedPair
  const { container } = render(<>{column.render(row)}</>)
  expect(container.querySelector('.fitting-last')!.textContent).toBe('reloc')
  expect(container.querySelector('.tree-line')!.textContent).toBe(':12')
})

test('tables of values', () => {
  cleanup()
  const column = valueColumns('loads').find(({ id }) => id === 'place')!
  const { container } = render(<>{column.render({ ...fakeSites[0]!, function: name, file: '/src/Solver.cc', line: 12 })}</>)
  expect(container.querySelector('.fitting-last')!.textContent).toBe('reloc')
  expect(container.querySelector('.tree-line')!.textContent).toBe(':12')
})

test('groups of pairs by line', async () => {
  cleanup()
  const host = prepareHost()
  const group: PairGroup = {
    key: 'a',
    source: `${name} Solver.cc:12`,
    target: `${name} Solver.cc:14`,
    object: null,
    advice: null,
    pairs: 2,
    waste: 1,
    use: 0,
    shareOfWaste: 1,
    shareOfTotal: 1,
    traps: 20,
    heaviest: 0,
  }
  host.answer('pairs.groups', () => ({ rowCount: 1, rows: [group] }))
  showWindow(host)
  await screen.findByRole('row', { name: /^.?main/ })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: '5', code: '5' })
  fireEvent.change(await screen.findByRole('combobox', { name: 'Group pairs by' }), { target: { value: 'both-line' } })
  const row = (await screen.findAllByText('reloc'))[0]!.closest('[role=row]')!
  expect([...row.querySelectorAll('.fitting-last')].map((last) => last.textContent)).toEqual(['reloc', 'reloc'])
  expect([...row.querySelectorAll('.tree-line')].map((line) => line.textContent)).toEqual([':12', ':14'])
  // The file gives way before the name.
  expect([...row.querySelectorAll('.tree-file-name > .tree-place')].map((file) => file.textContent)).toEqual(['Solver.cc', 'Solver.cc'])
})
