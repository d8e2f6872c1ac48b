/** Runs Hagstone's command line and other programs on a ready program. */
import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './directories.ts'
import type { ReadyProgram } from './program.ts'

const commandLine = [process.execPath, join(root, 'build/electron/cli.mjs')]

/** `hagstone COMMAND … -- PROGRAM …` with the program's input; returns stdout. Throws with its message when it fails. */
export function hagstoneOn(ready: ReadyProgram, words: string[], launcher: string[] = []): string {
  return run(ready, [...launcher, ...commandLine, ...words, '--', ...ready.command])
}

/** A command of Hagstone that starts no program. */
export function hagstone(ready: ReadyProgram, words: string[]): string {
  return run({ ...ready, input: null }, [...commandLine, ...words])
}

/** MPI refuses root and fewer cores than ranks unless an option allows it. */
const mpiPermissions = { OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1', OMPI_MCA_rmaps_base_oversubscribe: '1' }

/** How long threads that spin at a barrier do so depends on what else the machine does. */
const waiting = { OMP_WAIT_POLICY: 'passive' }

export function run({ directory, input, program }: ReadyProgram, [file = '', ...words]: string[], environment: Record<string, string> = {}): string {
  const standardInput = input === null ? 'ignore' : openSync(input, 'r')
  try {
    const result = spawnSync(file, words, {
      cwd: directory,
      env: { ...process.env, OMP_NUM_THREADS: String(program.threads), ...waiting, ...mpiPermissions, ...environment },
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      stdio: [standardInput, 'pipe', 'pipe'],
    })
    if (result.status !== 0 && !program.otherStatuses.includes(result.status ?? -1))
      throw new Error(`${[file, ...words].join(' ')} ended with ${result.status ?? result.signal}:\n${result.stderr.slice(-2000)}`)
    return result.stdout
  } finally {
    if (typeof standardInput === 'number') closeSync(standardInput)
  }
}
