/** Folders that a newcomer can read: no folder with too many files, no README longer than a screen, and no file without a first sentence about its content. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const MOST_FILES = 20
/** One screen. */
const MOST_README_LINES = 60
/** Lists of programs, each of which represents itself: their names are the index. */
const programs = new Set(['resources/samples', 'native/agent/test/targets'])
const SOURCE = /\.(ts|tsx|js|c|cpp|h|S|sh|rs|f90)$/
/** A test beside the file it tests has that file's name, so it adds nothing to look through. */
const TEST = /\.test\.tsx?$/

function sources(): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
}

test('no folder holds more source files than one can take in', () => {
  const counts = new Map<string, number>()
  for (const file of sources().filter((name) => SOURCE.test(name) && !TEST.test(name))) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  const full = [...counts].filter(([folder, count]) => count > MOST_FILES && !programs.has(folder)).map(([folder, count]) => `${folder}: ${count}`)
  expect(full).toEqual([])
})

test('the README of a folder fits on a screen', () => {
  const lines = sources()
    .filter((name) => name.endsWith('/README.md'))
    .map((name) => ({ name, lines: readFileSync(resolve(root, name), 'utf8').trimEnd().split('\n').length }))
  expect(lines.length).toBeGreaterThan(8)
  expect(lines.filter((readme) => readme.lines > MOST_README_LINES)).toEqual([])
})

test('each file of TypeScript begins with a sentence of what it is, before or after its imports', () => {
  const files = sources().filter((name) => name.endsWith('.ts') && !/\.(?:test|spec)\.ts$/.test(name))
  expect(files.length).toBeGreaterThan(500)
  const silent = files.filter((name) => !/^(?:\s*import (?:[^']*from )?'[^']*')*\s*\/[*/]/.test(readFileSync(resolve(root, name), 'utf8')))
  expect(silent).toEqual([])
})
