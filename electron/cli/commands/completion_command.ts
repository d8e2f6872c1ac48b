/** `hagstone completion`: prints a shell's completion script. */
import { TOOLS } from '../../../shared/tools.ts'
import { exitStatus } from '../../failure.ts'
import { generalStatuses, onlyArgument, parseArguments, wrongUse } from '../command.ts'
import type { Command, CommandTable } from '../command.ts'
import { completionScript, SHELLS } from '../completion_scripts.ts'
import type { CompletedCommand } from '../completion_scripts.ts'
import { helpOptions } from '../help_options.ts'
import { print } from '../terminal.ts'

const help = `hagstone completion ${SHELLS.join('|')}

Prints a script that completes commands, options, and their values. The Debian package installs it.
Otherwise:

  bash   hagstone completion bash >~/.local/share/bash-completion/completions/hagstone
  zsh    hagstone completion zsh >DIRECTORY/_hagstone, a directory of $fpath
  fish   hagstone completion fish >~/.config/fish/completions/hagstone.fish

  --help

${generalStatuses}
`

const words: Record<string, CompletedCommand['words']> = {
  record: 'program',
  validate: 'program',
  connect: 'none',
  'link-flags': 'none',
  doctor: 'none',
  completion: SHELLS,
}

/** Every command with the options in its help. */
export async function completedCommands(commands: CommandTable): Promise<CompletedCommand[]> {
  return Promise.all(
    Object.entries(commands).map(async ([name, { purpose, load }]) => {
      const options = helpOptions((await load()).help)
      for (const option of options) if (option.name === '--tool') option.choices = toolsNamed(option.description)
      return { name, purpose, options, words: words[name] ?? 'files' }
    }),
  )
}

/** Helps list tools among other words; a help that lists none accepts all tools. */
function toolsNamed(description: string): string[] {
  const named = TOOLS.filter((tool) => new RegExp(String.raw`(?<![\w-])${tool}(?![\w-])`).test(description))
  return named.length > 0 ? named : [...TOOLS]
}

/** @param commands all of them, this one too */
export function completionCommand(commands: CommandTable): Command {
  const command: Command = {
    name: 'completion',
    help,
    wrongUse: exitStatus.wrongUse,
    async run(commandArguments) {
      const { values, positionals } = parseArguments(command, { args: commandArguments, options: { help: { type: 'boolean' } }, allowPositionals: true })
      if (values.help === true) {
        print(help)
        return 0
      }
      const named = onlyArgument(command, positionals, 'shell')
      const shell = SHELLS.find((known) => known === named)
      if (shell === undefined) throw wrongUse(command, `${named}: must be one of ${SHELLS.join(', ')}`)
      print(completionScript(shell, await completedCommands(commands)).replace(/\n$/, ''))
      return 0
    },
  }
  return command
}
