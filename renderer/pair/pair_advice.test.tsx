import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Advice } from '../../shared/advice/advice.ts'
import { PairAdvice } from './PairAdvice.tsx'

afterEach(cleanup)

const search: Advice = {
  class: 'linear-search',
  title: 'linear search',
  sureness: 'likely',
  remedy: 'Sort and search by halves.',
  evidence: ['cmp [rdx+rax*4], edi decides whether the loop is left.', 'The walk read the same values again, 3,402 times.'],
  place: { function: 'find_key', file: '/src/find.c', line: 49 },
}

it('tells the class, how sure, the remedy and where, and lists what it rests on', () => {
  render(<PairAdvice advice={search} />)
  expect(document.querySelector('summary')?.textContent).toBe('Advice: linear searchlikelySort and search by halves.at find_key find.c:49why')
  expect([...screen.getByLabelText('Evidence').children].map((line) => line.textContent)).toEqual(search.evidence)
})

it('tells of the unclassified why, and of pairs of use nothing', () => {
  const { rerender } = render(
    <PairAdvice
      advice={{
        ...search,
        class: 'unclassified',
        title: 'unclassified',
        sureness: null,
        remedy: null,
        place: null,
        evidence: ['No rule fits what is known of the pair.'],
      }}
    />,
  )
  expect(document.querySelector('summary')?.textContent).toBe('No advice: no known pattern fits this pair.why')
  rerender(<PairAdvice advice={null} />)
  expect(document.querySelector('details')).toBeNull()
})
