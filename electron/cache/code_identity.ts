/** Cached analysis results are valid only for the code that made them: other code may find something else. */
import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

const own = import.meta.filename
/** Bundled into one folder, or run from its sources. */
const isBundled = extname(own) === '.mjs'
const FOLDERS = isBundled ? [dirname(own)] : [join(import.meta.dirname, '..'), join(import.meta.dirname, '../../shared')]

let known: string | null = null

/** Identity of the files that this program consists of: their names, sizes and times. Any change of one changes it. */
export function codeIdentity(): string {
  known ??= FOLDERS.reduce((hash, folder) => hash.update(describe(folder)), createHash('sha256')).digest('hex')
  return known
}

function describe(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return describe(path)
      const { size, mtimeMs } = statSync(path)
      return `${basename(path)} ${size} ${mtimeMs}\n`
    })
    .join('')
}
