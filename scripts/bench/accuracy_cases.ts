/** The samples whose true shares are those of the clock ticks in their loops. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tools.ts'

/** A pair by its lines. One line of the dead store may be killed by several. */
interface Place {
  name: string
  lines: number[]
  killedBy: number[]
}
export interface AccuracyCase {
  title: string
  source: string
  program: string[]
  places: Place[]
}

/** Lines of a sample's source with the remark "answer: MARK". */
function lines(source: string, mark: string): number[] {
  const found = readFileSync(source, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.includes(`answer: ${mark} */`) ? [index + 1] : []))
  if (found.length === 0) throw new Error(`${source} has no answer ${mark}`)
  return found
}

function accuracyCase(title: string, sample: string, rounds: number, pairs: Array<[dead: string, killing: string]>): AccuracyCase {
  const source = join(root, 'resources/samples', `${sample}.c`)
  return {
    title,
    source,
    program: [join(root, 'build/native/samples', sample), String(rounds)],
    places: pairs.map(([dead, killing]) => ({ name: `${dead} KILLED_BY ${killing}`, lines: lines(source, dead), killedBy: lines(source, killing) })),
  }
}

/** Rounds are chosen so that a recording ends with more than 1,000 traps. */
export function accuracyCases(): AccuracyCase[] {
  return [
    accuracyCase('WITCH Listing 3', 'four_pairs', 40_000, [['i loop', 'j loop'], ['j loop', 'i loop'], ['p', 'q'], ['q', 'p']]),
    accuracyCase('WITCH Figure 2', 'three_two_one', 40_000, [['a', 'a'], ['b', 'b'], ['x, first', 'x, second'], ['x, second', 'x, first']]),
    accuracyCase('WITCH Listing 2', 'long_distance', 120, [['i loop', 'j loop']]),
  ]
}
