/** The command line run by another user of the machine. */
import { spawnSync } from 'node:child_process'
import { commandLine } from '../support/hagstone.ts'

export const nobody = 65_534
/** Begins a command without any right of root's. */
export const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--bounding-set=-all', '--inh-caps=-all'] as const

/** Only root can become another user, who must then be able to read the built files. */
export const canBecomeNobody = process.geteuid?.() === 0 && commandLine.every(isReadableByNobody)
if (process.geteuid?.() === 0 && !canBecomeNobody) console.log('skipped: other users may not enter the directory of this checkout')

function isReadableByNobody(file: string): boolean {
  const [program, ...options] = asNobody
  return spawnSync(program, [...options, 'test', '-r', file]).status === 0
}
