/**
 * A table with other columns instead of some of its own. Those that are read when they are first asked for stay so:
 * copying by spreading would read, and hold, them all.
 */
export function withColumns<T extends object>(table: T, columns: Partial<T>): T {
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(table), ...Object.getOwnPropertyDescriptors(columns) }) as T
}
