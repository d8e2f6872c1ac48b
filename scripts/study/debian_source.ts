/** Sources of Debian's packages, fetched by apt with a configuration of the study's own: the machine's stays as it is. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { studyDirectory } from './directories.ts'

const aptDirectory = join(studyDirectory, 'apt')
const machineSources = '/etc/apt'

export interface UnpackedSource {
  directory: string
  version: string
}

/** The machine's package archives, configured for sources; of the one-line and of the newer format of apt's lists. */
export function asSourceList(text: string, format: 'list' | 'sources'): string {
  return format === 'list'
    ? text
        .split('\n')
        .filter((line) => /^deb\s/.test(line))
        .map((line) => line.replace(/^deb\s/, 'deb-src '))
        .join('\n')
    : text.replaceAll(/^Types:.*$/gm, 'Types: deb-src')
}

/** The version that the name of a package's description ends in: bzip2_1.0.8-5.dsc is 1.0.8-5. Null: no such name. */
export function versionOf(name: string): string | null {
  return /^[^_]+_(.+)\.dsc$/.exec(name)?.[1] ?? null
}

/** Fetches and unpacks a source package once. Throws with what apt says when it cannot. */
export function debianSource(name: string): UnpackedSource {
  const directory = join(studyDirectory, 'sources', name)
  const known = unpacked(directory)
  if (known !== null) return known
  mkdirSync(directory, { recursive: true })
  const result = apt(['source', '--quiet=2', '--only-source', name], directory)
  const found = unpacked(directory)
  if (result.status !== 0 || found === null) throw new Error(`the source of ${name} cannot be fetched:\n${result.stderr}`)
  return found
}

function unpacked(directory: string): UnpackedSource | null {
  if (!existsSync(directory)) return null
  const entries = readdirSync(directory, { withFileTypes: true })
  const source = entries.find((entry) => entry.isDirectory())
  const version = entries.map(({ name }) => versionOf(name)).find((known) => known !== null)
  return source === undefined || version === undefined || version === null ? null : { directory: join(directory, source.name), version }
}

let updated = false

function apt(words: string[], directory: string): { status: number | null; stderr: string } {
  if (!updated) {
    updated = true
    writeConfiguration()
    // Other archives of the machine may have no sources: missing ones show on request.
    spawnSync('apt-get', ['update', '--quiet=2'], { env: ownConfiguration(), stdio: 'ignore' })
  }
  const result = spawnSync('apt-get', words, { cwd: directory, env: ownConfiguration(), encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  if (result.error !== undefined)
    throw new Error(
      `the study fetches sources by apt, which this system lacks (${result.error.message}); run it on Debian or Ubuntu, or in a container of them`,
    )
  return result
}

const ownConfiguration = () => ({ ...process.env, LC_ALL: 'C.UTF-8', APT_CONFIG: join(aptDirectory, 'apt.conf') })

function writeConfiguration(): void {
  const lists = join(aptDirectory, 'sources.list.d')
  for (const directory of [lists, join(aptDirectory, 'lists/partial'), join(aptDirectory, 'cache/archives/partial')]) mkdirSync(directory, { recursive: true })
  const parts = join(machineSources, 'sources.list.d')
  const files = [join(machineSources, 'sources.list'), ...(existsSync(parts) ? readdirSync(parts).map((name) => join(parts, name)) : [])]
  for (const file of files) {
    const format = /\.(list|sources)$/.exec(file)?.[1]
    if ((format !== 'list' && format !== 'sources') || !existsSync(file)) continue
    writeFileSync(join(lists, file.slice(file.lastIndexOf('/') + 1)), `${asSourceList(readFileSync(file, 'utf8'), format)}\n`)
  }
  const settings = {
    'Dir::Etc::sourcelist': '/dev/null',
    'Dir::Etc::sourceparts': lists,
    'Dir::State::lists': join(aptDirectory, 'lists'),
    'Dir::Cache': join(aptDirectory, 'cache'),
  }
  writeFileSync(
    join(aptDirectory, 'apt.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} "${value}";\n`)
      .join(''),
  )
}
