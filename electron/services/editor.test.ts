import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { editorCall, editorProblem, startEditor } from './editor.ts'

describe('a setting', () => {
  test.each(['', 'code --goto {file}:{line}', 'emacsclient -n +{line} {file}', "'/opt/my editor/bin/edit' {file}", 'vscode://file{file}:{line}'])(
    '%s can be used',
    (setting) => {
      expect(editorProblem(setting)).toBeNull()
    },
  )

  test.each([
    ['code', 'has no {file}'],
    ['{file}', 'begins with no program'],
    ['"" {file}', 'begins with no program'],
    ["code '{file}", 'opened and not closed'],
    ['javascript://{file}', 'not known as an editor'],
    ['file://{file}', 'not known as an editor'],
  ])('%s cannot: %s', (setting, why) => {
    expect(editorProblem(setting)).toContain(why)
  })
})

describe('the call', () => {
  test('fills in file and line after splitting words, so any path is one word', () => {
    expect(editorCall('code --goto {file}:{line}', "/src/my $& `rm` '; {line}.c", 7)).toEqual({
      kind: 'program',
      program: 'code',
      arguments: ['--goto', "/src/my $& `rm` '; {line}.c:7"],
    })
  })

  test('encodes the file in an address', () => {
    expect(editorCall('vscode://file{file}:{line}', '/src/a b?#%/ü.c', 3)).toEqual({ kind: 'address', address: 'vscode://file/src/a%20b%3F%23%25/%C3%BC.c:3' })
  })
})

test('the program is started with its arguments alone; a missing one is reported in a line', async () => {
  const said = join(temporaryDirectory(), 'said')
  const program = join(temporaryDirectory(), 'editor')
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${said}'.part; mv '${said}'.part '${said}'\n`, { mode: 0o755 })
  await startEditor({ kind: 'program', program, arguments: ['+3', '/src/$(id) x.c'] }, { PATH: process.env['PATH'] ?? '' })
  await expect.poll(() => existsSync(said)).toBe(true)
  expect(readFileSync(said, 'utf8')).toBe('+3\n/src/$(id) x.c\n')
  await expect(startEditor({ kind: 'program', program: 'no-such-editor', arguments: [] }, {})).rejects.toMatchObject({
    code: 'unable',
    message: 'The editor no-such-editor cannot be started (ENOENT); choose another in the settings.',
  })
})
