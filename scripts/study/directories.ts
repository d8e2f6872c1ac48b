import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')
/** Sources, builds, inputs and results: nothing of it is kept in version control. */
export const studyDirectory = join(root, 'build/study')
