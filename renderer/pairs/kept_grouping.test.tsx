/** The chosen grouping of pairs survives a reload. */
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openProfile } from '../application/opening/open_profile.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

const grouping = (): Promise<HTMLElement> => screen.findByRole('combobox', { name: 'Group pairs by' })

test.each(['source-function', ''])('pairs that a person grouped by “%s” are so when the profile is opened again', async (chosen) => {
  const application = showWindow(prepareHost())
  await screen.findByRole('row', { name: /^.?main/ })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: '5', code: '5' })
  const path = application.store.getState().profile!.summary.path
  const kept = () => application.preferences.getState().sessions[path]
  await expect.poll(kept).toMatchObject({ view: 'pairs' })
  expect(kept()!.grouping).toBeUndefined()
  // First another one, since the choice of what is shown is no change.
  for (const by of ['target-file', chosen]) fireEvent.change(await grouping(), { target: { value: by } })
  await expect.poll(() => kept()!.grouping).toBe(chosen === '' ? null : chosen)
  await openProfile(application, path)
  await expect.poll(async () => ((await grouping()) as HTMLSelectElement).value).toBe(chosen)
  expect(application.store.getState().profile!.pairs.chosenGrouping).toBe(chosen === '' ? null : chosen)
})
