/**
 * Names functions of the native sources that nothing calls. Functions that only a test calls count as unused, too, unless a
 * test defines them. It reads the text, without a compiler: one name represents all functions that have it.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { unusedFunctions } from './native_functions.ts'

const root = resolve(import.meta.dirname, '..')
const paths = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'native/*.c', 'native/*.h', 'native/*.cpp', 'native/*.S', 'resources/include'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\0')
  .filter((path) => path !== '')
for (const { file, line, name } of unusedFunctions(paths.map((path) => ({ path, text: readFileSync(resolve(root, path), 'utf8') })))) {
  process.stderr.write(`${file}:${line}: nothing calls ${name}\n`)
  process.exitCode = 1
}
