import type { Readable } from 'node:stream'

/** The most characters kept of an unfinished line: the other end must not fill this one's memory. */
export const mostCharacters = 4096

/** Calls the listener with each line, without its end. A stream error only ends the lines. */
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
