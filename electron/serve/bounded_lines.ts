import type { Readable } from 'node:stream'

/** Of a line that does not end, the last characters are kept, up to this many: the other end is not trusted with this one's memory. */
export const mostCharacters = 4096

/** Calls the listener with each line, without its end. Errors of the stream end the lines, no more. */
export function readLines(input: Readable, listener: (line: string) => void): void {
  let rest = ''
  input.setEncoding('utf8')
  input.on('data', (text: string) => {
    const lines = (rest + text).split(/\r?\n/).map((line) => line.slice(-mostCharacters))
    rest = lines.pop() ?? ''
    for (const line of lines) listener(line)
  })
  input.on('end', () => rest !== '' && listener(rest))
  input.on('error', () => {})
}
