/** Sorts tree rows by name without comparing texts: a profile's names are sorted once, and lines by their numbers. */
import { shortPath } from '../../../../shared/names/short_paths.ts'
import type { ProfileTables } from '../../../../shared/profile/profile.ts'
import { FUNCTION, INLINED, LINE, LOOP, TAIL_CALL, UNKNOWN } from '../../../../shared/profile/tables.ts'

const LOOP_PREFIX = 'loop at '
/** Space for line numbers beside a rank in one double; higher lines count as the last. */
const LINES = 2 ** 24

export const nameCollator = new Intl.Collator('en')

export class NameRanks {
  readonly #nodes: ProfileTables['nodes']
  readonly #ofFunction: Int32Array
  readonly #ofFile: Int32Array
  readonly #ofLoopIn: Int32Array

  constructor({ nodes, functions, files }: ProfileTables) {
    this.#nodes = nodes
    const names = functions.map(({ name }) => name)
    const lines = files.map((path) => `${shortPath(files, path)}:`)
    const loops = lines.map((place) => LOOP_PREFIX + place)
    // In character order first: nearly sorted input needs fewer of the expensive comparisons.
    const ranks = new Map(
      [...new Set([...names, ...lines, ...loops])]
        .sort()
        .sort(nameCollator.compare)
        .map((text, rank) => [text, rank]),
    )
    const rankOf = (text: string): number => ranks.get(text)!
    this.#ofFunction = Int32Array.from(names, rankOf)
    this.#ofFile = Int32Array.from(lines, rankOf)
    this.#ofLoopIn = Int32Array.from(loops, rankOf)
  }

  /** A number in the order of the names; null for rows shown as code. */
  of(node: number): number | null {
    const { kind, functionIndex, file, line } = this.#nodes
    switch (kind[node]) {
      case FUNCTION:
      case INLINED:
      case TAIL_CALL:
      case UNKNOWN:
        return this.#ofFunction[functionIndex[node]!]! * LINES
      case LINE:
        return this.#ofFile[file[node]!]! * LINES + Math.min(line[node]!, LINES - 1)
      case LOOP:
        return line[node]! > 0 ? this.#ofLoopIn[file[node]!]! * LINES + Math.min(line[node]!, LINES - 1) : null
      default:
        return null
    }
  }
}
