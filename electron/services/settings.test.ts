import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { SettingsFile, settingsFile } from './settings.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'

let file: string
let warnings: string[]
const open = (): SettingsFile => new SettingsFile(file, (line) => warnings.push(line))

beforeEach(() => {
  file = join(temporaryDirectory(), 'hagstone', 'settings.json')
  warnings = []
})

it('starts with defaults, without a message', () => {
  expect(open().get('sourceMappings')).toEqual([])
  expect(warnings).toEqual([])
})

it('remembers for the next host and leaves nothing else behind', () => {
  open().set('sourceMappings', [{ from: '/build', to: '/home/user/src' }])
  expect(open().get('sourceMappings')).toEqual([{ from: '/build', to: '/home/user/src' }])
  expect(readdirSync(dirname(file))).toEqual(['settings.json'])
})

it.each(['{', '{"sourceMappings": 3}'])('takes the defaults for %s and says so in one line', (content) => {
  open().set('sourceMappings', [])
  writeFileSync(file, content)
  expect(open().get('sourceMappings')).toEqual([])
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).not.toContain('\n')
  expect(readFileSync(file, 'utf8')).toBe(content)
})

it("is in the user's configuration directory", () => {
  expect(settingsFile({ XDG_CONFIG_HOME: '/etc/me' })).toBe('/etc/me/hagstone/settings.json')
  expect(settingsFile({ XDG_CONFIG_HOME: 'relative' })).toMatch(/\.config\/hagstone\/settings\.json$/)
})
