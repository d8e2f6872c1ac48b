/**
 * Properties whose values are read on first access. Opening a profile of ten million rows reads what every
 * view needs; the rest waits, and is checked like all else before it is used.
 */
interface Reader {
  read(): unknown
  /** Only for columns: reads one value, without the others if that is less work. */
  readAt: ((row: number) => number) | null
  /** Whether the value is there. */
  isRead(): boolean
  forget(): void
}

const readers = new WeakMap<() => unknown, Reader>()

/**
 * A failed reading is tried again on the next access to the property.
 * @param read returns anything but undefined
 * @param readAt of columns: one value; null when it is better to read all
 */
export function defineLazily<T extends object, K extends keyof T>(
  holder: T,
  name: K,
  read: () => T[K],
  readAt: ((row: number) => number | null) | null = null,
): void {
  let value: unknown
  const get = (): unknown => (value ??= reader.read())
  const reader: Reader = {
    read,
    readAt: readAt && ((row) => readAt(row) ?? (get() as number[])[row]!),
    isRead: () => value !== undefined,
    forget: () => (value = undefined),
  }
  readers.set(get, reader)
  Object.defineProperty(holder, name, { get, enumerable: true, configurable: true })
}

/** Frees the values read from the object's lazy properties; the next access reads and checks them again. @param names absent: all */
export function forgetWhatWasRead<T extends object>(holder: T, names: ReadonlyArray<keyof T> = Object.keys(holder) as Array<keyof T>): void {
  for (const name of names) readerOf(holder, name)?.forget()
}

type ColumnOf<T> = { [K in keyof T]: T[K] extends ArrayLike<number> ? K : never }[keyof T] & string

/** A value of a column that may not have been read: then, if a part of it is enough, no more is read than that. */
export function valueAt<T extends object>(holder: T, name: ColumnOf<T>, row: number): number {
  const reader = readerOf(holder, name)
  return reader?.readAt && !reader.isRead() ? reader.readAt(row) : (holder[name] as ArrayLike<number>)[row]!
}

/** The same for several values of a column: where it was read, it is looked up once. */
export function valuesOf<T extends object>(holder: T, name: ColumnOf<T>): (row: number) => number {
  const reader = readerOf(holder, name)
  if (reader?.readAt && !reader.isRead()) return reader.readAt
  const column = holder[name] as ArrayLike<number>
  return (row) => column[row]!
}

/** Its value, which is not kept if it was not read before: for those who make something else of it. */
export function readAlone<T extends object, K extends keyof T>(holder: T, name: K): T[K] {
  const reader = readerOf(holder, name)
  return reader === undefined || reader.isRead() ? holder[name] : (reader.read() as T[K])
}

/** @param check throws if the value is bad: now if it is there, else when it is read */
export function checkOnceRead<T extends object, K extends keyof T>(holder: T, name: K, check: (value: T[K]) => void): void {
  const reader = readerOf(holder, name)
  if (!reader) {
    check(holder[name])
    return
  }
  const { read } = reader
  reader.read = () => {
    const value = read()
    check(value as T[K])
    return value
  }
}

/** The same for columns of which parts may be read. @param check throws if the value in the row is bad */
export function checkValuesOnceRead<T extends object>(holder: T, name: ColumnOf<T>, check: (value: number, row: number) => void): void {
  checkOnceRead(holder, name, (column) => {
    const values = column as ArrayLike<number>
    for (let row = 0; row < values.length; row++) check(values[row]!, row)
  })
  checkValueAlone(holder, name, check)
}

/** The part of checkValuesOnceRead that is about values which are read without the others. */
export function checkValueAlone<T extends object>(holder: T, name: ColumnOf<T>, check: (value: number, row: number) => void): void {
  const reader = readerOf(holder, name)
  if (!reader?.readAt) return
  const { readAt } = reader
  reader.readAt = (row) => {
    const value = readAt(row)
    check(value, row)
    return value
  }
}

/** Replaces the errors of reading the object's lazy properties by those that `explain` returns. */
export function explainFailures(holder: object, explain: (error: unknown) => unknown): void {
  const explained =
    <A extends unknown[], R>(read: (...parameters: A) => R) =>
    (...parameters: A): R => {
      try {
        return read(...parameters)
      } catch (error) {
        throw explain(error)
      }
    }
  for (const name of Object.keys(holder)) {
    const reader = readerOf(holder, name as never)
    if (!reader) continue
    reader.read = explained(reader.read)
    if (reader.readAt) reader.readAt = explained(reader.readAt)
  }
}

function readerOf<T extends object>(holder: T, name: keyof T): Reader | undefined {
  const get = Object.getOwnPropertyDescriptor(holder, name)?.get
  return get === undefined ? undefined : readers.get(get)
}
