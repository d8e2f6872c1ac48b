import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createApplication } from '../application/application.ts'
import { ApplicationContext } from '../application/context.ts'
import { createFakeHost } from '../testing/fake_host.ts'
import { fakeSummary } from '../testing/fake_profile.ts'
import { StatisticsView } from './StatisticsView.tsx'

afterEach(cleanup)

test('observations of shared lines that no other thread wanted count', () => {
  const { totals } = fakeSummary
  const none = { ...totals['false-sharing']!, waste: 0, fraction: 0, traps: 0, ci95: null }
  const counters = [{ name: 'published_expired', value: 142, description: 'no other thread wanted the line' }]
  const summary = { ...fakeSummary, totals: { ...totals, 'false-sharing': none }, profile: 1, path: '/a.hagstone', stats: { ...fakeSummary.stats, counters } }
  const { container } = render(
    <ApplicationContext value={createApplication(createFakeHost())}>
      <StatisticsView summary={summary} />
    </ApplicationContext>,
  )
  expect(container.textContent).toContain('142 observations')
  expect(container.textContent).not.toContain('only 0 observations')
})

test('zero counters are folded after the others, with their number', () => {
  const counters = [
    ['samples', 7],
    ['dropped_barren', 0],
    ['walk_stops', 3],
    ['dropped_undecodable', 0],
  ].map(([name, value]) => ({ name: String(name), value: Number(value), description: `what ${name} means` }))
  const { container } = render(
    <ApplicationContext value={createApplication(createFakeHost())}>
      <StatisticsView summary={{ ...fakeSummary, profile: 1, path: '/a.hagstone', stats: { ...fakeSummary.stats, counters } }} />
    </ApplicationContext>,
  )
  const folded = container.querySelector('details')!
  expect(folded.querySelector('summary')!.textContent).toBe('2 more counters at 0')
  expect(folded.textContent).toContain('dropped barren')
  expect(folded.textContent).not.toContain('walk stops')
  expect(folded.open).toBe(false)
})
