/** Git's view of the changes in the working tree. */
import { execFileSync } from 'node:child_process'

function git(...words: string[]): string[] {
  return execFileSync('git', words, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
}

/** Where this branch left main; on main itself, the latest commit. */
export function forkOf(): string {
  const branches = git('for-each-ref', '--format=%(refname)', 'refs/remotes/origin/main', 'refs/heads/main')
  const [fork = 'HEAD'] =
    branches.length > 0 ? git('merge-base', 'HEAD', branches.includes('refs/remotes/origin/main') ? 'refs/remotes/origin/main' : 'refs/heads/main') : []
  return fork
}

/** Paths that differ from the commit, those that git does not know among them. */
export function changedFiles(base: string): string[] {
  return [...new Set([...git('diff', '--name-only', '--no-renames', base), ...git('ls-files', '--others', '--exclude-standard')])].toSorted()
}
