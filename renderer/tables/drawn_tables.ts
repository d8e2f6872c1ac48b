/** Tables read back from the page, for copying. */
import type { Rows } from '../../shared/tables/table_text.ts'

export interface DrawnTable {
  /** Empty where it has no name. */
  title: string
  /** The titles of the columns first; empty ones where it has none. */
  rows: Rows
}

/** The small tables of figures that a window shows, as they are drawn: those that no host has as a whole. */
export function drawnTables(within: ParentNode): DrawnTable[] {
  return [...within.querySelectorAll<HTMLTableElement>('table.figures')].map((table) => {
    const rows = [...table.rows].map((row) => [...row.cells].flatMap((cell) => [textOf(cell), ...Array.from({ length: cell.colSpan - 1 }, () => '')]))
    const width = Math.max(0, ...rows.map((row) => row.length))
    const filled = rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => '')])
    return { title: titleOf(table), rows: table.tHead === null ? [Array.from({ length: width }, () => ''), ...filled] : filled }
  })
}

function textOf({ textContent }: HTMLElement): string {
  return textContent.replaceAll(/\s+/g, ' ').trim()
}

function titleOf(table: HTMLTableElement): string {
  const before = table.previousElementSibling
  return table.getAttribute('aria-label') ?? (before instanceof HTMLHeadingElement ? textOf(before) : '')
}
