/** Tables as text: CSV for programs, Markdown for issues. */
import { visible } from '../names/visible.ts'

export type Cell = string | number | null

/** The first row holds the titles. */
export type Rows = ReadonlyArray<ReadonlyArray<Cell>>

/** More is too long for an issue. */
const MOST_MARKDOWN_ROWS = 200
/** Characters that begin a formula in spreadsheets (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@]/

/** RFC 4180; null is an empty cell. Texts that a spreadsheet would compute have an apostrophe before them, and control characters are escapes: names in a profile are untrusted. */
export function csvText(rows: Rows): string {
  return rows.map(csvLine).join('')
}

/** One row of csvText, with its end. */
export function csvLine(row: ReadonlyArray<Cell>): string {
  return `${row.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  const shown = visible(String(cell ?? ''))
  const text = typeof cell === 'string' && FORMULA.test(shown) ? `'${shown}` : shown
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Further rows than people read are counted. */
export function markdownText([header = [], ...rows]: Rows): string {
  const line = (cells: ReadonlyArray<Cell>): string => `| ${cells.map((cell) => escaped(String(cell ?? ''))).join(' | ')} |`
  const leftOut = rows.length - MOST_MARKDOWN_ROWS
  return [
    line(header),
    line(header.map(() => '---')),
    ...rows.slice(0, MOST_MARKDOWN_ROWS).map(line),
    ...(leftOut > 0 ? ['', `… ${leftOut} more rows`] : []),
    '',
  ].join('\n')
}

/** Pipes would end a cell, line ends the table; template arguments would be taken for HTML, and stars and outer underscores for emphasis. */
function escaped(text: string): string {
  return text.replaceAll(/[\\|<*`[~]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, ' ')
}

/** The rows of a CSV text as csvText writes it, the titles first. */
export function rowsOfCsv(csv: string): string[][] {
  const records: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '' && records.at(-1)!.length === 0) break
    const text = quoted === undefined ? plain! : quoted.replaceAll('""', '"')
    records.at(-1)!.push(text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text)
    if (end === '\r\n') records.push([])
  }
  return records.filter((record) => record.length > 0)
}
