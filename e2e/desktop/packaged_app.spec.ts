/** The desktop app from its unpacked package, away from the sources: it has all its parts, and records with them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stage } from '../../scripts/package/stage.ts'
import { buildPackages } from '../../scripts/package/testing/unpacked_app.ts'
import { launch } from '../double/launch.ts'
import { exhaustiveEngineIsBuilt } from '../support/exhaustive_engine.ts'
import { expect, test } from '../support/desktop.ts'
import { needSampling } from '../support/need_sampling.ts'
import { ProfileWindow } from '../support/profile_window.ts'
import { sampleProgram } from '../support/samples.ts'

let directory: string
test.beforeAll(async () => {
  needSampling()
  test.skip(!exhaustiveEngineIsBuilt, 'packages need the exhaustive engine, which is not built here')
  directory = mkdtempSync(join(tmpdir(), 'hagstone-unpacked-'))
  const staged = join(directory, 'staged')
  await stage(staged)
  await buildPackages(['dir'], directory, staged)
})
test.afterAll(() => {
  if (directory !== undefined) rmSync(directory, { recursive: true, force: true })
})

test('it starts, records a program and shows the profile', async ({ home }) => {
  const { PATH = '', LANG = 'C.UTF-8' } = process.env
  const main = join(directory, 'packages/linux-unpacked/resources/app/build/electron/main.mjs')
  const application = await launch({
    args: [main],
    env: { PATH, LANG, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state'), XDG_CACHE_HOME: join(home, 'cache') },
    cwd: home,
  })
  try {
    const window = await application.firstWindow()
    await window.getByRole('button', { name: 'New recording…' }).click()
    await window.getByLabel('Program', { exact: true }).fill(sampleProgram('rezeroed_array'))
    await window.getByText('Advanced').click()
    await window.getByLabel('Rate', { exact: true }).fill('800')
    await window.getByRole('button', { name: 'Record', exact: true }).click()
    const profile = new ProfileWindow(window)
    await profile.showTree({ timeout: 300_000 })
    await expect(profile.tree).toContainText('main')
  } finally {
    await application.close()
  }
})
