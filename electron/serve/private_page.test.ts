import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { privateDirectory } from '../private_directory.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { confinedDirectory, writePrivatePage } from './private_page.ts'

const home = temporaryDirectory()
const address = 'http://127.0.0.1:1/?token=secret'

afterEach(() => vi.unstubAllEnvs())

test('a private page belongs to its user alone, leads to the address, and leaves nothing behind', async () => {
  vi.stubEnv('XDG_RUNTIME_DIR', home)
  const { path, remove } = await writePrivatePage(address)
  expect(path.startsWith(join(home, 'hagstone', 'open-'))).toBe(true)
  expect([join(home, 'hagstone'), join(path, '..'), path].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700, 0o600])
  expect(readFileSync(path, 'utf8')).toContain(`content="0; url=${address}"`)
  remove()
  expect(existsSync(join(path, '..'))).toBe(false)
})

test('its directory was opened to others: it is closed again', () => {
  const environment = { XDG_RUNTIME_DIR: '', XDG_STATE_HOME: join(home, 'open') }
  const path = privateDirectory(environment)
  chmodSync(path, 0o777)
  privateDirectory(environment)
  expect(statSync(path).mode & 0o777).toBe(0o700)
})

test('a link in its place is not followed', () => {
  const state = join(home, 'linked')
  mkdirSync(join(state, 'hagstone'), { recursive: true })
  symlinkSync(home, join(state, 'hagstone', 'private'))
  expect(() => privateDirectory({ XDG_STATE_HOME: state })).toThrow(/private is not a directory of this user$/)
})

test('a runtime directory of another user, as sudo passes it on, is not used', () => {
  const other = join(home, 'runtime')
  mkdirSync(other)
  // All directories here appear to be another user's: the state's is then rejected, and the runtime's was not tried.
  vi.spyOn(process, 'geteuid').mockReturnValue(statSync(other).uid + 1)
  expect(() => privateDirectory({ XDG_RUNTIME_DIR: other, XDG_STATE_HOME: join(home, 'own') })).toThrow(
    `${join(home, 'own', 'hagstone', 'private')} is not a directory of this user`,
  )
  vi.restoreAllMocks()
})

test.each([
  ['firefox_firefox.desktop', 'snap/firefox/common'],
  ['org.mozilla.firefox.desktop', '.var/app/org.mozilla.firefox/cache'],
  ['firefox-esr.desktop', null],
  ['chromium_chromium.desktop', null],
  ['', null],
])('what a confined browser %s can read', (desktopFile, expected) => {
  mkdirSync(join(home, 'snap/firefox/common'), { recursive: true })
  mkdirSync(join(home, '.var/app/org.mozilla.firefox/cache'), { recursive: true })
  expect(confinedDirectory(desktopFile, home)).toBe(expected === null ? null : join(home, expected))
})
