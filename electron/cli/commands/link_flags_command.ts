/** `hagstone link-flags`: prints the linker flags that put the sampler into a static program. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { exitStatus } from '../../failure.ts'
import { nativePart } from '../../paths.ts'
import { quoted } from '../../record/program/shell_words.ts'
import { generalStatuses, parseArguments, wrongUse } from '../command.ts'
import type { Command } from '../command.ts'
import { print } from '../terminal.ts'

const help = `hagstone link-flags

Prints the flags that link the sampler into a static program, which cannot preload it:

  gcc -static -o solver solver.o $(hagstone link-flags)
  hagstone record -- ./solver

Without hagstone record, such a program runs as usual.

  --help

${generalStatuses}
`

export const linkFlagsCommand: Command = {
  name: 'link-flags',
  help,
  wrongUse: exitStatus.wrongUse,
  async run(commandArguments) {
    const { values, positionals } = parseArguments(linkFlagsCommand, { args: commandArguments, options: { help: { type: 'boolean' } }, allowPositionals: true })
    if (values.help === true) {
      print(help)
      return 0
    }
    if (positionals.length > 0) throw wrongUse(linkFlagsCommand, `${positionals[0]} is no option`)
    const archive = nativePart('linkedAgent')
    print(linkFlags(readFileSync(nativePart('linkFlags'), 'utf8'), archive))
    return 0
  },
}

/** The flags as the build wrote them, with the archive's current path: a package is elsewhere than its build. */
function linkFlags(built: string, archive: string): string {
  return built
    .trim()
    .split(/\s+/)
    .map((word) => (word.endsWith(`/${basename(archive)}`) ? quoted(archive) : word))
    .join(' ')
}
