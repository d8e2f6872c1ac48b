/** Cached analysis results are valid only for the code that made them: other code may find something else. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

const own = import.meta.filename
/** Bundled into one folder, or run from its sources. */
const isBundled = extname(own) === '.mjs'
const FOLDERS = isBundled ? [dirname(own)] : [join(import.meta.dirname, '..'), join(import.meta.dirname, '../../shared')]

let known: string | null = null
let knownDigest: string | null = null

/** Identity of the files that this program consists of: their names, sizes and times. Any change of one changes it. */
export function codeIdentity(): string {
  known ??= FOLDERS.reduce((hash, folder) => hash.update(describe(folder)), createHash('sha256')).digest('hex')
  return known
}

/** The same for all machines that have this build: by the content of the files, which takes longer. */
export function codeDigest(): string {
  knownDigest ??= FOLDERS.reduce(
    (hash, folder) => filesIn(folder).reduce((hash, path) => hash.update(basename(path)).update(contentOf(path)), hash),
    createHash('sha256'),
  ).digest('hex')
  return knownDigest
}

function describe(folder: string): string {
  return filesIn(folder)
    .map((path) => {
      const { size, mtimeMs } = statSync(path)
      return `${basename(path)} ${size} ${mtimeMs}\n`
    })
    .join('')
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]))
}

/** Maps and tests run in no program. */
function contentOf(path: string): Buffer {
  return /\.map$|\.test\.tsx?$|\.gz$/.test(path) ? Buffer.alloc(0) : readFileSync(path)
}
