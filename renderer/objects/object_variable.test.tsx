import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeSummary } from '../testing/fake_profile.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

test('objects show the variable that they are assigned to before where they come from', async () => {
  const host = prepareHost()
  host.answer('profile.assignments', () => fakeSummary.objects!.map((_, index) => (index === 0 ? 'm->a' : null)))
  showWindow(host)
  await screen.findByRole('row', { name: /^.?main/ })
  fireEvent.keyDown(document.body, { key: '6', code: '6' })
  const row = (await screen.findByText(/^m->a = $/, { trim: false })).closest<HTMLElement>('[role=row]')!
  expect(row.textContent).toMatch(/^m->a = counters \+ 0x40/)
  expect(row.querySelector('.tree-placed')?.getAttribute('title')).toMatch(/^assigned to m->a\n/)
  expect(document.querySelectorAll('.object-variable')).toHaveLength(1)
})

test('objects are not called by their kind, which has a column, and say where they come from behind their name', async () => {
  const host = prepareHost()
  const block = { ...fakeSummary.objects![0]!, name: 'heap block of main main.c:7', kind: 'heap' as const }
  host.answer('profile.open', ({ path }) => ({ ...fakeSummary, objects: [block, fakeSummary.objects![1]!], profile: 1, path }))
  showWindow(host)
  await screen.findByRole('row', { name: /^.?main/ })
  fireEvent.keyDown(document.body, { key: '6', code: '6' })
  const name = (await screen.findByText(':7')).closest('.tree-placed')!
  expect(name.textContent).toBe('main main.c:7')
  expect(name.getAttribute('title')).toMatch(/^heap block of main main\.c:7/)
})
