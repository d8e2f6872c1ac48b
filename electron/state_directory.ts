import { homedir } from 'node:os'
import { join } from 'node:path'

/** $XDG_STATE_HOME/hagstone/NAME: what the program remembers by itself (XDG Base Directory Specification). */
export function stateFile(name: string, environment: NodeJS.ProcessEnv = process.env): string {
  const state = environment['XDG_STATE_HOME']
  return join(state !== undefined && state.startsWith('/') ? state : join(homedir(), '.local', 'state'), 'hagstone', name)
}
