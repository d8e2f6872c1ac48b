/** The licences of the code built into the bundles and the native parts: most require their text beside every copy. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Description {
  name: string
  version: string
  license?: string
  dependencies?: Record<string, string>
}

const descriptionIn = (directory: string): Description => JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Description

/** Where Node would find it from a package's directory. */
function directoryOf(name: string, from: string): string {
  for (let at = from; ; at = dirname(at)) {
    const directory = join(at, 'node_modules', name)
    if (existsSync(join(directory, 'package.json'))) return directory
    if (at === dirname(at)) throw new Error(`${name}, which ${from} needs, is not installed; run npm ci.`)
  }
}

/** All packages that the repository's dependencies bring, by their directories. */
function packagesOf(repository: string): Set<string> {
  const found = new Set<string>()
  const add = (from: string): void => {
    for (const name of Object.keys(descriptionIn(from).dependencies ?? {})) {
      const directory = directoryOf(name, from)
      if (found.has(directory)) continue
      found.add(directory)
      add(directory)
    }
  }
  add(repository)
  return found
}

const isNotice = (file: string): boolean => /^(licen[sc]e|notice|copying|third-?party-?notices)/i.test(file) && !file.endsWith('.csv')

function notice(title: string, directory: string, licence: string): string {
  const texts = readdirSync(directory)
    .filter(isNotice)
    .toSorted()
    .map((file) => readFileSync(join(directory, file), 'utf8').trim())
  return [title, '='.repeat(title.length), '', texts.length > 0 ? texts.join('\n\n') : `Licence: ${licence}`].join('\n')
}

/** @param zydis where its source lies; Zycore, its own support library, stands under the same licence */
export function thirdPartyNotices(repository: string, zydis = join(repository, 'build/third_party/zydis')): string {
  const packages = [...packagesOf(repository)]
    .map((directory) => ({ directory, ...descriptionIn(directory) }))
    .toSorted((a, b) => `${a.name} ${a.version}`.localeCompare(`${b.name} ${b.version}`))
  return `${[
    'Hagstone contains the following works of others, under these licences. The licences of Electron and Chromium, of elfutils and of\nValgrind lie beside them.',
    notice('Zydis and Zycore', zydis, 'MIT'),
    ...packages.map(({ name, version, license, directory }) => notice(`${name} ${version}`, directory, license ?? 'see the package')),
  ].join('\n\n\n')}\n`
}
