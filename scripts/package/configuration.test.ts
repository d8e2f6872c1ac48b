import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { APPLICATION_ID } from '../../electron/profile/profile_schema.ts'

const repository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const require = createRequire(import.meta.url)

interface Configuration {
  extraResources: Array<{ from: string; to: string }>
  fileAssociations: Array<{ ext: string; mimeType: string; description: string }>
}

const { load } = require('js-yaml') as { load(text: string): unknown }
const { validateConfiguration } = require('app-builder-lib/out/util/config/config.js') as {
  validateConfiguration(configuration: unknown, log: unknown): Promise<void>
}
const { DebugLogger } = require('builder-util') as { DebugLogger: new (enabled: boolean) => unknown }

const configuration = (): Configuration => load(readFileSync(repository('electron-builder.yml'), 'utf8')) as Configuration

test('electron-builder accepts the packaging configuration', async () => {
  await validateConfiguration(configuration(), new DebugLogger(true))
})

test('electron-builder would reject a wrong one', async () => {
  await expect(validateConfiguration({ ...configuration(), linux: { targt: 'deb' } }, new DebugLogger(true))).rejects.toThrow(/configuration\.linux should be/)
})

test('profiles belong to the app in packages, and by the files for a desktop without one', () => {
  const mimeType = 'application/x-hagstone-profile'
  // docs/desktop.md names these in the archive.
  expect(configuration().extraResources.map(({ from, to }) => [from, `resources/${to}`])).toEqual(
    expect.arrayContaining(['hagstone-mime.xml', 'hagstone.desktop', 'icons/256x256.png'].map((file) => [`resources/${file}`, `resources/${file}`])),
  )
  expect(configuration().fileAssociations).toEqual([expect.objectContaining({ ext: 'hagstone', mimeType, description: 'Hagstone profile' })])
  const entry = readFileSync(repository('resources/hagstone.desktop'), 'utf8')
  expect(entry).toContain(`MimeType=${mimeType};`)
  expect(entry).toMatch(/^Exec=hagstone view %F$/m)
  const association = readFileSync(repository('resources/hagstone-mime.xml'), 'utf8')
  expect(association).toContain(`type="${mimeType}"`)
  expect(association).toContain('glob pattern="*.hagstone"')
  // SQLite's application_id, at its place in the file.
  expect(association).toContain(`offset="68" value="${Buffer.from([24, 16, 8, 0].map((shift) => (APPLICATION_ID >> shift) & 0xff)).toString('latin1')}"`)
})

test('desktops and software centres take the entry and the description', () => {
  for (const [program, words] of [
    ['desktop-file-validate', ['resources/hagstone.desktop']],
    ['appstreamcli', ['validate', '--no-net', 'resources/hagstone.metainfo.xml']],
  ] as const) {
    const { error, status, stdout } = spawnSync(program, words, { cwd: repository('.'), encoding: 'utf8' })
    if (error === undefined) expect([program, status, stdout]).toEqual([program, 0, expect.not.stringMatching(/^[EW]:|error|warning/m)])
  }
})

/** Null: there is none of a release that knows user namespaces, 4.0 and newer. */
function parsedProfile(text: string): { status: number | null; output: string } | null {
  const release = /version (\d+)\./.exec(spawnSync('apparmor_parser', ['--version'], { encoding: 'utf8' }).stdout ?? '')
  if (Number(release?.[1] ?? 0) < 4) return null
  const { status, stdout, stderr } = spawnSync('apparmor_parser', ['--skip-kernel-load', '--debug'], { input: text, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

test('AppArmor takes the profile that lets the app make user namespaces', () => {
  const profile = readFileSync(repository('resources/apparmor-profile.tpl'), 'utf8')
    .replaceAll('${executable}', 'hagstone')
    .replaceAll('${sanitizedProductName}', 'Hagstone')
  const parsed = parsedProfile(profile)
  if (parsed === null) return
  expect(parsed).toEqual({ status: 0, output: expect.stringMatching(/^userns,$/m) })
  expect(parsedProfile(profile.replace('userns,', 'user_namespaces,'))?.status).not.toBe(0)
})

test('the main script is where package.json says', () => {
  const { main } = JSON.parse(readFileSync(repository('package.json'), 'utf8')) as { main: string }
  expect(main).toBe('build/electron/main.mjs')
})
