/** The common parts of all commands. */
import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
import { Failure, exitStatus, messageOf } from '../failure.ts'
import type { ExitStatus } from '../failure.ts'

export interface Command {
  name: string
  /** Printed by --help: complete, ends with a newline. */
  help: string
  /** Exit status of wrong arguments. */
  wrongUse: ExitStatus
  /** Resolves to the exit status. Throws Failure. */
  run(commandArguments: string[]): Promise<number>
}

/** Every command by name; loaded on use: `record` should not wait for the code of the windows. */
export type CommandTable = Record<string, { purpose: string; load(): Promise<Command> }>

/** node:util's parseArgs with Failures that name the command's help. */
export function parseArguments<T extends ParseArgsConfig>(command: Pick<Command, 'name' | 'wrongUse'>, config: T): ReturnType<typeof parseArgs<T>> {
  const options = Object.entries(config.options ?? {}).map(([name, option]) => [
    name,
    SHORT_FORMS.has(name) ? { ...option, short: SHORT_FORMS.get(name) } : option,
  ])
  const withLetters: T = { ...config, options: Object.fromEntries(options) }
  try {
    const parsed = parseArgs({ ...withLetters, tokens: true })
    gatherLists(config, parsed)
    return parsed as ReturnType<typeof parseArgs<T>>
  } catch (error) {
    const problem = messageOf(error).split(/\. (?=To specify)|\.(?:\n|$)/)[0] ?? messageOf(error)
    throw wrongUse(command, problem.replace(/^Option '(.*?)' argument is ambiguous$/, '$1 needs a value that does not begin with -'))
  }
}

/** Their values are lists, so that "--tool a --tool b" means "--tool a,b", as in perf. */
const LISTS: ReadonlySet<string> = new Set(['tool', 'event', 'granularity'])

interface Parsed {
  values: Record<string, unknown>
  tokens?: readonly { kind: string; name?: string; value?: string | undefined }[]
}

/**
 * The last value alone would drop earlier requests. For other options the last one counts, so that a user can override
 * an alias or script.
 */
function gatherLists({ options = {} }: ParseArgsConfig, { values, tokens = [] }: Parsed): void {
  for (const [name, { type, multiple }] of Object.entries(options)) {
    if (!LISTS.has(name) || type !== 'string' || multiple === true) continue
    const given = new Set(tokens.flatMap((token) => (token.kind === 'option' && token.name === name ? (token.value ?? []) : [])))
    if (given.size > 1) values[name] = [...given].join(',')
  }
}

/** The letter for an option in each command that has it, as in perf. */
export const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ['output', 'o'],
  ['pid', 'p'],
  ['help', 'h'],
])

export function wrongUse(command: Pick<Command, 'name' | 'wrongUse'>, problem: string): Failure {
  return new Failure(command.wrongUse, `${problem}; see hagstone ${command.name} --help.`)
}

/** One of `allowed`, or a Failure that lists them. */
export function choice<T extends string>(command: Pick<Command, 'name' | 'wrongUse'>, option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((name) => name === value)
  if (found === undefined) throw wrongUse(command, `--${option} ${value}: must be ${allowed.length === 1 ? '' : 'one of '}${allowed.join(', ')}`)
  return found
}

/** A decimal integer within bounds, both included. */
export function integer(
  command: Pick<Command, 'name' | 'wrongUse'>,
  option: string,
  value: string,
  { minimum, maximum }: { minimum: number; maximum: number },
): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= minimum && number <= maximum)) throw wrongUse(command, `--${option} ${value}: a whole number from ${minimum} to ${maximum} is required`)
  return number
}

/** A decimal number within bounds, both included. @param unit of the number, for the message */
export function decimal(
  command: Pick<Command, 'name' | 'wrongUse'>,
  option: string,
  value: string,
  { minimum, maximum }: { minimum: number; maximum: number },
  unit: string,
): number {
  const number = /^\d+(\.\d+)?(e\d+)?$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= minimum && number <= maximum)) throw wrongUse(command, `--${option} ${value}: a number from ${minimum} to ${maximum} ${unit} is required`)
  return number
}

/** A share such as 0.02 or 2%; NaN if it is neither. */
export function shareOf(value: string): number {
  const words = /^(\d+(?:\.\d+)?|\.\d+)(%?)$/.exec(value)
  return words === null ? Number.NaN : Number(words[1]) / (words[2] === '%' ? 100 : 1)
}

/** The one positional argument of a command. */
export function onlyArgument(command: Pick<Command, 'name' | 'wrongUse'>, positionals: string[], what: string): string {
  const [first, ...others] = positionals
  if (first === undefined) throw wrongUse(command, `Give a ${what}`)
  if (others.length > 0) throw wrongUse(command, `Give only one ${what}; ${others[0]} is one too many`)
  return first
}

export const generalStatuses = `Exit status: 0 success, 1 failure, ${exitStatus.wrongUse} usage error, ${exitStatus.machineUnable} not possible on this machine, ${exitStatus.badFile} file missing or invalid.`
