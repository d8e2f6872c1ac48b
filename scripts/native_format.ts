/**
 * Formats the native sources by the nearest .clang-format. With --check it only names the places that are not formatted.
 * Programs whose lines tests name have a .clang-format that leaves them as they are.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const files = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'native/*.c', 'native/*.h', 'native/*.cpp', 'resources/include'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\0')
  .filter((path) => path !== '')
const mode = process.argv.includes('--check') ? ['--dry-run', '-Werror'] : ['-i']
const formatter = resolve(root, 'node_modules/@wasm-fmt/clang-format/clang-format-cli.cjs')
/** WebAssembly's stack holds the names of a few hundred. */
const AT_ONCE = 100
for (let first = 0; first < files.length; first += AT_ONCE) {
  const { status } = spawnSync(process.execPath, [formatter, ...mode, ...files.slice(first, first + AT_ONCE)], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exitCode = status ?? 1
}
