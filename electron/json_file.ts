import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { makeDirectories } from './directories.ts'
import { messageOf, systemErrorCode } from './failure.ts'

/** No stored value comes near this size; files beside a profile may come from anywhere. Bytes. */
const largestFile = 64 << 20

/** A small value kept in one JSON file, read on each use and replaced by rename: several hosts of one user share it. */
export class JsonFile<T> {
  readonly #path: string
  readonly #schema: z.ZodType<T>
  readonly #missing: T
  readonly #warn: (line: string) => void
  readonly #consequence: string

  /**
   * @param missing the value if there is no readable file
   * @param warn gets one line when the file cannot be read, or not written by `writeOrWarn`
   * @param consequence the effect, e.g. "the defaults count"
   */
  constructor(path: string, schema: z.ZodType<T>, { missing, warn, consequence }: { missing: T; warn: (line: string) => void; consequence: string }) {
    this.#path = path
    this.#schema = schema
    this.#missing = missing
    this.#warn = warn
    this.#consequence = consequence
  }

  get path(): string {
    return this.#path
  }

  read(): T {
    try {
      return this.#schema.parse(JSON.parse(textOf(this.#path)))
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') this.#warn(`${this.#path} cannot be read (${reasonOf(error)}); ${this.#consequence}.`)
      return this.#missing
    }
  }

  /** @throws a file-system error if the file cannot be written; the old one then stays */
  write(value: T): void {
    const temporary = `${this.#path}.${process.pid}`
    makeDirectories(dirname(this.#path), 0o700)
    try {
      // Left by an earlier process with the same number, or planted to lead elsewhere: a link must not be followed.
      rmSync(temporary, { force: true })
      writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { flag: 'wx' })
      renameSync(temporary, this.#path)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    }
  }

  /** @param consequence the effect if the file cannot be written, e.g. "recent runs are not remembered" */
  writeOrWarn(value: T, consequence: string): void {
    try {
      this.write(value)
    } catch (error) {
      this.#warn(`${this.#path} cannot be written (${systemErrorCode(error) ?? messageOf(error)}); ${consequence}.`)
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return `"${error.issues[0]?.path.join('.')}" is wrong`
  return messageOf(error).split('\n')[0]!
}

/** Never waits for the other end of a pipe. */
function textOf(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const status = fstatSync(file)
    if (!status.isFile()) throw new Error('it is not a file')
    if (status.size > largestFile) throw new Error(`it has ${status.size} bytes`)
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}
