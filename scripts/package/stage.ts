/**
 * Lays out the content of every package as in the source tree, so that the program finds its parts by the same paths:
 * bundles, windows, native parts without debugging information, the launchers, and files for shells and manuals.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { commands } from '../../electron/cli/command_table.ts'
import { completedCommands } from '../../electron/cli/commands/completion_command.ts'
import { completionScript } from '../../electron/cli/completion_scripts.ts'
import { manualPage } from '../../electron/cli/manual_page.ts'
import { nativeDirectories } from '../../electron/paths.ts'
import { debianCopyright } from './debian_copyright.ts'
import { writeExhaustiveSources } from './exhaustive_sources.ts'
import { thirdPartyNotices } from './third_party_notices.ts'

const repository = join(import.meta.dirname, '..', '..')

/** Where electron-builder.yml takes the app from. */
export const payload = join(repository, 'build/package/hagstone')

/** Files of a CMake build directory. */
const NATIVE_PARTS = [
  'agent/libhagstone_agent.so',
  'agent/libhagstone_agent.a',
  'agent/libhagstone_agent.flags',
  'agent/hagstone_probe',
  'tracer/hagstone_tracer',
  'symbols/hagstone_symbols.node',
] as const

/** Libraries of the symboliser that small systems lack. */
const brought = ['libdw.so.1', 'libelf.so.1']

/** Creates the payload again, in `target`. Throws with the command that builds a missing part. */
export async function stage(target = payload): Promise<void> {
  rmSync(target, { recursive: true, force: true })
  const native = nativeDirectories()[0] ?? ''
  const parts = [
    join(repository, 'build/electron/cli.mjs'),
    join(repository, 'build/renderer/index.html'),
    ...NATIVE_PARTS.map((part) => join(native, part)),
    join(native, 'exhaustive/libexec/hagstone-amd64-linux'),
  ]
  const missing = parts.filter((part) => !existsSync(part))
  if (missing.length > 0) throw new Error(`${missing.join(', ')}: not built; run scripts/setup.sh run with the package valgrind installed.`)

  for (const folder of ['build/electron', 'build/renderer']) copy(join(repository, folder), join(target, folder), (path) => !path.endsWith('.map'))
  for (const part of NATIVE_PARTS) copyStripped(join(native, part), join(target, 'build/native', part))
  const flags = join(target, 'build/native/agent/libhagstone_agent.flags')
  writeFileSync(flags, readFileSync(flags, 'utf8').replaceAll(join(native, 'agent/'), '/'))
  bringLibraries(join(native, 'symbols/hagstone_symbols.node'), join(target, 'build/native/symbols/lib'))
  // Valgrind's own files beside the engine are links in a build.
  const engine = join(native, 'exhaustive/libexec')
  mkdirSync(join(target, 'build/native/exhaustive/libexec'), { recursive: true })
  for (const file of readdirSync(engine)) copyFileSync(join(engine, file), join(target, 'build/native/exhaustive/libexec', file))
  strip(join(target, 'build/native/exhaustive/libexec/hagstone-amd64-linux'))

  for (const file of [
    'LICENSE',
    'README.md',
    'native/exhaustive/LICENSE',
    'resources/include',
    'resources/launcher',
    'resources/hagstone.desktop',
    'resources/hagstone-mime.xml',
    'resources/hagstone.metainfo.xml',
    'resources/icons/256x256.png',
  ])
    copy(join(repository, file), join(target, file))
  write(join(target, 'THIRD_PARTY_NOTICES.txt'), thirdPartyNotices(repository))
  writeExhaustiveSources(join(target, 'native/exhaustive/SOURCES.md'))
  const completed = await completedCommands(commands)
  write(join(target, 'share/bash-completion/completions/hagstone'), completionScript('bash', completed))
  write(join(target, 'share/zsh/vendor-completions/_hagstone'), completionScript('zsh', completed))
  write(join(target, 'share/fish/vendor_completions.d/hagstone.fish'), completionScript('fish', completed))
  writeZipped(join(target, 'share/man/man1/hagstone.1.gz'), await manualPage())
  write(join(target, 'share/doc/hagstone/copyright'), debianCopyright(readFileSync(join(repository, 'LICENSE'), 'utf8')))
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(description(), null, 2)}\n`)
}

/** package.json of the payload, which is the npm package too. */
function description(): object {
  const own = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as Record<string, unknown>
  const { name, version, description, license, homepage, type, main, engines } = own
  return {
    name,
    version,
    description,
    license,
    homepage,
    type,
    main,
    desktopName: 'hagstone.desktop',
    bin: { hagstone: 'resources/launcher/npm.sh' },
    man: ['share/man/man1/hagstone.1.gz'],
    engines,
  }
}

function copy(from: string, to: string, isWanted: (path: string) => boolean = () => true): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, filter: isWanted })
}

function copyStripped(from: string, to: string): void {
  copy(from, to)
  if (!to.endsWith('.flags')) strip(to)
}

/** Unwinding and exported symbols stay. */
function strip(path: string): void {
  execFileSync('strip', ['--strip-debug', path])
}

function bringLibraries(user: string, directory: string): void {
  mkdirSync(directory, { recursive: true })
  const found = execFileSync('ldd', [user], { encoding: 'utf8' })
  for (const library of brought) {
    const path = new RegExp(`${library.replaceAll('.', String.raw`\.`)} => (\\S+)`).exec(found)?.[1]
    if (path === undefined) throw new Error(`${basename(user)} does not need ${library} any more; take it from the list in scripts/package/stage.ts.`)
    copyFileSync(path, join(directory, library))
    chmodSync(join(directory, library), 0o644)
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function writeZipped(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, gzipSync(text, { level: 9 }))
}
