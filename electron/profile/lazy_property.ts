/**
 * Properties whose values are read when they are first asked for. Opening a profile of ten million rows reads what every
 * view needs; the rest waits, and is checked like all else before anybody sees it.
 */
interface Reader { read(): unknown }

const readers = new WeakMap<() => unknown, Reader>()

/** A failed reading is tried again when the property is next asked for. @param read returns anything but undefined */
export function defineLazily<T extends object, K extends keyof T>(holder: T, name: K, read: () => T[K]): void {
  const reader: Reader = { read }
  let value: unknown
  const get = (): unknown => (value ??= reader.read())
  readers.set(get, reader)
  Object.defineProperty(holder, name, { get, enumerable: true, configurable: true })
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

/** What reading the object's lazy properties throws becomes what `explain` makes of it. */
export function explainFailures(holder: object, explain: (error: unknown) => unknown): void {
  for (const name of Object.keys(holder)) {
    const reader = readerOf(holder, name as never)
    if (!reader) continue
    const { read } = reader
    reader.read = () => {
      try {
        return read()
      } catch (error) {
        throw explain(error)
      }
    }
  }
}

function readerOf<T extends object>(holder: T, name: keyof T): Reader | undefined {
  const get = Object.getOwnPropertyDescriptor(holder, name)?.get
  return get === undefined ? undefined : readers.get(get)
}
