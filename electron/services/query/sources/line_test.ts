/** Tests source lines against a search, each line once. */
import type { TextTest } from '../tree_models/tree_model.ts'

const UNKNOWN = 0
const OTHER = 1
const FITS = 2
/** Lines beyond are tested each time: an untrusted profile could request gigabytes. */
const MOST_LINES_KNOWN = 1 << 20

/**
 * Whether a file or "file:line" matches. Lines occur in very many rows: each is tested once, on first use. @returns
 * takes a place in `files`; a line only matches with its file if `byNumber` is false
 */
export function lineTest(files: readonly string[], test: TextTest): { files: Uint8Array; byNumber: boolean; fits(file: number, line: number): boolean } {
  const fileFits = Uint8Array.from(files, (file) => (test(file) ? 1 : 0))
  const byNumber = test.ignoresNumbers !== true
  const known: Uint8Array[] = []
  const knownOf = (file: number, line: number): Uint8Array => {
    const before = known[file]
    if (before !== undefined && line < before.length) return before
    const larger = new Uint8Array(Math.max(256, line * 2))
    if (before !== undefined) larger.set(before)
    return (known[file] = larger)
  }
  return {
    files: fileFits,
    byNumber,
    fits(file, line) {
      if (fileFits[file] === 1) return true
      if (!byNumber || files[file] === undefined || line <= 0) return false
      if (line >= MOST_LINES_KNOWN) return test(`${files[file]}:${line}`)
      const lines = knownOf(file, line)
      if (lines[line] === UNKNOWN) lines[line] = test(`${files[file]}:${line}`) ? FITS : OTHER
      return lines[line] === FITS
    },
  }
}
