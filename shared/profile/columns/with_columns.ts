/**
 * A table with other columns instead of some of its own. Columns that are read on first access stay lazy:
 * copying by spreading would read, and hold, them all.
 */
export function withColumns<T extends object>(table: T, columns: Partial<T>): T {
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(table), ...Object.getOwnPropertyDescriptors(columns) }) as T
}
