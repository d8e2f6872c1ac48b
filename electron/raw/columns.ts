/** Records as columns: one growing typed array for each field. */

/** Appends one row; every column has a value. */
export function pushRow<T extends Record<string, { push(value: number): void }>>(columns: T, row: { [K in keyof T]: number }): void {
  for (const name in columns) columns[name]!.push(row[name])
}

type Finished<T> = { [K in keyof T]: T[K] extends { finish(): infer R } ? R : never }

export function finishColumns<T extends Record<string, { readonly length: number; finish(): unknown }>>(columns: T): { length: number } & Finished<T> {
  const finished = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.finish()])) as Finished<T>
  return { length: Object.values(columns)[0]!.length, ...finished }
}
