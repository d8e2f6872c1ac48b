import { resolve } from 'node:path'

/**
 * Profiles named on a command line of the app: everything that is no option.
 * @param packaged whether the app's own directory is missing among the words
 */
export function profileArguments(words: string[], packaged: boolean, workingDirectory: string): string[] {
  return words
    .slice(packaged ? 1 : 2)
    .filter((word) => word !== '' && !word.startsWith('-'))
    .map((word) => resolve(workingDirectory, word))
}
