/** Tables whose rows make a tree. */

/** How a row takes part in a tree; absent in flat tables. */
export interface GridHierarchy<Row> {
  /** 0 for the outermost rows. */
  level(row: Row): number
  expandable(row: Row): boolean
  expanded(row: Row): boolean
  onToggle(index: number, row: Row): void
}
