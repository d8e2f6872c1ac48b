/** Rejects names that two test files of one native program define: they would not compile as one file (native/test_headers.cmake). */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { clashingNames, testPrograms } from './native_names.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')
const lists = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'native/*CMakeLists.txt'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '')
for (const { name, files } of clashingNames(testPrograms(lists.map((path) => ({ path, text: read(path) }))), read)) {
  process.stderr.write(`${files.join(', ')}: each defines ${name}. Rename it in one of them: continuous integration compiles them as one file.\n`)
  process.exitCode = 1
}
