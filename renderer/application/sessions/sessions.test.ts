import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeHost } from '../../testing/fake_host.ts'
import type { Application } from '../application.ts'
import { createApplication } from '../application.ts'
import { openProfile } from '../opening/open_profile.ts'
import { reshapeTrees, selectPair, showTool, showView } from '../profiles.ts'
import { watchPlaces } from './places.ts'

const path = '/home/ada/solver/solver.hagstone'
let application: Application
let stop: () => void

beforeEach(async () => {
  localStorage.clear()
  application = createApplication(createFakeHost())
  application.preferences.setState({ firstView: 'top-down' })
  stop = watchPlaces(application)
  await openProfile(application, path)
})
afterEach(() => stop())

const shown = () => {
  const { view, tool, selection, shape } = application.store.getState().profile ?? {}
  return { view, tool, pair: selection?.pair, blame: shape?.blame }
}
const kept = () => application.preferences.getState().sessions[path]

test('a profile is found again as it was looked at', async () => {
  await reshapeTrees(application, { blame: 'later' })
  await showTool(application, 'silent-stores')
  await showView(application, 'pairs')
  await selectPair(application, 8)
  const before = { view: 'pairs', tool: 'silent-stores', pair: 8, blame: 'later' }
  expect(shown()).toEqual(before)
  await expect.poll(kept).toMatchObject({ view: 'pairs', tool: 'silent-stores', pair: 8 })
  await openProfile(application, path)
  expect(shown()).toEqual(before)
})

test('another run under the same path begins anew', async () => {
  await showView(application, 'flat')
  await expect.poll(kept).toMatchObject({ view: 'flat' })
  application.preferences.setState(({ sessions }) => ({ sessions: { [path]: { ...sessions[path]!, startedAt: 'another day' } } }))
  await openProfile(application, path)
  expect(shown().view).toBe('top-down')
})

test('a stored session that no version of the program keeps is none', async () => {
  await showView(application, 'flat')
  await expect.poll(kept).toMatchObject({ view: 'flat' })
  const sound = kept()!
  const spoilt: unknown[] = [
    null,
    7,
    { ...sound, shape: undefined },
    { ...sound, shape: { ...sound.shape, transforms: [{ kind: 'constructor', name: 'f' }] } },
    { ...sound, shape: { ...sound.shape, blame: 'nobody' } },
    { ...sound, shape: { ...sound.shape, threads: ['all'] } },
    { ...sound, flame: { mode: 'sideways', around: null } },
    { ...sound, view: 'globe' },
    { ...sound, pair: -1 },
    { ...sound, choices: null },
    { ...sound, choices: {} },
    { ...sound, choices: { ...sound.choices, disassembly: 'now and then' } },
  ]
  for (const session of spoilt) {
    application.preferences.setState({ sessions: { [path]: session as never } })
    await openProfile(application, path)
    expect([shown().view, application.store.getState().notice], JSON.stringify(session)).toEqual(['top-down', null])
  }
})

test('stored preferences of another kind than theirs are none', () => {
  localStorage.setItem(
    'hagstone.preferences',
    JSON.stringify({ version: 1, state: { sessions: null, formulas: 'none', columns: [], theme: 'dark', unknown: 1 } }),
  )
  expect(createApplication(createFakeHost()).preferences.getState()).toMatchObject({ sessions: {}, formulas: [], columns: {}, theme: 'dark' })
})
