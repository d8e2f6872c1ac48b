/** The samples whose true shares are those of the clock ticks in their loops. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tools.ts'

/** A pair by its lines. Stores of one loop share that loop's time equally. */
interface Place {
  name: string
  /** Lines of the dead store and of the killing store. */
  lines: number[]
  killedBy: number[]
  /** All lines of the innermost loop around the dead store. */
  loop: number[]
}
export interface AccuracyCase {
  title: string
  source: string
  program: string[]
  places: Place[]
}

/** Lines of a sample's source with the remark "answer: MARK". */
function marked(source: string[], mark: string): number[] {
  const found = source.flatMap((line, index) => (line.includes(`answer: ${mark} */`) ? [index + 1] : []))
  if (found.length === 0) throw new Error(`no line has the answer ${mark}`)
  return found
}

/** Line of the `for` that a line belongs to, and every line from there to the next `for`. */
function loopAround(source: string[], line: number): number[] {
  const start = source.slice(0, line).findLastIndex((text) => text.includes('for ('))
  const next = source.findIndex((text, index) => index > start && (text.includes('for (') || text.startsWith('}')))
  return Array.from({ length: next - start }, (_, offset) => start + 1 + offset)
}

function accuracyCase(title: string, sample: string, rounds: number, pairs: Array<[dead: string, killing: string]>): AccuracyCase {
  const source = join(root, 'resources/samples', `${sample}.c`)
  const text = readFileSync(source, 'utf8').split('\n')
  return {
    title,
    source,
    program: [join(root, 'build/native/samples', sample), String(rounds)],
    places: pairs.map(([dead, killing]) => {
      const lines = marked(text, dead)
      return { name: `${dead} KILLED_BY ${killing}`, lines, killedBy: marked(text, killing), loop: loopAround(text, lines[0] ?? 0) }
    }),
  }
}

/** Rounds are chosen so that a recording ends with more than 1,000 traps. */
export function accuracyCases(): AccuracyCase[] {
  return [
    accuracyCase('WITCH Listing 3', 'four_pairs', 40_000, [
      ['i loop', 'j loop'],
      ['j loop', 'i loop'],
      ['p', 'q'],
      ['q', 'p'],
    ]),
    accuracyCase('WITCH Figure 2', 'three_two_one', 40_000, [
      ['a', 'a'],
      ['b', 'b'],
      ['x, first', 'x, second'],
      ['x, second', 'x, first'],
    ]),
    accuracyCase('WITCH Listing 2', 'long_distance', 360, [['i loop', 'j loop']]),
  ]
}
