/** What the host remembers for a user between runs. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { messageOf, systemErrorCode } from '../failure.ts'

const settingsSchema = z.object({
  /** Source paths under `from` are found under `to`; the first that fits counts. */
  sourceMappings: z.array(z.object({ from: z.string(), to: z.string() })),
})
export type SettingsValues = z.infer<typeof settingsSchema>

const DEFAULTS: SettingsValues = { sourceMappings: [] }

export interface Settings {
  get<K extends keyof SettingsValues>(name: K): SettingsValues[K]
  set<K extends keyof SettingsValues>(name: K, value: SettingsValues[K]): void
}

/** $XDG_CONFIG_HOME/hagstone/settings.json (XDG Base Directory Specification). */
export function settingsFile(environment: NodeJS.ProcessEnv = process.env): string {
  const configuration = environment['XDG_CONFIG_HOME']
  return join(configuration !== undefined && configuration.startsWith('/') ? configuration : join(homedir(), '.config'), 'hagstone', 'settings.json')
}

/** Settings in one JSON file, read anew each time and replaced by rename: several hosts of one user share it. */
export class SettingsFile implements Settings {
  readonly #file: string
  readonly #warn: (line: string) => void

  /** @param warn gets one line when the file cannot be read; the defaults count then */
  constructor(file: string, warn: (line: string) => void) {
    this.#file = file
    this.#warn = warn
  }

  get<K extends keyof SettingsValues>(name: K): SettingsValues[K] {
    return this.#read()[name]
  }

  /** @throws a file-system error if the file cannot be written */
  set<K extends keyof SettingsValues>(name: K, value: SettingsValues[K]): void {
    const temporary = `${this.#file}.${process.pid}`
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
    try {
      writeFileSync(temporary, `${JSON.stringify({ ...this.#read(), [name]: value }, null, 2)}\n`)
      renameSync(temporary, this.#file)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    }
  }

  #read(): SettingsValues {
    try {
      return settingsSchema.parse(JSON.parse(readFileSync(this.#file, 'utf8')))
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') this.#warn(`${this.#file} cannot be read (${messageOf(error).split('\n')[0]}); the defaults count.`)
      return DEFAULTS
    }
  }
}
