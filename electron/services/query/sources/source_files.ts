/**
 * Reads source files that a profile names. A profile is untrusted, so a path in it opens only files that the user
 * agreed to: the files of a profile that this user recorded here, files below a folder that the user mapped or keeps
 * sources in, or in a folder where the user agreed to one file before.
 */
import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, extname, isAbsolute, join, normalize, sep } from 'node:path'
import { RpcError } from '../../../../shared/rpc/contract.ts'
import type { SourceMapping, SourceText } from '../../../../shared/rpc/sources.ts'
import { systemErrorCode } from '../../../failure.ts'
import { embeddedSource, LARGEST_SOURCE, wasEmbeddedChanged } from '../../../profile/embedded_sources.ts'
import type { OwnRecordings } from '../../../record/finishing/own_recordings.ts'
import { cachedSource, debuginfodCache, debuginfodOf, markUsed } from '../../../symbols/debuginfod.ts'
import type { SourceReference } from '../source_reference.ts'

type Language = Extract<SourceText, { found: true }>['language']
const LANGUAGES: Record<string, Language> = {
  '.c': 'c',
  '.h': 'cpp',
  '.cc': 'cpp',
  '.cpp': 'cpp',
  '.cxx': 'cpp',
  '.hh': 'cpp',
  '.hpp': 'cpp',
  '.hxx': 'cpp',
  '.inl': 'cpp',
  '.tcc': 'cpp',
  '.rs': 'rust',
  '.f': 'fortran',
  '.for': 'fortran',
  '.f90': 'fortran',
  '.f95': 'fortran',
  '.f03': 'fortran',
  '.f08': 'fortran',
}

function languageOf(path: string): Language {
  return LANGUAGES[extname(path).toLowerCase()] ?? 'plain'
}

/** PATH_MAX of Linux. Names in a profile may be longer. */
const LONGEST_PATH = 4096
/** Nested folders in which a path below a source folder is searched; a profile may name thousands. */
const MOST_ENDS = 64

interface Candidate {
  path: string
  /** Folder that the user chose, by a mapping or for all sources; null for the path in the profile. */
  chosenFolder: string | null
}

/** Where the user keeps sources. */
export interface SourcePlaces {
  mappings: SourceMapping[]
  folders: string[]
}

export class SourceFiles {
  /** Folders (real paths) where the user agreed to a file in this host's lifetime. */
  readonly #agreed = new Set<string>()
  readonly #ownRecordings: Pick<OwnRecordings, 'has'>

  constructor(ownRecordings: Pick<OwnRecordings, 'has'>) {
    this.#ownRecordings = ownRecordings
  }

  /** From the profile if it has the file, else from this machine. */
  read(file: string, reference: SourceReference, places: SourcePlaces, agreed: boolean): SourceText {
    const text = embeddedText(reference.profilePath, file)
    return text === null
      ? this.readHere(file, reference, places, agreed)
      : { found: true, path: file, text, language: languageOf(file), changedSinceBuild: wasEmbeddedChanged(reference.profilePath, file), embedded: true }
  }

  /** @param file as the profile names it. @param agreed the user has agreed to open this file */
  readHere(file: string, reference: SourceReference, places: SourcePlaces, agreed: boolean): SourceText {
    if (file.length > LONGEST_PATH) return { found: false, lookedFor: [], reason: 'missing' }
    const lookedFor: string[] = []
    let reason: Extract<SourceText, { found: false }>['reason'] = 'missing'
    for (const candidate of candidates(file, reference.workingDirectory, places)) {
      lookedFor.push(candidate.path)
      const found = locate(candidate.path)
      if (found === 'missing') continue
      if (found === 'unreadable') {
        reason = found
        continue
      }
      if (!agreed && !this.#isAllowed(found.path, candidate, reference)) {
        reason = 'refused'
        continue
      }
      if (found.size > LARGEST_SOURCE) return { found: false, lookedFor, reason: 'too-large' }
      if (agreed) this.#agreed.add(dirname(found.path))
      const bytes = readBytes(found.path)
      if (bytes === null) return { found: false, lookedFor, reason: 'unreadable' }
      const changedSinceBuild = differs(bytes, reference.sums) ?? this.#isNewer(found.modified, reference)
      return { found: true, path: found.path, text: bytes.toString('utf8'), language: languageOf(found.path), changedSinceBuild }
    }
    return (
      (reason === 'missing' ? fetchedSource(file, reference) : null) ?? {
        found: false,
        lookedFor,
        reason,
        ...(reason === 'missing' && canFetch(file, reference) ? { debuginfod: true as const } : {}),
      }
    )
  }

  /**
   * By modification times, whether lines of the file may have moved since the program was built: it changed after one
   * of the modules or, if the times are this machine's, after the recording began.
   */
  #isNewer(modified: number, { modules, startedAt, profilePath }: SourceReference): boolean {
    const isNewerThan = (module: string): boolean => {
      const binary = locate(module)
      return typeof binary === 'object' && binary.modified < modified
    }
    return modules.some(isNewerThan) || (modified > Date.parse(startedAt) && this.#ownRecordings.has(profilePath))
  }

  #isAllowed(path: string, { chosenFolder }: Candidate, reference: SourceReference): boolean {
    if (chosenFolder !== null && isBelow(path, realPath(chosenFolder))) return true
    if (this.#agreed.has(dirname(path))) return true
    return this.#ownRecordings.has(reference.profilePath)
  }
}

/**
 * A file sent earlier by a server of $DEBUGINFOD_URLS: of this exact build, whatever its time; null if it was not
 * requested.
 */
function fetchedSource(file: string, { buildIds, sums }: SourceReference): SourceText | null {
  for (const buildId of buildIds) {
    const path = cachedSource(buildId, file, debuginfodCache(process.env))
    const bytes = path === null || !markUsed(path) ? null : readBytes(path)
    if (bytes === null) continue
    return { found: true, path: file, text: bytes.toString('utf8'), language: languageOf(file), changedSinceBuild: differs(bytes, sums) ?? false }
  }
  return null
}

function canFetch(file: string, { buildIds }: SourceReference): boolean {
  return buildIds.length > 0 && isAbsolute(file) && debuginfodOf(process.env) !== null
}

/** Null if the profile was moved away since it was opened. */
function embeddedText(profilePath: string, file: string): string | null {
  try {
    return embeddedSource(profilePath, file)
  } catch (error) {
    if (error instanceof RpcError && error.code === 'not-found') return null
    throw error
  }
}

/**
 * Places to search: mapped ones, the profile's own path, and below the source folders the longest end of the path
 * first.
 */
function candidates(file: string, workingDirectory: string, { mappings, folders }: SourcePlaces): Candidate[] {
  const absolute = normalize(isAbsolute(file) ? file : join('/', workingDirectory, file))
  const mapped = mappings.flatMap(({ from, to }) => {
    const rest = restBelow(absolute, normalize(from))
    return rest === null ? [] : [{ path: join(to, rest), chosenFolder: to }]
  })
  const names = absolute
    .split(sep)
    .filter((name) => name !== '')
    .slice(-MOST_ENDS)
  const below = folders.flatMap((folder) => names.map((_, from) => ({ path: join(folder, ...names.slice(from)), chosenFolder: folder })))
  return [...mapped, { path: absolute, chosenFolder: null }, ...below]
}

function restBelow(path: string, folder: string): string | null {
  const prefix = folder.endsWith(sep) ? folder : `${folder}${sep}`
  if (path.startsWith(prefix)) return path.slice(prefix.length)
  return null
}

function locate(path: string): { path: string; size: number; modified: number } | 'missing' | 'unreadable' {
  try {
    const real = realpathSync(path)
    const status = statSync(real)
    return status.isFile() ? { path: real, size: status.size, modified: status.mtimeMs } : 'unreadable'
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '') ? 'missing' : 'unreadable'
  }
}

/** Null if unreadable. */
function readBytes(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
}

/**
 * Whether the file differs from the one that a compiler read; null if no compiler wrote its checksum. Times prove
 * nothing then: a check-out or a copy changes them. GNU's assembler (2.40) reverses the bytes of checksums from
 * compilers.
 */
function differs(bytes: Buffer, sums: readonly string[]): boolean | null {
  if (sums.length === 0) return null
  const md5 = createHash('md5').update(bytes).digest('hex')
  const reversed = md5.match(/../g)!.toReversed().join('')
  return sums.some((sum) => sum !== md5 && sum !== reversed)
}

function isBelow(path: string, folder: string | null): boolean {
  return folder !== null && restBelow(path, folder) !== null
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
}
