import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where each lies when its variable is not set, below the home directory. */
const USUAL = { XDG_CACHE_HOME: ['.cache'], XDG_CONFIG_HOME: ['.config'], XDG_STATE_HOME: ['.local', 'state'] }

/** Hagstone's directory below one of the user's base directories; a relative one does not count (XDG Base Directory Specification). */
export function baseDirectory(variable: keyof typeof USUAL, environment: NodeJS.ProcessEnv = process.env): string {
  const base = environment[variable]
  return join(base !== undefined && base.startsWith('/') ? base : join(homedir(), ...USUAL[variable]), 'hagstone')
}
