/** Rows as CSV (RFC 4180); null is an empty cell. */
export function csvText(rows: ReadonlyArray<ReadonlyArray<string | number | null>>): string {
  return rows.map((row) => row.map(cellText).join(',')).join('\n').concat('\n')
}

function cellText(cell: string | number | null): string {
  const text = String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
