/** The app and its desktop: files from elsewhere, more windows, notices, PDFs, editors. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installForTests, runHagstone } from '../../electron/cli/installation.testing.ts'
import type { TestInstallation } from '../../electron/cli/installation.testing.ts'
import { expect, nextWindow, test } from '../support/desktop.ts'
import { exhaustiveEngineIsBuilt } from '../support/exhaustive_engine.ts'
import { ProfileWindow } from '../support/profile_window.ts'
import { stateOf } from '../support/recorded_samples.ts'
import { recordVersions } from '../support/two_versions.ts'

async function record(home: string, name: string, installation: TestInstallation): Promise<string> {
  const profile = join(home, `${name}.hagstone`)
  expect(await runHagstone(['record', '--output', profile, '--', 'echo', name], installation, { cwd: home })).toMatchObject({ status: 0 })
  return profile
}

test('each profile named at the start has a window of its own, also by the address that file managers give', async ({ startDesktop, home }) => {
  test.slow()
  const installation = installForTests(home)
  const [first, second, third] = [
    await record(home, 'first', installation),
    await record(home, 'second run', installation),
    await record(home, 'third', installation),
  ]
  const { application, window } = await startDesktop([first, `file://${encodeURI(second)}`])
  const shown = async (): Promise<string[]> => (await Promise.all(application.windows().map((page) => page.title()))).toSorted()
  await expect.poll(shown).toEqual(['echo first – Hagstone', 'echo second run – Hagstone'])

  // A second start, as by “open with”, notifies this app.
  await application.evaluate(({ app }, path) => void app.emit('second-instance', {}, [], '/', { profiles: [path], comparison: null }), third)
  await expect.poll(shown).toHaveLength(2)
  await expect.poll(shown).toContain('echo third – Hagstone')

  // macOS reports files by its own event; another window is opened by key.
  await application.evaluate(({ app }, path) => void app.emit('open-file', { preventDefault: () => {} }, path), first)
  await expect.poll(shown).toContain('echo first – Hagstone')

  // The menu has them all, the last one first.
  await expect
    .poll(() => application.evaluate(({ Menu }, path) => Menu.getApplicationMenu()?.getMenuItemById(`recent ${path}`)?.label, second))
    .toBe(`echo second run – ${second}`)
  await application.evaluate(({ Menu }, path) => void Menu.getApplicationMenu()?.getMenuItemById(`recent ${path}`)?.click(), third)
  await expect.poll(shown).toContain('echo third – Hagstone')
  const known = application.windows()
  await window.keyboard.press('Control+Shift+N')
  await expect((await nextWindow(application, known)).getByRole('button', { name: 'Open a profile…' })).toBeVisible()
})

test('a second window stands beside the first, and closing one leaves the other', async ({ startDesktop }) => {
  const { application, window } = await startDesktop()
  await expect(window.getByRole('main').first()).toBeVisible()
  await application.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('window.new')?.click())
  await nextWindow(application, [window])
  const bounds = await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((opened) => opened.getNormalBounds()))
  expect(bounds[1]).not.toEqual(bounds[0])
  // One closed, the other and the app stay.
  await window.close()
  await expect.poll(() => application.windows().length).toBe(1)
})

test('the system announces the end of a long recording, and a click on it shows the window', async ({ startDesktop, home }) => {
  const { native } = installForTests(home)
  const { application, window } = await startDesktop([], { HAGSTONE_NATIVE_DIRECTORY: native })
  const counts = await application.evaluate((electron) => 'shown' in electron.Notification)
  test.skip(!counts, 'only the double counts notices')
  // Keys that come before the page are lost.
  await expect(window.getByRole('button', { name: 'New recording…' })).toBeVisible()
  await window.keyboard.press('Control+,')
  await window.getByRole('spinbutton', { name: /Notify me/ }).fill('1')
  await window.keyboard.press('Escape')
  // Playwright has every page believe that it has the focus.
  await window.evaluate(() => {
    document.hasFocus = () => false
  })
  await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur())
  await window.getByRole('button', { name: 'New recording…' }).click()
  await window.getByLabel('Program', { exact: true }).fill('/bin/sleep')
  await window.getByLabel('Arguments', { exact: true }).fill('1.5')
  await window.getByRole('button', { name: 'Record', exact: true }).click()
  const notices = (): Promise<Array<{ title: string; body: string }>> =>
    application.evaluate(({ Notification }) =>
      (Reflect.get(Notification, 'shown') as Array<{ title: string; body: string }>).map(({ title, body }) => ({ title, body })),
    )
  await expect.poll(notices).toEqual([{ title: 'sleep is recorded', body: expect.stringMatching(/^It ran for [\d.]+ s/) }])
  await application.evaluate(({ Notification }) => void (Reflect.get(Notification, 'shown') as Array<NodeJS.EventEmitter>)[0]?.emit('click'))
  expect(await application.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null)).toBe(true)
})

test.describe('a profile with sources', () => {
  test.skip(!exhaustiveEngineIsBuilt, 'the exhaustive engine is not built, for want of Valgrind')

  test('is printed to a PDF at the chosen path, and its lines open in the editor of the settings', async ({ startDesktop, home }) => {
    test.slow()
    const { old } = await recordVersions(join(home, 'versions'))
    const { application, window } = await startDesktop([old], { XDG_STATE_HOME: stateOf(join(home, 'versions')) })
    await expect(window.locator('[data-lit-line]:not([data-lit-line=""])').first()).toBeVisible()

    const pdf = join(home, 'printed.pdf')
    await application.evaluate(({ dialog, Menu }, path) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path })
      Menu.getApplicationMenu()?.getMenuItemById('file.print')?.click()
    }, pdf)
    await expect.poll(() => (existsSync(pdf) ? readFileSync(pdf).subarray(0, 5).toString() : '')).toBe('%PDF-')
    await expect(window.locator('.printed')).toHaveCount(0)
    await new ProfileWindow(window).showTree()

    // A folder that is not there: one line, and nothing is left of the printed page.
    await application.evaluate(
      ({ dialog, Menu }, path) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path })
        Menu.getApplicationMenu()?.getMenuItemById('file.print')?.click()
      },
      join(home, 'none', 'printed.pdf'),
    )
    await expect(window.getByRole('alert').filter({ hasText: 'cannot be written (ENOENT)' })).toBeVisible()
    await expect(window.locator('.printed')).toHaveCount(0)

    const editor = join(home, 'my editor')
    writeFileSync(editor, `#!/bin/sh\nprintf '%s\\n' "$@" > '${home}/edited.part'; mv '${home}/edited.part' '${home}/edited'\n`)
    chmodSync(editor, 0o755)
    await window.getByRole('treegrid').focus()
    await window.keyboard.press('e')
    const settings = window.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('textbox', { name: 'Command of the editor' }).fill(`'${editor}'`)
    await settings.getByRole('button', { name: 'Use it' }).click()
    await expect(settings.getByRole('alert')).toContainText('has no {file}')
    await settings.getByRole('textbox', { name: 'Command of the editor' }).fill(`'${editor}' --line {line} {file}`)
    await settings.getByRole('button', { name: 'Use it' }).click()
    await expect(settings.getByRole('button', { name: 'Use it' })).toBeDisabled()
    await settings.getByRole('button', { name: 'Close' }).click()
    const pane = window.getByRole('region', { name: 'earlier access' })
    const line = await pane.locator('[data-lit-line]').first().getAttribute('data-lit-line')
    await pane.getByRole('button', { name: 'edit', exact: true }).click()
    await expect
      .poll(() => (existsSync(join(home, 'edited')) ? readFileSync(join(home, 'edited'), 'utf8') : ''))
      .toMatch(new RegExp(`^--line\\n${line}\\n/.*\\.c\\n$`))

    // By address: the system's program for it.
    await application.evaluate(({ shell }) => {
      shell.openExternal = (address: string) => {
        Reflect.set(globalThis, 'opened', address)
        return Promise.resolve()
      }
    })
    await window.keyboard.press('Control+,')
    await settings.getByRole('combobox', { name: 'Known editors' }).selectOption('VS Code, by address')
    await settings.getByRole('button', { name: 'Close' }).click()
    await pane.getByRole('button', { name: 'edit', exact: true }).click()
    await expect.poll(() => application.evaluate(() => Reflect.get(globalThis, 'opened') as unknown)).toMatch(new RegExp(`^vscode://file/.*\\.c:${line}$`))
  })
})
