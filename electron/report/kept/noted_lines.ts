/** The source lines that a report is valid for, as runs of lines with their digest: rules read some files as a whole. */
import { createHash } from 'node:crypto'
import type { LineText } from '../findings/line_texts.ts'

/** Lines first … last of a file, and the digest of their texts; null: there is no text of any of them. */
export type LineRun = [file: string, first: number, last: number, digest: string | null]

/** Lines in all runs of a report that somebody else made: reading more takes longer than making the report. */
const MOST_LINES = 1 << 20

/** Remembers the requested lines. */
export class NotedLines {
  readonly lineText: LineText
  readonly #files = new Map<string, Map<number, string | null>>()

  constructor(lineText: LineText) {
    this.lineText = (file, line) => {
      let lines = this.#files.get(file)
      if (lines === undefined) this.#files.set(file, (lines = new Map()))
      const text = lineText(file, line)
      lines.set(line, text)
      return text
    }
  }

  runs(): LineRun[] {
    const found: LineRun[] = []
    for (const [file, lines] of this.#files) {
      const numbers = Array.from(lines.keys()).sort((a, b) => a - b)
      for (let from = 0, to = 0; from < numbers.length; from = to) {
        for (to = from + 1; numbers[to] === numbers[to - 1]! + 1; to++);
        const first = numbers[from]!
        const last = numbers[to - 1]!
        found.push([file, first, last, digestOf(file, first, last, (_, line) => lines.get(line)!)])
      }
    }
    return found
  }
}

export function haveSameText(runs: readonly LineRun[], lineText: LineText): boolean {
  return runs.every(([file, first, last, digest]) => digestOf(file, first, last, lineText) === digest)
}

/** @param runs of an untrusted file; false for more lines than a report uses */
export function haveNoText(runs: ReadonlyArray<readonly [file: string, first: number, last: number]>, lineText: LineText): boolean {
  let lines = 0
  for (const [, first, last] of runs) lines += Math.abs(last - first) + 1
  return lines <= MOST_LINES && runs.every(([file, first, last]) => digestOf(file, first, last, lineText) === null)
}

function digestOf(file: string, first: number, last: number, lineText: LineText): string | null {
  const hash = createHash('sha256')
  let isEmpty = true
  for (let line = first; line <= last; line++) {
    const text = lineText(file, line)
    isEmpty &&= text === null
    hash.update(JSON.stringify(text))
  }
  return isEmpty ? null : hash.digest('base64')
}
