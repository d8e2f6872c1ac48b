import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Advice } from '../../shared/advice/advice.ts'
import type { PairFinding } from '../../shared/findings/finding.ts'
import { PairAdvice } from './PairAdvice.tsx'

afterEach(cleanup)

const search: Advice = {
  class: 'linear-search',
  title: 'linear search',
  sureness: 'likely',
  cause: null,
  remedy: 'Sort and search by halves.',
  evidence: ['cmp [rdx+rax*4], edi decides whether the loop is left.', 'The walk read the same values again, 3,402 times.'],
  place: { function: 'find_key', file: '/src/find.c', line: 49 },
}
const listed: PairFinding = {
  kind: 'listed',
  rank: 3,
  finding: {
    id: 'a1',
    title: 'find_key() searches keys again',
    sureness: 'possible',
    cause: 'Either a faster search helps, or the key is the same; check whether the elements stay the same.',
    remedy: 'If so: sort them.',
    change: null,
    evidence: [],
  },
}
const nothing = (): void => undefined
const advice = (): string | null | undefined => document.querySelector('.pair-advice-text')?.textContent

it('shows the class, how sure, the remedy and where, and lists the evidence', () => {
  render(<PairAdvice advice={search} finding={null} onShowFinding={nothing} />)
  expect(advice()).toBe('Advice: linear searchlikely Sort and search by halves.at find_key find.c:49')
  expect([...screen.getByLabelText('Evidence').children].map((line) => line.textContent)).toEqual(search.evidence)
})

it('shows what the finding of the pair says, and leads to it', () => {
  const show = vi.fn()
  render(<PairAdvice advice={search} finding={listed} onShowFinding={show} />)
  expect(advice()).toBe(
    'Finding 3find_key() searches keys again.possibleEither a faster search helps, or the key is the same; check whether the elements stay the same. If so: sort them.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Finding 3' }))
  expect(show).toHaveBeenCalledWith('a1')
})

it('shortens long names of the finding, whose tooltip has the whole title', () => {
  const title = 'algebra::linear::detail::DenseVector::assign() overwrites what it has just written'
  render(<PairAdvice advice={search} finding={{ ...listed, finding: { ...listed.finding, title } }} onShowFinding={nothing} />)
  expect(advice()).toContain('…detail::DenseVector::assign() overwrites')
  expect(advice()).not.toContain('algebra::')
  expect(document.querySelector('.pair-advice-text strong')).toHaveProperty('title', title)
})

it('says why a pair is in no finding, and nothing of pairs of use', () => {
  const { rerender } = render(
    <PairAdvice advice={search} finding={{ kind: 'left-out', reason: 'allocator', text: 'bookkeeping of the memory allocator' }} onShowFinding={nothing} />,
  )
  expect(document.body.textContent).toBe('Not in the findings: bookkeeping of the memory allocator.')
  rerender(<PairAdvice advice={null} finding={null} onShowFinding={nothing} />)
  expect(document.body.textContent).toBe('')
})
