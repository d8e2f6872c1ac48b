import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

test('the key for it goes to the search field from wherever the focus is', async () => {
  showWindow(prepareHost())
  await screen.findByRole('treegrid')
  const button = screen.getByRole('button', { name: 'Open…' })
  button.focus()
  fireEvent.keyDown(button, { key: '/', code: 'Slash' })
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('a step taken during a search continues from that search, not from the one before', async () => {
  const host = prepareHost()
  const answers: Array<() => void> = []
  host.answer('tree.search', () => new Promise((resolve) => answers.push(() => resolve({ version: 1, matchCount: 0 }))))
  const searches = (): unknown[] => host.calls.filter(({ method }) => method === 'tree.search').map(({ parameters }) => parameters)
  showWindow(host)
  await screen.findByRole('treegrid')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '^end_' } })
  await waitFor(() => expect(answers).toHaveLength(1))
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '^end_')
  fireEvent.click(screen.getByRole('button', { name: '.*' }))
  answers[0]!()
  await waitFor(() => expect(searches().at(-1)).toMatchObject({ text: '^end_', regularExpression: true }))
  answers[1]!()
  await screen.findByText(/^0 matches/)
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '^end_')
})
