import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { nativeDirectories } from '../../electron/paths.ts'

/** Whether the exhaustive engine is built here; it is not where Valgrind's headers are missing. */
export const exhaustiveEngineIsBuilt: boolean = nativeDirectories().some((directory) => existsSync(join(directory, 'exhaustive/libexec/hagstone-amd64-linux')))
