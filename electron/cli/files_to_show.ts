/** Arguments of the commands that open windows: profiles, or two of them to compare. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { RpcError } from '../../shared/rpc/contract.ts'
import { assertDrawable } from '../validate/read_validation.ts'
import type { Command } from './command.ts'
import { wrongUse } from './command.ts'

export interface FilesToShow {
  /** Absolute paths. */
  profiles: string[]
  comparison: { old: string; new: string } | null
}

/**
 * The profiles that the windows should open or, with `--compare`, put side by side. A window reports a damaged file. A
 * missing file is reported at once on the terminal: the window may not be in view.
 * @param compare value of --compare
 * @throws RpcError not-found, or bad-file for a validation of values; wrong usage of `command` unless --compare has
 * exactly one other file
 */
export function filesToShow(command: Command, paths: string[], compare: string | undefined): FilesToShow {
  const [old] = paths
  if (compare !== undefined && (old === undefined || paths.length > 1))
    throw wrongUse(command, `--compare takes two profiles: hagstone ${command.name} OLD --compare NEW`)
  const missing = [...paths, ...(compare === undefined ? [] : [compare])].find((path) => !existsSync(path))
  if (missing !== undefined) throw new RpcError('not-found', `${missing} does not exist; check the path`)
  for (const path of paths) assertDrawable(path)
  if (compare !== undefined && old !== undefined) return { profiles: [], comparison: { old: resolve(old), new: resolve(compare) } }
  return { profiles: paths.map((path) => resolve(path)), comparison: null }
}
