/** Scripts that complete `hagstone COMMAND --option VALUE` in shells, generated from the commands' helps. */
import { isFilePlaceholder } from './help_options.ts'
import type { HelpOption } from './help_options.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export interface CompletedCommand {
  name: string
  purpose: string
  options: HelpOption[]
  /** The meaning of words that belong to no option. */
  words: 'files' | 'program' | 'none' | readonly string[]
}

const writers: Record<Shell, (commands: CompletedCommand[]) => string> = { bash, zsh, fish }

/** The whole script, which ends with a newline. */
export function completionScript(shell: Shell, commands: CompletedCommand[]): string {
  return writers[shell](commands)
}

function bash(commands: CompletedCommand[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options.flatMap(({ name: option, value, choices }) => {
      if (value === null) return []
      const reply = choices.length > 0 ? `words='${choices.join(' ')}'` : isFilePlaceholder(value) ? 'files=1' : ':'
      return [`    '${name} ${option}') ${reply} ;;`]
    }),
  )
  const words = commands.map(({ name, options, words: own }) => {
    const reply = own === 'files' ? ' files=1' : own === 'program' ? ' programs=1' : ''
    const names = [...options.map((option) => option.name), ...(typeof own === 'string' ? [] : own)]
    return `      ${name}) words='${names.join(' ')}'${reply} ;;`
  })
  return `# hagstone completion bash
# Candidates, one of each line: names of files may hold spaces.
_hagstone_propose() {
  local candidate
  while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen "$@")
}
_hagstone() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]} words='' files='' programs='' at
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({ name }) => name).join(' ')} --help --version'
  else
    # What follows the program is its own.
    for ((at = 2; at < COMP_CWORD; at++)); do
      if [ "\${COMP_WORDS[at]}" = -- ]; then
        if [ "$at" -eq $((COMP_CWORD - 1)) ]; then _hagstone_propose -c -- "$word"; else _hagstone_propose -f -- "$word"; fi
        return
      fi
    done
    case "$command $previous" in
${values.join('\n')}
    *)
      case $command in
${words.join('\n')}
      esac
      [[ $word != -* ]] || files='' programs=''
      ;;
    esac
  fi
  if [ -n "$words" ] && { [[ $word == -* ]] || [ -z "$files$programs" ]; }; then _hagstone_propose -W "$words" -- "$word"; fi
  if [ -n "$files" ]; then _hagstone_propose -f -- "$word"; fi
  if [ -n "$programs" ]; then _hagstone_propose -c -- "$word"; fi
}
complete -o filenames -F _hagstone hagstone
`
}

/** Within single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Fits a list of candidates; the choices are candidates themselves. */
function brief({ description, value }: HelpOption): string {
  const text = description.replace(/^[a-z][\w-]*( \| [a-z][\w-]*)+( \(default [^)]*\))?[:,.]? */, '')
  if (text === '') return value ?? ''
  return text.length <= 100 ? text : `${text.slice(0, 97).replace(/\s+\S*$/, '')} …`
}

function zsh(commands: CompletedCommand[]): string {
  const described = (option: HelpOption): string => brief(option).replaceAll(/[\\[\]:]/g, String.raw`\$&`)
  const action = ({ value, choices }: HelpOption): string => {
    if (value === null) return ''
    return `:${value.replaceAll(/[[\]:]/g, String.raw`\$&`)}:${choices.length > 0 ? `(${choices.join(' ')})` : isFilePlaceholder(value) ? '_files' : ''}`
  }
  const own: Record<string, string> = { files: "'*:file:_files'", program: "'(-)1:program:_command_names -e' '*::arguments:_normal'", none: '' }
  const branches = commands.map(({ name, options, words }) => {
    const specs = options.map((option) => quoted(`*${option.name}[${described(option)}]${action(option)}`))
    const last = typeof words === 'string' ? own[words] : `'1:word:(${words.join(' ')})'`
    return `        ${name})\n          _arguments -S ${[...specs, last].filter((spec) => spec !== '').join(' \\\n            ')} ;;`
  })
  return `#compdef hagstone
# hagstone completion zsh
_hagstone() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C '1:command:->command' '*::argument:->argument'
  case $state in
    command)
      local -a commands=(
${commands.map(({ name, purpose }) => `        ${quoted(`${name}:${purpose.replaceAll(':', String.raw`\:`)}`)}`).join('\n')}
      )
      _describe command commands ;;
    argument)
      case $line[1] in
${branches.join('\n')}
      esac ;;
  esac
}
if [ "$funcstack[1]" = _hagstone ]; then _hagstone "$@"; else compdef _hagstone hagstone; fi
`
}

function fish(commands: CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, purpose, options, words }) => {
    const here = `-n '__fish_seen_subcommand_from ${name}'`
    return [
      `complete -c hagstone -n __fish_use_subcommand -f -a ${name} -d ${quoted(purpose)}`,
      ...options.map((option) => `complete -c hagstone ${here} -l ${option.name.slice(2)}${valueOfFish(option)} -d ${quoted(brief(option))}`),
      ...(words === 'program'
        ? [`complete -c hagstone ${here} -a '(__fish_complete_subcommand --fcs-skip=2)'`]
        : words === 'none'
          ? [`complete -c hagstone ${here} -f`]
          : typeof words === 'string'
            ? []
            : [`complete -c hagstone ${here} -f -a '${words.join(' ')}'`]),
    ]
  })
  return `# hagstone completion fish\n${lines.join('\n')}\n`
}

function valueOfFish({ value, choices }: HelpOption): string {
  if (value === null) return ''
  if (choices.length > 0) return ` -x -a ${quoted(choices.join(' '))}`
  return isFilePlaceholder(value) ? ' -r -F' : ' -x'
}
