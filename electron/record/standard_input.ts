/** How much of its standard input a second run of a program can read again. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { isatty } from 'node:tty'

const standardInput = 0

/** 'none': closed, or a device such as /dev/null, which gives every reader the same. */
export function inputKind(): 'terminal' | 'file' | 'stream' | 'none' {
  if (isatty(standardInput)) return 'terminal'
  try {
    const status = fstatSync(standardInput)
    return status.isFile() ? 'file' : status.isCharacterDevice() ? 'none' : 'stream'
  } catch {
    return 'none'
  }
}

/** Standard input for `action`: a file from its beginning again, a terminal as it is, and nothing for anything else. */
export async function withInputAgain<Result>(action: (input: number | 'inherit' | 'ignore') => Promise<Result>): Promise<Result> {
  const kind = inputKind()
  if (kind !== 'file') return action(kind === 'terminal' ? 'inherit' : 'ignore')
  const file = openSync('/proc/self/fd/0', constants.O_RDONLY)
  try {
    return await action(file)
  } finally {
    closeSync(file)
  }
}
