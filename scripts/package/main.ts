/**
 * `npm run package [-- KIND…]`: packages in build/packages. Without a word all of them.
 *
 *   npm       hagstone-VERSION.tgz: the command line and its browser windows, for `npm install -g` and `npx hagstone`
 *   dir       the unpacked desktop app
 *   AppImage, deb, tar.gz   the desktop app; electron-builder fetches Electron, fpm and the AppImage tools
 *   sources   hagstone-exhaustive-sources.tar.xz, required beside each of them by the licence of the exhaustive engine
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, Platform } from 'electron-builder'
import { valgrindSource } from './exhaustive_sources.ts'
import { payload, stage } from './stage.ts'

const repository = join(import.meta.dirname, '..', '..')
const output = join(repository, 'build/packages')
const desktopKinds = ['dir', 'AppImage', 'deb', 'tar.gz']
const kinds = ['npm', 'AppImage', 'deb', 'tar.gz', 'sources']

function sources(): void {
  const directory = mkdtempSync(join(tmpdir(), 'hagstone-sources-'))
  try {
    const { source, version } = valgrindSource()
    try {
      execFileSync('apt-get', ['source', '--download-only', `${source}=${version}`], { cwd: directory, stdio: 'inherit' })
    } catch {
      throw new Error(`Valgrind's source package ${version} cannot be fetched; add deb-src lines to apt's sources, run apt-get update and try again.`)
    }
    execFileSync('git', ['archive', '--output', join(directory, 'hagstone-native.tar'), 'HEAD', 'native', 'resources/include', 'package.json', 'LICENSE'], {
      cwd: repository,
    })
    execFileSync('tar', ['-cJf', join(output, 'hagstone-exhaustive-sources.tar.xz'), '-C', directory, '.'])
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : kinds
const unknown = wanted.find((kind) => ![...kinds, ...desktopKinds].includes(kind))
if (unknown !== undefined) {
  console.error(`package: there is no kind ${unknown}; there are ${[...new Set([...kinds, ...desktopKinds])].join(', ')}`)
  process.exit(2)
}
mkdirSync(output, { recursive: true })
try {
  await stage()
  if (wanted.includes('npm')) execFileSync('npm', ['pack', '--pack-destination', output], { cwd: payload, stdio: 'inherit' })
  const targets = wanted.filter((kind) => desktopKinds.includes(kind))
  if (targets.length > 0) await build({ projectDir: repository, targets: Platform.LINUX.createTarget(targets), publish: 'never' })
  if (wanted.includes('sources')) sources()
  console.log(`packages: ${output}`)
} catch (error) {
  console.error(`package: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
