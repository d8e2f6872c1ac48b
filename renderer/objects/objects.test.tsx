import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { SpatialValuesReport } from '../../shared/report.ts'
import { MarkedValues } from './MarkedValues.tsx'

afterEach(cleanup)

const mark: SpatialValuesReport = {
  at: null,
  object: 'grid',
  group: 'array',
  type: 'float',
  elementBytes: 8,
  comparison: 'approximate',
  inspections: 12,
  above: 9,
  elements: 900,
  unique: 225,
  share: 0.75,
  redundantBytes: 5400,
  latest: {
    elements: 100,
    unique: 25,
    share: 0.75,
    values: [
      { value: '0', count: 60, share: 0.6 },
      { value: '1.5', count: 15, share: 0.15 },
    ],
    strip: ['0', '1.5', '0', '7'],
  },
}

test('a mark shows its share, and its array as a strip: the darker, the commoner the value', () => {
  render(<MarkedValues marks={[mark]} count={1} path="run.hagstone" />)
  const row = within(screen.getByRole('table', { name: 'Values at marks' })).getAllByRole('row')[1] as HTMLElement
  expect(row.textContent).toMatch(/^grid float, 8 B, approximateends of windows 75\.0%5\.40 kB9 of 12/)
  const strip = screen.getByRole('img', { name: '4 elements of the array, 2 with the most frequent value 0' })
  expect([...strip.children].map((cell) => [cell.getAttribute('title'), cell.className.at(-1)])).toEqual([
    ['0', '0'],
    ['1.5', '1'],
    ['0', '0'],
    ['7', '4'],
  ])
  expect(within(row).getByText('25 unique of 100')).toBeTruthy()
})

test('registers that never repeated enough say so', () => {
  render(<MarkedValues marks={[{ ...mark, object: null, group: 'simd', above: 0, share: null, latest: null }]} count={1} path="run.hagstone" />)
  expect(screen.getByText('vector registers')).toBeTruthy()
  expect(screen.getByText('never above the threshold')).toBeTruthy()
})

test('marks that are not all of them say how many there are, and where the rest is', () => {
  render(<MarkedValues marks={Array.from({ length: 300 }, () => mark)} count={7312} path="run.hagstone" />)
  const rows = (): number => within(screen.getByRole('table', { name: 'Values at marks' })).getAllByRole('row').length - 1
  expect([rows(), screen.getByRole('note').textContent]).toEqual([200, '200 of 7,312 marks, the most redundant first. Show 300'])
  fireEvent.click(screen.getByRole('button', { name: 'Show 300' }))
  expect([rows(), screen.getByRole('note').textContent]).toEqual([
    300,
    '300 of 7,312 marks, the most redundant first. All of them: hagstone report --top 7312 run.hagstone',
  ])
})
