/** Programs that ask a service to start others: those are not their children, so they are not recorded. */
import { basename } from 'node:path'

export interface StartingClient {
  /** A clause about the program. */
  why: string
  /** A sentence. */
  action: string
}

interface Known extends StartingClient {
  /** Whether such a command starts a program; most of these programs can also just print something. */
  starts: (args: readonly string[]) => boolean
}

/** Options with one argument, and their last value; '' if the value is the next argument. */
const SSH_OPTIONS = /^-([^BbcDEeFIiJLlmopRSWw]*)(?:[BbcDEeFIiJLlmopRSWw](.*))?$/
const CONTAINER_STARTS = new Set(['run', 'exec', 'start', 'restart', 'compose', 'build'])

const container: Known = {
  why: 'a container engine starts the program, which is not its child',
  action: 'Record inside the container.',
  starts: (args) => args.some((argument) => CONTAINER_STARTS.has(argument)),
}

const CLIENTS: Record<string, Known> = {
  'systemd-run': {
    why: 'systemd starts the program, which is not its child',
    action: 'Use systemd-run --scope, or record inside: systemd-run … hagstone record -- PROGRAM.',
    starts: namesProgram,
  },
  docker: container,
  podman: container,
  srun: { why: 'a daemon starts the program, which is not its child', action: 'Record inside: srun … hagstone record -- PROGRAM.', starts: namesProgram },
  ssh: { why: 'another machine runs the program', action: 'Record there: ssh HOST hagstone record -- PROGRAM.', starts: namesHost },
}

/**
 * @param executable path
 * @param args of the command, without the program; null where they are not known
 * @returns null for all other programs, and for commands that start none
 */
export function startingClient(executable: string, args: readonly string[] | null): StartingClient | null {
  const known = CLIENTS[basename(executable)]
  if (known === undefined || args?.length === 0) return null
  const { why, action, starts } = known
  if (args === null) return { why: `${why}, if it started one`, action }
  return starts(args) ? { why, action } : null
}

function namesProgram(args: readonly string[]): boolean {
  return args.some((argument) => !argument.startsWith('-'))
}

/** ssh(1): -V, -Q, -G and -O print or control something and start nothing. */
function namesHost(args: readonly string[]): boolean {
  for (let at = 0; at < args.length; at++) {
    const argument = args[at]!
    if (!argument.startsWith('-')) return true
    const [, options, value] = SSH_OPTIONS.exec(argument)!
    if (/[VQGO]/.test(options!)) return false
    if (value === '') at++
  }
  return false
}
