/** Tables of a profile as Markdown, to paste into an issue. */
import { markdownText, rowsOfCsv } from '../../../shared/tables/table_text.ts'

/** The table that a CSV text holds. */
export function markdownTable(csv: string): string {
  return markdownText(rowsOfCsv(csv))
}
