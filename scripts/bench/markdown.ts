/** Words in a row or a list, which no number and no name has. */
const SENTENCE = /\p{L}{2,},? \p{L}+ \p{L}|\p{L}.*; /u

/** A table in Markdown; columns of numbers and names after the first are right-aligned. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const isLeft = (column: number): boolean => {
    const cells = rows.map((row) => row[column] ?? '')
    return column === 0 || cells.some((cell) => SENTENCE.test(cell)) || !cells.some((cell) => /\d/.test(cell))
  }
  return [line(head), line(head.map((_, column) => (isLeft(column) ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

/** 0.1234 → "12.3 %". */
export function percent(share: number, digits = 1): string {
  return `${(share * 100).toFixed(digits)} %`
}

/** KiB as "+3.4 MiB", always with its sign. */
export function signedMebibytes(kibibytes: number): string {
  const value = kibibytes / 1024
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)} MiB`
}
