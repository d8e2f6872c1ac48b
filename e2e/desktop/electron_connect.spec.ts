/** Another machine's runs in the app: a window on a host there, over ssh, replaced by a script. */
import type { Page } from '@playwright/test'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { nativeDirectories } from '../../electron/paths.ts'
import { brokenRules } from '../support/accessible.ts'
import { expect, nextWindow, test } from '../support/desktop.ts'
import { commandLine } from '../support/hagstone.ts'
import { screenshot } from '../support/profile_window.ts'

/** Each starts two hosts and two windows: a loaded machine takes its time. */
test.slow()

/** Programs of “both machines”: an ssh that runs commands here, and a hagstone whose home is another one. */
function machines(home: string): Record<string, string> {
  const programs = join(home, 'programs')
  const far = join(home, 'far')
  mkdirSync(join(far, 'state', 'hagstone'), { recursive: true })
  mkdirSync(programs)
  const script = (name: string, words: string): void => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${words}\n`)
    chmodSync(join(programs, name), 0o755)
  }
  const quoted = commandLine.map((word) => `'${word}'`).join(' ')
  script('ssh', `exec '${process.execPath}' '${resolve(import.meta.dirname, '../cli/ssh_stand_in.ts')}' "$@"`)
  script('hagstone', `cd '${far}' && HOME='${far}' XDG_STATE_HOME='${far}/state' XDG_CONFIG_HOME='${far}/config' exec ${quoted} "$@"`)
  writeFileSync(
    join(far, 'state', 'hagstone', 'recent-runs.json'),
    JSON.stringify([{ path: '/scratch/solver.hagstone', title: './solver huge.dat', startedAt: '2026-11-12T08:00:00Z', durationSeconds: 60, fraction: 0.4 }]),
  )
  return { PATH: `${programs}:${process.env['PATH'] ?? ''}`, SSH_WORDS: join(home, 'words.json'), HAGSTONE_NATIVE_DIRECTORY: nativeDirectories()[0] ?? '' }
}

/** Polls, because a process on “another machine” is not a child of this one. */
async function expectGone(home: string): Promise<void> {
  const words = JSON.parse(readFileSync(join(home, 'words.json'), 'utf8')) as string[]
  const socket = /:([^:]+)$/.exec(words[words.indexOf('-L') + 1] ?? '')?.[1] ?? ''
  expect(socket).toMatch(/^\/tmp\/hagstone-[0-9a-f]{32}\.socket$/)
  await expect.poll(() => existsSync(socket)).toBe(false)
}

async function connect(window: Page, machine: string): Promise<void> {
  await window.getByRole('button', { name: 'Connect to a machine…' }).click()
  await window.getByRole('textbox', { name: 'Machine' }).fill(machine)
  await window.getByRole('button', { name: 'Connect', exact: true }).click()
}

test('a window shows the other machine’s runs, takes part in menu and app, and ends the host there when it closes', async ({ startDesktop, home }) => {
  const { application, window } = await startDesktop([], machines(home))
  await connect(window, 'ada@cluster')
  const far = await nextWindow(application, [window])
  await expect(far.getByText('on ada@cluster')).toBeVisible()
  await expect(far.getByRole('complementary', { name: 'Runs' })).toContainText('solver huge.dat')
  await expect(window.getByRole('complementary', { name: 'Runs' })).not.toContainText('solver')
  await expect(window.getByRole('dialog')).toHaveCount(0)
  await screenshot(far, 'connected')

  // The token is on no command line: neither ssh's nor the other machine's.
  expect(readFileSync(join(home, 'words.json'), 'utf8')).not.toContain('token')

  // The app's menu reaches the window, and files are those over there: no dialog of this machine.
  await application.evaluate(({ BrowserWindow, Menu }) => {
    BrowserWindow.getAllWindows()[1]?.focus()
    Menu.getApplicationMenu()?.getMenuItemById('file.open')?.click()
  })
  await expect(far.getByRole('dialog', { name: 'Open a profile' })).toBeVisible()
  await expect(far.getByRole('textbox', { name: 'Path' })).toHaveValue(join(home, 'far'))
  await far.keyboard.press('Escape')

  // A window opened from there uses the same connection.
  await application.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('window.new')?.click())
  const second = await nextWindow(application, [window, far])
  await expect(second.getByText('on ada@cluster')).toBeVisible()
  await far.close()
  await second.getByRole('button', { name: 'New recording', exact: false }).first().click()
  await expect(second.getByText(/started without --allow-launch/).first()).toBeVisible()
  await second.close()
  await expectGone(home)
})

test('a failure is one line in the dialog, machines that answered are offered again, and a broken connection is reported in its windows', async ({
  startDesktop,
  home,
}) => {
  const { application, window } = await startDesktop([], machines(home))
  await window.getByRole('button', { name: 'Connect to a machine…' }).click()
  const dialog = window.getByRole('dialog', { name: 'Connect to a machine' })
  await dialog.getByRole('textbox', { name: 'Machine' }).fill('ada@cluster')
  await dialog.getByRole('textbox', { name: 'Command there' }).fill('no-hagstone-here')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('ada@cluster has no command no-hagstone-here; install hagstone there, or say where it is.')
  await screenshot(window, 'connect')
  expect(await brokenRules(window)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Command there' }).fill('')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  const far = await nextWindow(application, [window])
  await expect(far.getByText('on ada@cluster')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await window.getByRole('button', { name: 'Connect to a machine…' }).click()
  await expect(dialog.getByRole('list', { name: 'Previous machines' })).toContainText('ada@cluster')
  await dialog.getByRole('button', { name: 'Forget ada@cluster' }).click()
  await expect(dialog.getByRole('list')).toHaveCount(0)

  await expect(far.getByRole('complementary', { name: 'Runs' })).toContainText('solver huge.dat')
  process.kill(Number(readFileSync(join(home, 'words.json.pid'), 'utf8')), 'SIGKILL')
  await expect(far.getByRole('alert').filter({ hasText: 'The connection to the other machine has ended' })).toBeVisible()
})

test('an attempt can be cancelled', async ({ startDesktop, home }) => {
  const environment = machines(home)
  writeFileSync(
    join(home, 'programs', 'ssh'),
    `#!/bin/sh\ntrap "touch '${home}/ended'; exit 255" TERM; touch '${home}/connecting'; for step in $(seq 600); do sleep 0.1; done\n`,
  )
  const { window } = await startDesktop([], environment)
  await connect(window, 'cluster')
  await expect.poll(() => existsSync(join(home, 'connecting'))).toBe(true)
  await expect(window.getByText('Connecting to cluster…')).toBeVisible()
  await window.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(window.getByRole('button', { name: 'Connect', exact: true })).toBeEnabled()
  await expect.poll(() => existsSync(join(home, 'ended'))).toBe(true)
  await expect(window.getByRole('alert')).toHaveCount(0)
})
