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
