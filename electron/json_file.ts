import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { messageOf, systemErrorCode } from './failure.ts'

/** A small value kept in one JSON file, read anew each time and replaced by rename: several hosts of one user share it. */
export class JsonFile<T> {
  readonly #path: string
  readonly #schema: z.ZodType<T>
  readonly #missing: T
  readonly #warn: (line: string) => void
  readonly #consequence: string

  /**
   * @param missing the value while there is no file, or none that can be read
   * @param warn gets one line when the file cannot be read
   * @param consequence what follows from that, e.g. "the defaults count"
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
      return this.#schema.parse(JSON.parse(readFileSync(this.#path, 'utf8')))
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') this.#warn(`${this.#path} cannot be read (${messageOf(error).split('\n')[0]}); ${this.#consequence}.`)
      return this.#missing
    }
  }

  /** @throws a file-system error if the file cannot be written; the old one is then still there */
  write(value: T): void {
    const temporary = `${this.#path}.${process.pid}`
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    try {
      writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`)
      renameSync(temporary, this.#path)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    }
  }
}
