import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Before the second of two profiles that the app should compare. */
export const compareOption = '--compare='

export interface ProfileArguments {
  profiles: string[]
  comparison: { old: string; new: string } | null
}

/**
 * Profiles on a command line of the app: every word that is not an option, or the first of them beside that of
 * `--compare=`.
 * @param packaged whether the app's own directory is missing among the words
 */
export function profileArguments(words: string[], packaged: boolean, workingDirectory: string): ProfileArguments {
  const own = words.slice(packaged ? 1 : 2)
  const profiles = own.filter((word) => word !== '' && !word.startsWith('-')).map((word) => pathOf(word, workingDirectory))
  const compared = own.find((word) => word.startsWith(compareOption))?.slice(compareOption.length)
  const [old] = profiles
  return old === undefined || compared === undefined
    ? { profiles, comparison: null }
    : { profiles: [], comparison: { old, new: pathOf(compared, workingDirectory) } }
}

/** File managers name files by address; any other word is an ordinary name, and opening it reports the error. */
function pathOf(word: string, workingDirectory: string): string {
  if (!word.startsWith('file://')) return resolve(workingDirectory, word)
  try {
    return fileURLToPath(word)
  } catch {
    return resolve(workingDirectory, word)
  }
}
