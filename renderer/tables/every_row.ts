/** No window of rows that the host gives is larger. */
const rowsAtOnce = 2000

/** All rows of a table that the host gives by windows. */
export async function everyRow<Row>(window: (start: number, count: number) => Promise<{ rowCount: number; rows: Row[] }>): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const answer = await window(rows.length, rowsAtOnce)
    rows.push(...answer.rows)
    if (answer.rows.length === 0 || rows.length >= answer.rowCount) return rows
  }
}
