import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeHost } from '../../testing/fake_host.ts'
import type { Application } from '../application.ts'
import { createApplication } from '../application.ts'
import { openProfile } from '../opening/open_profile.ts'
import { reshapeTrees, selectPair, showTool, showView } from '../profiles.ts'
import { canStep, stepPlace, watchSessions } from './sessions.ts'

const path = '/home/ada/solver/solver.hagstone'
let application: Application
let stop: () => void

beforeEach(async () => {
  localStorage.clear()
  application = createApplication(createFakeHost())
  application.preferences.setState({ firstView: 'top-down' })
  stop = watchSessions(application)
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

test('places of another run under the same path are not gone back to', async () => {
  await expect.poll(kept).toMatchObject({ view: 'top-down' })
  await showView(application, 'objects')
  await expect.poll(kept).toMatchObject({ view: 'objects' })
  application.store.setState(({ profile }) => ({
    profile: profile === null ? null : { ...profile, summary: { ...profile.summary, run: { ...profile.summary.run, startedAt: 'another day' } } },
  }))
  expect(canStep(application, -1)).toBe(false)
})

test('one goes back to what was shown before, and forward again', async () => {
  await expect.poll(kept).toMatchObject({ view: 'top-down' })
  await showView(application, 'objects')
  await expect.poll(kept).toMatchObject({ view: 'objects' })
  expect([canStep(application, -1), canStep(application, 1)]).toEqual([true, false])
  await stepPlace(application, -1)
  expect(shown().view).toBe('top-down')
  // A page that is loaded again comes back to this, not to where it was gone back from.
  await expect.poll(kept).toMatchObject({ view: 'top-down' })
  expect([canStep(application, -1), canStep(application, 1)]).toEqual([false, true])
  await stepPlace(application, 1)
  expect(shown().view).toBe('objects')
})
