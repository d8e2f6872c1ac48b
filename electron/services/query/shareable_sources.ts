/** Which of the source files that a profile names could be put into it, and putting them there. */
import { sizeText } from '../../../shared/names/size_text.ts'
import { LINE } from '../../../shared/profile/tables.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { type ShareableSource } from '../../../shared/rpc/sources.ts'
import { embeddedSource, embeddedSources, embedSources } from '../../profile/embedded_sources.ts'
import type { OwnRecordings } from '../../record/own_recordings.ts'
import type { SourceFiles, SourcePlaces } from './source_files.ts'

/** More than anybody sends. Bytes. */
const MOST_EMBEDDED = 64 << 20

/** Files that a profile names, and where. */
export interface NamedSources {
  /** Those whose lines have accesses, in the order of their names. */
  files: string[]
  workingDirectory: string
  profilePath: string
}

export function namedSources({ nodes, files, run }: ProfileTables, profilePath: string): NamedSources {
  const named = new Set<string>()
  for (let row = 1; row < nodes.length; row++) if (nodes.kind[row] === LINE && nodes.file[row]! >= 0) named.add(files[nodes.file[row]!]!)
  return { files: [...named].sort(), workingDirectory: run.workingDirectory, profilePath }
}

/** What is known of each, without a question: files that were not agreed to are refused. */
export function shareableSources(named: NamedSources, reader: SourceFiles, places: SourcePlaces): ShareableSource[] {
  const embedded = new Map(embeddedSources(named.profilePath).map(({ file, bytes }) => [file, bytes]))
  return named.files.map((file): ShareableSource => {
    const here = readHere(file, named, reader, places)
    const within = embedded.get(file) ?? null
    return here.found ? { file, bytes: Buffer.byteLength(here.text), state: 'here', embeddedBytes: within } : { file, bytes: null, state: here.reason, embeddedBytes: within }
  })
}

/**
 * Puts these files into the profile; others that were in it are taken out.
 * @throws RpcError not-found (a file that is not to be read, or not named), refused (too much), unable, bad-file
 */
export function shareSources(files: readonly string[], named: NamedSources, { reader, places, ownRecordings }: { reader: SourceFiles; places: SourcePlaces; ownRecordings: OwnRecordings }): void {
  const known = new Set(named.files)
  const texts = new Map<string, string>()
  let bytes = 0
  for (const file of files) {
    if (!known.has(file)) throw new RpcError('not-found', `The profile names no accesses in ${file}; choose among its files`)
    const here = readHere(file, named, reader, places)
    // What is not here any more stays as it is in the profile.
    const text = here.found ? here.text : embeddedSource(named.profilePath, file)
    if (text === null) throw new RpcError('not-found', `${file} cannot be read here, so that it cannot be put into the profile; map its folder, or leave it out`)
    texts.set(file, text)
    bytes += Buffer.byteLength(text)
  }
  if (bytes > MOST_EMBEDDED) throw new RpcError('refused', `The files have ${sizeText(bytes)}, and a profile takes ${sizeText(MOST_EMBEDDED)} of sources; choose fewer`)
  embedSources(named.profilePath, texts, ownRecordings)
}

function readHere(file: string, { workingDirectory, profilePath }: NamedSources, reader: SourceFiles, places: SourcePlaces): ReturnType<SourceFiles['read']> {
  return reader.readHere(file, { referenced: true, workingDirectory, profilePath, modules: [] }, places, false)
}
