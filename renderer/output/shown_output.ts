import { visible } from '../../shared/names/visible.ts'

/** Colours and weights of a terminal. */
// oxlint-disable-next-line no-control-regex
const STYLE = /\u001B\[[\d;:]*m/g

/**
 * Untrusted text of a program as it is shown: lines stay lines, colours go, of a line that the program overwrote the last
 * version stays, and other cursor movements are shown as escapes.
 */
export function shownOutput(text: string): string {
  return text
    .split(/\r*\n/)
    .map((line) => lastVersion(line.replaceAll(STYLE, '')).split('\t').map(visible).join('\t'))
    .join('\n')
}

/** Progress bars return to the beginning of their line. */
function lastVersion(line: string): string {
  return line.replace(/\r+$/, '').split('\r').at(-1)!
}
