/** Where the study of Debian programs keeps its files. */
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')
/** Sources, builds, inputs and results: none of it is under version control. */
export const studyDirectory = join(root, 'build/study')
