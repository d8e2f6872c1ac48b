/** Rejects names that keep files of one native program from being compiled as one file (native/test_headers.cmake). */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { clashingNames, foldersAsOne, testPrograms, hiddenNames } from './native_names.ts'

const root = resolve(import.meta.dirname, '..')
const texts = new Map<string, string>()

function read(path: string): string {
  const known = texts.get(path) ?? readFileSync(resolve(root, path), 'utf8')
  texts.set(path, known)
  return known
}

function filesLike(pattern: string): string[] {
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', pattern], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '')
}

const lists = filesLike('native/*CMakeLists.txt').map((path) => ({ path, text: read(path) }))
const programs = [...testPrograms(lists), ...foldersAsOne(lists)]
for (const { name, files } of [...clashingNames(programs, read), ...hiddenNames(programs, filesLike('native/*.h'), read)]) {
  process.stderr.write(`${files.join(', ')}: each defines ${name}. Rename it in one of them: continuous integration compiles them as one file.\n`)
  process.exitCode = 1
}
