/** Bad input gets one line with the remedy, and the documented exit status. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { hagstone } from '../support/hagstone.ts'
import type { Result } from '../support/hagstone.ts'
import { temporaryDirectory } from './directory.ts'

const path = temporaryDirectory()

function expectOneLine({ stderr, stdout }: Result): void {
  expect(stdout).toBe('')
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(stderr).toMatch(/^hagstone: .{20,}/)
}

describe('record', () => {
  const record = (program: string) => hagstone(['record', '--output', path('never.hagstone'), '--', program])

  test('a program that does not exist: 127', async () => {
    const result = await record(path('nowhere'))
    expect(result.status).toBe(127)
    expectOneLine(result)
  })

  test('a directory: 126', async () => {
    mkdirSync(path('directory'))
    const result = await record(path('directory'))
    expect(result.status).toBe(126)
    expectOneLine(result)
  })

  test('a file that is not executable: 126', async () => {
    writeFileSync(path('data'), 'no program')
    const result = await record(path('data'))
    expect(result.status).toBe(126)
    expectOneLine(result)
  })

  test('a script is recorded as its interpreter, with a message', async () => {
    writeFileSync(path('script'), '#!/bin/sh\necho from the script\n')
    chmodSync(path('script'), 0o755)
    const result = await hagstone(['record', '--output', path('script.hagstone'), '--', path('script')])
    expect(result.status).toBe(0)
    expect(result.stdout).toBe('from the script\n')
    expect(result.stderr).toContain('/bin/sh')
  })

  test('no program and an unknown option: 125', async () => {
    for (const words of [['record'], ['record', '--no-such-option', '--', 'true']]) {
      const result = await hagstone(words)
      expect(result.status).toBe(125)
      expectOneLine(result)
    }
  })

  test('an output directory that is missing: 125, before anything ran', async () => {
    const result = await hagstone(['record', '--output', path('missing/profile.hagstone'), '--', 'touch', path('ran')])
    expect(result.status).toBe(125)
    expectOneLine(result)
  })
})

describe('report', () => {
  const report = (file: string) => hagstone(['report', file, '--json'])

  test.each([
    ['an absent file', () => path('absent.hagstone')],
    ['an empty file', () => written('empty.hagstone', '')],
    ['a text file', () => written('text.hagstone', 'this is no profile\n'.repeat(100))],
    ['a directory', () => path('.')],
    ['someone else’s database', () => foreignDatabase('foreign.hagstone')],
  ])('%s: 4', async (_name, make) => {
    const result = await report(make())
    expect(result.status).toBe(4)
    expectOneLine(result)
  })

  test('a truncated profile and one of a newer version: 4, and what to do', async () => {
    const profile = path('whole.hagstone')
    expect((await hagstone(['record', '--output', profile, '--', 'true'])).status).toBe(0)
    const bytes = readFileSync(profile)
    writeFileSync(path('truncated.hagstone'), bytes.subarray(0, Math.floor(bytes.length / 2)))
    const truncated = await report(path('truncated.hagstone'))
    expect(truncated.status).toBe(4)
    expectOneLine(truncated)

    writeFileSync(path('newer.hagstone'), bytes)
    const database = new DatabaseSync(path('newer.hagstone'))
    database.exec('PRAGMA user_version = 9999')
    database.close()
    const newer = await report(path('newer.hagstone'))
    expect(newer.status).toBe(4)
    expectOneLine(newer)
    expect(newer.stderr).toMatch(/newer/)
  })

  function written(name: string, text: string): string {
    writeFileSync(path(name), text)
    return path(name)
  }
  function foreignDatabase(name: string): string {
    const database = new DatabaseSync(path(name))
    database.exec('CREATE TABLE cats (name TEXT)')
    database.close()
    return path(name)
  }
})

test('an unknown command: 2, and the commands there are', async () => {
  const result = await hagstone(['rekord'])
  expect(result.status).toBe(2)
  expectOneLine(result)
  expect(result.stderr).toContain('record')
})
