/** The user's settings, which the host keeps between runs. */
import { join } from 'node:path'
import { baseDirectory } from '../base_directory.ts'
import { z } from 'zod'
import { JsonFile } from '../json_file.ts'

const settingsSchema = z.object({
  /** Source paths under `from` are found under `to`; the first match counts. */
  sourceMappings: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Sources are also searched below these folders, by the ends of their paths. */
  sourceFolders: z.array(z.string()).default([]),
  /** Opens a line of a source (editor.ts); "" for none. */
  editor: z.string().default(''),
})
export type SettingsValues = z.infer<typeof settingsSchema>

const DEFAULTS: SettingsValues = { sourceMappings: [], sourceFolders: [], editor: '' }

export interface Settings {
  get<K extends keyof SettingsValues>(name: K): SettingsValues[K]
  set<K extends keyof SettingsValues>(name: K, value: SettingsValues[K]): void
}

/** $XDG_CONFIG_HOME/hagstone/settings.json (XDG Base Directory Specification). */
export function settingsFile(environment: NodeJS.ProcessEnv = process.env): string {
  return join(baseDirectory('XDG_CONFIG_HOME', environment), 'settings.json')
}

/** Settings in one JSON file. */
export class SettingsFile implements Settings {
  readonly #file: JsonFile<SettingsValues>

  /** @param warn receives one line if the file cannot be read; the defaults then apply */
  constructor(file: string, warn: (line: string) => void) {
    this.#file = new JsonFile(file, settingsSchema, { missing: DEFAULTS, warn, consequence: 'the defaults count' })
  }

  get<K extends keyof SettingsValues>(name: K): SettingsValues[K] {
    return this.#file.read()[name]
  }

  /** @throws a file-system error if the file cannot be written */
  set<K extends keyof SettingsValues>(name: K, value: SettingsValues[K]): void {
    this.#file.write({ ...this.#file.read(), [name]: value })
  }
}

/** Where sources are searched. */
export function sourcePlaces(settings: Settings): { mappings: SettingsValues['sourceMappings']; folders: string[] } {
  return { mappings: settings.get('sourceMappings'), folders: settings.get('sourceFolders') }
}
