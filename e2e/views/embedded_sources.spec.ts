/** A profile that takes its sources along: listed before they are put there, shown where the files are not. */
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, renameSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sizeText } from '../../shared/names/size_text.ts'
import { countedDeadStores } from '../support/exhaustive_engine.ts'
import { expect, test } from '../support/fixtures.ts'
import { hagstone } from '../support/hagstone.ts'
import { openProfile, ProfileWindow, screenshot } from '../support/profile_window.ts'
import { buildCopy, sampleLine, sampleSource } from '../support/samples.ts'

test('sources are put into the profile from a list, shown without their files, and taken out again', async ({ page, host }) => {
  const built = join(host.home, 'built')
  const program = buildCopy('rezeroed_array', built, ['-g'])
  const profile = join(host.home, 'copy.hagstone')
  const environment = { env: { XDG_STATE_HOME: join(host.home, 'state') } }
  expect((await hagstone(['record', ...countedDeadStores, '--output', profile, '--', program, '300'], environment)).status).toBe(0)
  await page.goto(host.address)
  await openProfile(page, profile)
  const window = new ProfileWindow(page)
  await window.settle()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Put sources')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Put sources into the profile' })
  const own = dialog.getByRole('checkbox', { name: /rezeroed_array\.c/ })
  await expect(own).toBeChecked()
  await expect(dialog.getByRole('status')).toHaveText(/^\d+ files?, [\d.]+ [KM]iB$/)
  await screenshot(page, 'embed-sources')
  await dialog.getByRole('button', { name: 'Put them in' }).click()
  await expect(dialog).toBeHidden()
  mkdirSync(join(host.home, 'elsewhere'))
  renameSync(built, join(host.home, 'elsewhere', 'built'))
  await page.goto(host.address)
  await openProfile(page, profile)
  await window.settle()
  await expect(window.pane('source')).toContainText('from the profile')
  await expect.poll(async () => (await window.litLine('source')).text).toBe(sampleLine('rezeroed_array', 'dead store').text)

  const list = await hagstone(['embed-sources', profile], environment)
  expect(list.stdout).toMatch(/–  \S*rezeroed_array\.c \(not found here, in the profile\)/)
  const removed = await hagstone(['embed-sources', profile, '--remove'], environment)
  expect([removed.status, removed.stderr]).toEqual([0, expect.stringContaining('no longer contains sources')])
})

test('the command line lists what would be shared, and shares it with a yes', async ({ host }) => {
  const program = buildCopy('rezeroed_array', join(host.home, 'built'), ['-g'])
  const profile = join(host.home, 'run.hagstone')
  const environment = { env: { XDG_STATE_HOME: join(host.home, 'state') } }
  expect((await hagstone(['record', ...countedDeadStores, '--output', profile, '--', program, '300'], environment)).status).toBe(0)
  const listed = await hagstone(['embed-sources', profile], environment)
  expect(listed.stdout).toMatch(new RegExp(`${sizeText(statSync(sampleSource('rezeroed_array')).size)} {2}\\S*built/rezeroed_array\\.c\\n`))
  expect(listed.stderr).toMatch(/nothing was changed; --yes puts \d+ files?/)
  const done = await hagstone(['embed-sources', profile, '--yes'], environment)
  expect([done.status, done.stderr]).toEqual([0, expect.stringMatching(/put \d+ files?, .*, into /)])
  expect((await hagstone(['embed-sources', profile], environment)).stdout).toMatch(/rezeroed_array\.c \(in the profile\)/)
  const wrong = await hagstone(['embed-sources', profile, '--yes', '--remove'], environment)
  expect(wrong.status).toBe(2)
})

test("the compiler's checksum decides whether a source changed, whatever its time: in the window, the profile and a page", async ({ page, host }) => {
  test.skip(spawnSync('clang', ['--version']).error !== undefined, 'clang is not installed: no other compiler here writes sums')
  const built = join(host.home, 'built')
  const source = join(built, 'rezeroed_array.c')
  const [program, profile, shared] = ['rezeroed_array', 'run.hagstone', 'page.html'].map((name) => join(built, name)) as [string, string, string]
  mkdirSync(built)
  copyFileSync(sampleSource('rezeroed_array'), source)
  // A call of memset would be the access then.
  execFileSync('clang', ['-O2', '-fno-builtin', '-gdwarf-5', '-Wno-unknown-attributes', '-o', program, source])
  const environment = { env: { XDG_STATE_HOME: join(host.home, 'state') } }
  expect((await hagstone(['record', ...countedDeadStores, '--output', profile, '--', program, '300'], environment)).status).toBe(0)
  const warning = 'The file changed since the program was built: lines may have moved.'
  const told = async (): Promise<boolean[]> => {
    const listed = await hagstone(['embed-sources', profile], environment)
    const put = await hagstone(['embed-sources', profile, '--yes'], environment)
    const exported = await hagstone(['export', profile, '--to', 'html', '--sources', '--replace', '--output', shared], environment)
    expect([listed.status, put.status, exported.status]).toEqual([0, 0, 0])
    expect((await hagstone(['embed-sources', profile, '--remove'], environment)).status).toBe(0)
    await page.goto(host.address)
    await openProfile(page, profile)
    const window = new ProfileWindow(page)
    await window.settle()
    await expect.poll(async () => (await window.litLine('source')).text).toBe(sampleLine('rezeroed_array', 'dead store').text)
    return [
      listed.stdout.includes('rezeroed_array.c (changed since the program was built'),
      put.stderr.includes('1 source file changed since the program was built'),
      exported.stderr.includes('rezeroed_array.c (changed since'),
      (await page.getByText(warning).count()) > 0,
    ]
  }
  const future = new Date(Date.now() + 3_600_000)
  utimesSync(source, future, future)
  expect(await told()).toEqual([false, false, false, false])
  appendFileSync(source, '/* More. */\n')
  utimesSync(source, 1, 1)
  expect(await told()).toEqual([true, true, true, true])
})
