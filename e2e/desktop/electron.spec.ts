/** The desktop app's main process: isolation, the wire, the menu, and what pages may not do. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installForTests, runHagstone } from '../../electron/cli/installation.testing.ts'
import { exhaustiveEngineIsBuilt } from '../support/exhaustive_engine.ts'
import { expect, test } from '../support/desktop.ts'
import { recordVersions } from '../support/two_versions.ts'

// Steps of one test: each start of the app takes 3 s of processor time.
test('a window without a profile', async ({ startDesktop, home }) => {
  const { application, window } = await startDesktop()
  await expect(window.getByRole('main').first()).toBeVisible()
  await test.step('is isolated, on the wire of the preload script alone', async () => {
    const preferences = await application.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const chosen = contents === undefined ? null : (Reflect.get(contents, 'getLastWebPreferences') as () => Record<string, unknown>).call(contents)
      return chosen === null
        ? null
        : {
            sandbox: chosen['sandbox'],
            contextIsolation: chosen['contextIsolation'],
            nodeIntegration: chosen['nodeIntegration'],
            webSecurity: chosen['webSecurity'],
            webviewTag: chosen['webviewTag'],
          }
    })
    expect(preferences).toEqual({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true, webviewTag: false })

    const reachable = await window.evaluate(() => ({
      bridge: Object.keys(Reflect.get(window, 'hagstone') as object).toSorted(),
      process: typeof Reflect.get(window, 'process'),
      require: typeof Reflect.get(window, 'require'),
    }))
    expect(reachable).toEqual({ bridge: ['onClose', 'onMessage', 'pathOfFile', 'post'], process: 'undefined', require: 'undefined' })
  })
  await test.step('has pages from the built windows only, under the content security policy', async () => {
    const answers = await window.evaluate(async () => {
      const ask = async (path: string): Promise<[number, string | null]> => {
        const response = await fetch(path)
        return [response.status, response.headers.get('content-security-policy')]
      }
      return { index: await ask('/index.html'), missing: await ask('/package.json'), outside: await ask('/..%2f..%2fpackage.json') }
    })
    expect(answers.index).toEqual([200, expect.stringContaining("default-src 'none'; script-src 'self'")])
    expect(answers.missing[0]).toBe(404)
    expect(answers.outside[0]).toBe(404)
  })
  await test.step('sends calls over the wire; messages from strangers are rejected', async () => {
    const answers = await window.evaluate(
      () =>
        new Promise<unknown[]>((resolve) => {
          const received: unknown[] = []
          const wire = Reflect.get(window, 'hagstone') as { post(text: string): void; onMessage(listener: (text: string) => void): void }
          wire.onMessage((text) => {
            const message = JSON.parse(text) as { id?: number }
            if ((message.id ?? 0) >= 1_000_000) received.push(message)
            if (received.length === 2) resolve(received)
          })
          wire.post(JSON.stringify({ type: 'request', id: 1_000_000, method: 'host.describe', parameters: {} }))
          wire.post('no message at all')
          wire.post(JSON.stringify({ type: 'request', id: 1_000_001, method: 'host.describe', parameters: { surprise: true } }))
        }),
    )
    expect(answers).toEqual(
      expect.arrayContaining([
        { type: 'response', id: 1_000_000, result: expect.objectContaining({ kind: 'electron', canLaunch: true }) },
        { type: 'failure', id: 1_000_001, code: 'invalid-argument', message: expect.any(String) },
      ]),
    )
  })
  await test.step('knows the commands that the menu names', async () => {
    await application.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('window.palette')?.click())
    await expect(window.getByRole('dialog')).toBeVisible()
    await window.keyboard.press('Escape')
    await expect(window.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('navigates nowhere', async () => {
    const address = window.url()
    await window.evaluate(() => {
      globalThis.location.href = 'https://example.com/'
    })
    await expect.poll(() => application.windows().length).toBe(1)
    expect(window.url()).toBe(address)
  })
  await test.step('opens no windows by itself', async () => {
    const popup = window.waitForEvent('popup').catch(() => null)
    const denied = await window.evaluate(() => globalThis.open('https://example.com/') === null)
    // Electron opens none; on the double it is closed as soon as the app denied it.
    if (!denied) await expect.poll(async () => (await popup)?.isClosed()).toBe(true)
    // Where the app allows one the double ends, and closes it by that.
    await expect(window.getByRole('button', { name: 'New recording…' })).toBeVisible()
  })
  await test.step('ends the app when it is closed, and its place is remembered', async () => {
    await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await expect.poll(() => existsSync(join(home, 'config', 'hagstone', 'window-state.json'))).toBe(true)
  })
})

test('Open in the menu opens the profile that the person chose', async ({ startDesktop, home }) => {
  const profile = join(home, 'chosen.hagstone')
  const recorded = await runHagstone(['record', '--output', profile, '--', 'echo', 'recorded'], installForTests(home), { cwd: home })
  expect(recorded.status).toBe(0)

  const { application, window } = await startDesktop()
  await expect(window.getByRole('main').first()).toBeVisible()
  await application.evaluate(({ dialog, Menu }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
    Menu.getApplicationMenu()?.getMenuItemById('file.open')?.click()
  }, profile)
  await expect(window.getByText('echo recorded').first()).toBeVisible()
})

test('a profile on the command line is shown at once; an invalid one gets one line', async ({ startDesktop, home }) => {
  const noProfile = join(home, 'letter.hagstone')
  writeFileSync(noProfile, 'dear reader')
  const { window } = await startDesktop([noProfile])
  await expect(window.getByText('letter.hagstone').first()).toBeVisible()
})

test.describe('two runs', () => {
  test.skip(!exhaustiveEngineIsBuilt, 'the exhaustive engine is not built, for want of Valgrind')

  test('are compared as the command line says, and from the menu with the app’s own dialog', async ({ startDesktop, home }) => {
    const { old, new: present } = await recordVersions(join(home, 'versions'))
    const { application, window } = await startDesktop([old, `--compare=${present}`])
    const gone = window
      .getByRole('grid', { name: 'Pairs of both runs' })
      .getByRole('row')
      .filter({ hasText: /gone.*init_row/ })
    await expect(gone).toBeVisible()
    await application.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('compare.close')?.click())
    await expect(gone).toHaveCount(0)
    await application.evaluate(
      ({ dialog, Menu }, chosen) => {
        const answers = [...chosen]
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: answers.splice(0, 1) })
        Menu.getApplicationMenu()?.getMenuItemById('compare.with')?.click()
      },
      [present, old],
    )
    await expect(
      window
        .getByRole('grid', { name: 'Pairs of both runs' })
        .getByRole('row')
        .filter({ hasText: /new.*init_row/ }),
    ).toBeVisible()
  })
})
