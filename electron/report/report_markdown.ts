/** Tables of a profile as Markdown, to paste into an issue. */

/** Nobody reads more in an issue. */
const MOST_ROWS = 200

/** The table that a CSV text (RFC 4180) holds; further rows than people read are counted. */
export function markdownTable(csv: string): string {
  const [header = [], ...rows] = recordsOf(csv)
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`
  const leftOut = rows.length - MOST_ROWS
  return [line(header), line(header.map(() => '---')), ...rows.slice(0, MOST_ROWS).map(line), ...(leftOut > 0 ? ['', `… ${leftOut} more rows`] : []), ''].join('\n')
}

function recordsOf(csv: string): string[][] {
  const records: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '' && records.at(-1)!.length === 0) break
    records.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    if (end === '\r\n') records.push([])
  }
  return records.filter((record) => record.length > 0)
}

/** Pipes would end a cell, line ends the table; template arguments would be taken for HTML, and stars and outer underscores for emphasis. */
function escaped(text: string): string {
  return text.replaceAll(/[\\|<*`[~]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, ' ')
}
