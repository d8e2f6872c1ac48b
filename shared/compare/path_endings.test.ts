import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../metrics/statistics/random.ts'
import { FUNCTION, INLINED, isFunctionRow, LINE, LOOP, ROOT, type NodeTable } from '../profile/tables.ts'
import { PathEndings, type FrameCount } from './path_endings.ts'

/** Rows below rows at random: frames of few functions, loops and lines. */
function randomTree(length: number, random: SeededRandom): NodeTable {
  const kinds = [FUNCTION, FUNCTION, INLINED, LOOP, LINE]
  const number = (from: number, below: number): Int32Array => Int32Array.from({ length }, () => from + random.nextBelow(below))
  return {
    length,
    parent: Int32Array.from({ length }, (_, row) => (row === 0 ? -1 : random.nextBelow(row))),
    kind: Uint8Array.from({ length }, (_, row) => (row === 0 ? ROOT : kinds[random.nextBelow(kinds.length)]!)),
    functionIndex: number(-1, 4),
    file: number(0, 1),
    line: number(1, 2),
    address: new Float64Array(length),
    instruction: new Int32Array(length).fill(-1),
  }
}

/** The place and the innermost functions as text. */
function endingText({ parent, kind, functionIndex, line }: NodeTable, row: number, frames: FrameCount): string {
  const path: number[] = []
  for (let at = row; at > 0 && path.length < frames; at = parent[at]!) if (isFunctionRow(kind[at]!)) path.push(functionIndex[at]!)
  return `${line[row]} ${path.join(' ')}`
}

describe('ends of paths', () => {
  it.each([1, 2, 4, 8] as const)('have one number where place and %s innermost functions are the same', (frames) => {
    const nodes = randomTree(400, new SeededRandom(7))
    const ending = new PathEndings(nodes, nodes.line).ofRows(frames)
    const textOf = new Map<number, string>()
    const numberOf = new Map<string, number>()
    for (let row = 1; row < nodes.length; row++) {
      const [number, text] = [ending(row), endingText(nodes, row, frames)]
      expect(textOf.get(number) ?? text).toBe(text)
      expect(numberOf.get(text) ?? number).toBe(number)
      textOf.set(number, text)
      numberOf.set(text, number)
    }
    expect(numberOf.size).toBeLessThan(nodes.length - 1)
  })
})
