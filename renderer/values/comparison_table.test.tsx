import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ComparisonTable } from './ComparisonTable.tsx'

afterEach(cleanup)

test('columns say which run and which share they are of', () => {
  const ratios = { overlap: 0.9, difference1: 0.1, difference5: 0.2, same1: 0.6, find1: 0.7, find5: 0.8, aboveThreshold: 0.5 }
  render(
    <ComparisonTable
      label="Values"
      names={['old', 'new']}
      comparisons={[{ kind: 'loads', sites: 12, ...ratios, first: { inv1: 0.4 } as never, second: { inv1: 0.3 } as never }]}
    />,
  )
  const texts = (role: string): string[] => screen.getAllByRole(role).map(({ textContent }) => textContent ?? '')
  expect(texts('columnheader')).toEqual([
    'kind',
    'tables',
    'overlap',
    'top value, old',
    'top value, new',
    'difference',
    'difference of five',
    'top value > 30 %',
    'same top value',
    'top value found',
    'top five found',
  ])
  expect(texts('cell').map((text) => parseFloat(text))).toEqual([12, 90, 40, 30, 10, 20, 50, 60, 70, 80])
  expect(screen.getByRole('columnheader', { name: 'top value found' }).title).toBe('The most frequent value of old is among the top five of new (Find-1)')
})
