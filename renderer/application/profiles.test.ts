import { beforeEach, expect, test } from 'vitest'
import { createFakeHost } from '../testing/fake_host.ts'
import { createApplication } from './application.ts'
import { openProfile } from './opening/open_profile.ts'
import { showTool, showView } from './profiles.ts'

beforeEach(() => localStorage.clear())

test('a pair chosen before the heaviest of a tool is known stays, also when a filter takes its mark away', async () => {
  const host = createFakeHost()
  const application = createApplication(host)
  await openProfile(application, '/home/ada/solver/solver.hagstone')
  await showView(application, 'pairs')
  const shown = () => application.store.getState().profile
  const heaviest = await host.call('pairs.heaviest', { profile: 1, tool: 'silent-stores' })
  let answer = (): void => {}
  const held = new Promise<void>((done) => (answer = done))
  host.answer('pairs.heaviest', async () => {
    await held
    return heaviest
  })
  const tool = showTool(application, 'silent-stores')
  await expect.poll(shown).toMatchObject({ tool: 'silent-stores', pairs: { pager: { rowCount: expect.any(Number) } } })
  const pairs = shown()!.pairs
  await expect.poll(() => pairs.pager.rowCount).toBeGreaterThan(1)
  await pairs.pager.begin()
  const chosen = pairs.pager.rows(0, pairs.pager.rowCount)!.findIndex(({ pair }) => pair !== heaviest)
  await pairs.select(chosen)
  const { pair } = shown()!.selection!
  expect(pair).not.toBe(heaviest)
  await pairs.filterBy({ ...pairs.filter, search: pairs.pager.rows(chosen, 1)![0]!.sourceFunction })
  expect(pairs.selectedIndex).toBeNull()
  answer()
  await tool
  expect(shown()!.selection?.pair).toBe(pair)
})
