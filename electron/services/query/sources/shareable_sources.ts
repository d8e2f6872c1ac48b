/** Finds the source files named by a profile that could be stored in it, and stores them. */
import { sizeText } from '../../../../shared/names/size_text.ts'
import { LINE } from '../../../../shared/profile/tables.ts'
import type { ProfileTables } from '../../../../shared/profile/profile.ts'
import { RpcError } from '../../../../shared/rpc/contract.ts'
import type { ShareableSource } from '../../../../shared/rpc/sources.ts'
import { embeddedSource, embeddedSources, embedSources, wasEmbeddedChanged } from '../../../profile/embedded_sources.ts'
import type { OwnRecordings } from '../../../record/finishing/own_recordings.ts'
import type { SourceReference } from '../source_reference.ts'
import type { SourceFiles, SourcePlaces } from './source_files.ts'

/** More than users send. Bytes. */
const MOST_EMBEDDED = 64 << 20

/** Where the files are that a profile names. */
export interface SourceOrigins {
  workingDirectory: string
  profilePath: string
  /** By file: recorded modules whose code comes from it. */
  modules: ReadonlyMap<string, string[]>
  /** All recorded ones, with their build ids. */
  programs: ProfileTables['modules']
  /** By file: its MD5 sums as the compilers read it. */
  sums: ReadonlyMap<string, string[]>
  /** When the program was recorded (ISO 8601). */
  startedAt: string
}

export interface NamedSources extends SourceOrigins {
  /** Those whose lines have accesses, in the order of their names. */
  files: string[]
}

export function namedSources(profile: ProfileTables, profilePath: string): NamedSources {
  const { files } = profile
  // Each column is looked up once: a profile checks on each access whether it was read.
  const { kind, file } = profile.nodes
  const rows = new Set<number>()
  for (let row = 1; row < kind.length; row++) if (kind[row] === LINE && file[row]! >= 0) rows.add(file[row]!)
  const named = new Set(Array.from(rows, (each) => files[each]!))
  return { files: [...named].sort(), ...sourceOrigins(profile, profilePath) }
}

export function sourceOrigins(profile: ProfileTables, profilePath: string): SourceOrigins {
  const { run, modules } = profile
  return {
    workingDirectory: run.workingDirectory,
    profilePath,
    modules: modulesOfFiles(profile),
    programs: modules,
    sums: sumsOfFiles(profile),
    startedAt: run.startedAt,
  }
}

/** By source file, the modules that have code of it. */
function modulesOfFiles({ functions, files, modules }: ProfileTables): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { file, module } of functions) {
    const [name, path] = [files[file], modules[module]?.path]
    if (name === undefined || path === undefined) continue
    const known = found.get(name)
    if (known === undefined) found.set(name, [path])
    else if (!known.includes(path)) known.push(path)
  }
  return found
}

/** @param paths of modules */
function buildIdsOf(programs: ProfileTables['modules'], paths: readonly string[]): string[] {
  return programs.filter(({ path, buildId }) => buildId !== '' && paths.includes(path)).map(({ buildId }) => buildId)
}

/** By source file, the checksums that its compilers wrote. */
export function sumsOfFiles({ sourceSums, files }: Pick<ProfileTables, 'sourceSums' | 'files'>): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { file, md5 } of sourceSums) found.set(files[file]!, [...(found.get(files[file]!) ?? []), md5])
  return found
}

/** Facts about each, without asking: files without the user's consent are rejected. */
export function shareableSources(named: NamedSources, reader: SourceFiles, places: SourcePlaces): ShareableSource[] {
  const embedded = new Map(embeddedSources(named.profilePath).map(({ file, bytes }) => [file, bytes]))
  return named.files.map((file): ShareableSource => {
    const here = readHere(file, named, reader, places)
    const within = embedded.get(file) ?? null
    return here.found
      ? { file, bytes: Buffer.byteLength(here.text), state: 'here', embeddedBytes: within, changedSinceBuild: here.changedSinceBuild }
      : { file, bytes: null, state: here.reason, embeddedBytes: within, changedSinceBuild: within !== null && wasEmbeddedChanged(named.profilePath, file) }
  })
}

/**
 * Stores these files in the profile; all others in it are removed.
 * @throws RpcError not-found (a file that may not be read, or is not named), refused (too much), unable, bad-file
 */
export function shareSources(
  files: readonly string[],
  named: NamedSources,
  { reader, places, ownRecordings }: { reader: SourceFiles; places: SourcePlaces; ownRecordings: OwnRecordings },
): void {
  const known = new Set(named.files)
  const texts = new Map<string, string>()
  const changed = new Set<string>()
  let bytes = 0
  for (const file of files) {
    if (!known.has(file)) throw new RpcError('not-found', `The profile names no accesses in ${file}; choose among its files`)
    const here = readHere(file, named, reader, places)
    // Files that no longer exist here stay unchanged in the profile.
    const text = here.found ? here.text : embeddedSource(named.profilePath, file)
    if (text === null) throw new RpcError('not-found', `${file} cannot be read here, so it cannot be put into the profile; map its folder, or leave it out`)
    texts.set(file, text)
    if (here.found ? here.changedSinceBuild : wasEmbeddedChanged(named.profilePath, file)) changed.add(file)
    bytes += Buffer.byteLength(text)
  }
  if (bytes > MOST_EMBEDDED)
    throw new RpcError('refused', `The files have ${sizeText(bytes)}, and a profile takes ${sizeText(MOST_EMBEDDED)} of sources; choose fewer`)
  embedSources(named.profilePath, texts, ownRecordings, changed)
}

/** How a file that the profile names is read. */
export function sourceReference({ workingDirectory, profilePath, modules, programs, sums, startedAt }: SourceOrigins, file: string): SourceReference {
  const own = modules.get(file) ?? []
  return {
    referenced: true,
    workingDirectory,
    profilePath,
    modules: own,
    buildIds: buildIdsOf(programs, own),
    sums: sums.get(file) ?? [],
    startedAt,
  }
}

function readHere(file: string, named: NamedSources, reader: SourceFiles, places: SourcePlaces): ReturnType<SourceFiles['read']> {
  return reader.readHere(file, sourceReference(named, file), places, false)
}
