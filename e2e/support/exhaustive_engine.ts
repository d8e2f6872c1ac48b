import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { nativeDirectories } from '../../electron/paths.ts'

/** Options of `record`: every access is counted, so any machine shows the same. */
export const countedDeadStores = ['--engine', 'exhaustive', '--tool', 'dead-stores']

/** Whether the exhaustive engine is built here; it is not where Valgrind's headers are missing. */
export const exhaustiveEngineIsBuilt: boolean = nativeDirectories().some((directory) => existsSync(join(directory, 'exhaustive/libexec/hagstone-amd64-linux')))
