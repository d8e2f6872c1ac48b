import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

test('the summary above the findings says what ran, what was measured and where the time went', async () => {
  const application = showWindow(prepareHost(), 'findings')
  application.preferences.setState({ summaryShown: true })
  const ran = await screen.findByRole('region', { name: 'What ran' })
  expect(ran.textContent).toMatch(/command.*machine.*recorded.*elapsed/)
  expect(within(ran.parentElement!).getByRole('button', { name: 'dead stores' })).toBeTruthy()
  const hot = await screen.findByRole('region', { name: 'Hot functions' })
  fireEvent.click(within(hot).getByRole('button', { name: 'init_row' }))
  await screen.findByRole('group', { name: /^Callers and callees of init_row/ })
  await waitFor(() => expect(application.store.getState().profile?.view).toBe('flame'))
})
