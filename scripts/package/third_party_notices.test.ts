import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { thirdPartyNotices } from './third_party_notices.ts'

const directory = mkdtempSync(join(tmpdir(), 'hagstone-notices-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function made(path: string, description: object, licences: Record<string, string> = {}): string {
  const at = join(directory, path)
  mkdirSync(at, { recursive: true })
  writeFileSync(join(at, 'package.json'), JSON.stringify(description))
  for (const [name, text] of Object.entries(licences)) writeFileSync(join(at, name), text)
  return at
}

test('notices are of everything that dependencies bring, each version once, and of nothing that only builds or tests', () => {
  const root = made('.', { name: 'own', version: '1.0.0', dependencies: { one: '1', two: '1' }, devDependencies: { tester: '1' } })
  made(
    'node_modules/one',
    { name: 'one', version: '1.1.0', license: 'MIT', dependencies: { shared: '1' } },
    { LICENSE: 'Copyright One\n', NOTICE: 'Notice of One\n' },
  )
  made('node_modules/two', { name: 'two', version: '1.2.0', license: 'ISC', dependencies: { shared: '2', one: '1' } })
  made('node_modules/shared', { name: 'shared', version: '1.0.0', license: 'MIT' }, { 'license.md': 'Copyright Shared' })
  made(
    'node_modules/two/node_modules/shared',
    { name: 'shared', version: '2.0.0', license: 'MIT', dependencies: { one: '1' } },
    { LICENCE: 'Copyright Shared, later' },
  )
  made('node_modules/tester', { name: 'tester', version: '1.0.0' }, { LICENSE: 'Copyright Tester' })
  const notices = thirdPartyNotices(root, made('zydis', {}, { LICENSE: 'Copyright Zydis' }))
    .split('\n\n\n')
    .slice(1)
    .map((notice) =>
      notice
        .trim()
        .split('\n')
        .filter((line) => !/^=*$/.test(line)),
    )
  expect(notices).toEqual([
    ['Zydis and Zycore', 'Copyright Zydis'],
    ['one 1.1.0', 'Copyright One', 'Notice of One'],
    ['shared 1.0.0', 'Copyright Shared'],
    ['shared 2.0.0', 'Copyright Shared, later'],
    ['two 1.2.0', 'Licence: ISC'],
  ])
})

test('a dependency that is not installed is named', () => {
  const root = made('incomplete', { name: 'own', version: '1.0.0', dependencies: { missing: '1' } })
  expect(() => thirdPartyNotices(root, root)).toThrow('missing, which')
})

test('every dependency of this repository has its notice', () => {
  const repository = resolve(import.meta.dirname, '../..')
  const { dependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
  const notices = thirdPartyNotices(repository)
  for (const [name, version] of Object.entries(dependencies)) expect(notices).toContain(`\n${name} ${version}\n=`)
})
