import { join } from 'node:path'
import { baseDirectory } from './base_directory.ts'

/** $XDG_STATE_HOME/hagstone/NAME: the state that the program keeps (XDG Base Directory Specification). */
export function stateFile(name: string, environment: NodeJS.ProcessEnv = process.env): string {
  return join(baseDirectory('XDG_STATE_HOME', environment), name)
}
