/** The oldest Rust compiler that samples are for is Debian 12's: a newer one here accepts what would break the build there. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isMissing } from '../electron/symbols/toolchain.testing.ts'

const root = resolve(import.meta.dirname, '..')
const debians = '1.63.0'
const libraries = ['rayon_core']
const rustFiles = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.rs'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  // Libraries before the programs that use them.
  .toSorted((a, b) => Number(!isLibrary(a)) - Number(!isLibrary(b)))

const directory = mkdtempSync(join(tmpdir(), 'hagstone-rust-'))
afterAll(() => rmSync(directory, { recursive: true }))

function isLibrary(file: string): boolean {
  return libraries.includes(basename(file, '.rs'))
}

/** Messages of Clippy on what is newer than the compiler; the file's metadata is kept for those that use it. */
function newer(file: string): string {
  const name = basename(file, '.rs')
  const options = ['--edition', '2021', '--crate-type', 'lib', '--crate-name', name, '--emit=metadata', '--out-dir', directory, '-L', directory]
  const uses = isLibrary(file) ? [] : libraries.flatMap((library) => ['--extern', library])
  const lints = ['-A', 'warnings', '-D', 'clippy::incompatible_msrv']
  const { status, stderr } = spawnSync('clippy-driver', [...options, ...uses, ...lints, join(root, file)], {
    encoding: 'utf8',
    env: { ...process.env, CLIPPY_CONF_DIR: directory },
  })
  return status === 0 ? '' : stderr
}

describe.skipIf(isMissing('clippy-driver'))('with Clippy', () => {
  writeFileSync(join(directory, 'clippy.toml'), `msrv = "${debians}"\n`)
  it.each(rustFiles)(`%s needs no Rust newer than ${debians}`, (file) => {
    expect(newer(file)).toBe('')
  })
})
