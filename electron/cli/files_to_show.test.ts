import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { filesToShow } from './files_to_show.ts'
import { viewCommand } from './commands/view_command.ts'

const directory = temporaryDirectory()

function file(name: string): string {
  const path = join(directory, name)
  writeFileSync(path, '')
  return path
}

test('files are shown one by one, or two of them side by side', () => {
  const [a, b] = [file('a.hagstone'), file('b.hagstone')]
  expect(filesToShow(viewCommand, [a, b], undefined)).toEqual({ profiles: [a, b], comparison: null })
  expect(filesToShow(viewCommand, [a], b)).toEqual({ profiles: [], comparison: { old: a, new: b } })
})

test('--compare takes exactly two profiles', () => {
  const a = file('a.hagstone')
  for (const paths of [[], [a, a]]) expect(() => filesToShow(viewCommand, paths, a)).toThrow('--compare takes two profiles: hagstone view OLD --compare NEW')
})

test('a missing file is reported at once, also the one to compare with', () => {
  const a = file('a.hagstone')
  expect(() => filesToShow(viewCommand, [join(directory, 'gone')], undefined)).toThrow('gone does not exist; check the path')
  expect(() => filesToShow(viewCommand, [a], join(directory, 'gone'))).toThrow('gone does not exist; check the path')
})
