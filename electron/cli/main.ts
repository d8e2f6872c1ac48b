/** The command line: `hagstone COMMAND …`, or the app without a command. */
import { Failure, exitStatus, messageOf } from '../failure.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import type { RpcErrorCode } from '../../shared/rpc/contract.ts'
import { hagstoneVersion } from '../version.ts'
import { generalStatuses } from './command.ts'
import type { Command } from './command.ts'
import { print, say } from './terminal.ts'

/** Loaded when used: `record` should not wait for the code of the windows. */
const commands: Record<string, { purpose: string; load(): Promise<Command> }> = {
  record: { purpose: 'record the work that a program does in vain', load: async () => (await import('./record_command.ts')).recordCommand },
  report: { purpose: 'print what a profile says, as text, JSON or CSV', load: async () => (await import('./report_command.ts')).reportCommand },
  compare: { purpose: 'compare two runs: what was gained, lost, new and gone', load: async () => (await import('./compare_command.ts')).compareCommand },
  check: { purpose: 'fail a build where a program wastes more than it did, or may', load: async () => (await import('./check_command.ts')).checkCommand },
  export: { purpose: 'write a profile for pprof, speedscope, the Firefox Profiler, or as one page', load: async () => (await import('./export_command.ts')).exportCommand },
  'embed-sources': { purpose: 'put sources into a profile, to show them wherever it is opened', load: async () => (await import('./embed_sources_command.ts')).embedSourcesCommand },
  view: { purpose: 'open profiles in the app', load: async () => (await import('./view_command.ts')).viewCommand },
  serve: { purpose: 'show the same windows in a browser', load: async () => (await import('./serve_command.ts')).serveCommand },
  connect: { purpose: 'show the runs of another machine, over ssh', load: async () => (await import('./connect_command.ts')).connectCommand },
  analyze: { purpose: 'make a profile of a raw recording', load: async () => (await import('./analyze_command.ts')).analyzeCommand },
  validate: { purpose: 'hold the sampler’s estimates against the truth of one run', load: async () => (await import('./validate_command.ts')).validateCommand },
  'link-flags': { purpose: 'print what links the sampler into a static program', load: async () => (await import('./link_flags_command.ts')).linkFlagsCommand },
  doctor: { purpose: 'say what works on this machine, and what would help', load: async () => (await import('./doctor_command.ts')).doctorCommand },
}

const help = `hagstone finds the work a program does in vain.

hagstone                 open the app; without Electron or a display, serve it to the browser
${Object.entries(commands)
  .map(([name, { purpose }]) => `hagstone ${name.padEnd(15)} ${purpose}`)
  .join('\n')}

hagstone COMMAND --help  everything about a command
hagstone --version

Begin with: hagstone record -- PROGRAM ARGUMENTS…
${generalStatuses} record has its own, see its help.
With HAGSTONE_DEBUG set, an unexpected error prints where it came from.
`

const statusOfCode: Record<RpcErrorCode, number> = {
  'invalid-argument': exitStatus.wrongUse,
  'not-found': exitStatus.badFile,
  'bad-file': exitStatus.badFile,
  unable: exitStatus.machineUnable,
  refused: exitStatus.failure,
  stale: exitStatus.failure,
  cancelled: exitStatus.failure,
  internal: exitStatus.failure,
}

async function main(words: string[]): Promise<number> {
  const [name, ...rest] = words
  if (name === '--help' || name === '-h' || name === 'help') {
    print(help)
    return 0
  }
  if (name === '--version') {
    print(`hagstone ${hagstoneVersion()}`)
    return 0
  }
  if (name === undefined) return (await import('./view_command.ts')).viewCommand.run([])
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (entry === undefined) {
    throw new Failure(exitStatus.wrongUse, `There is no command ${name}; the commands are ${Object.keys(commands).join(', ')}, see hagstone --help.`)
  }
  return (await entry.load()).run(rest)
}

function statusOf(error: unknown, ownFailure: number): number {
  if (error instanceof Failure) return error.status
  if (error instanceof RpcError) return statusOfCode[error.code]
  return ownFailure
}

const words = process.argv.slice(2)
try {
  process.exitCode = await main(words)
} catch (error) {
  const known = error instanceof Failure || error instanceof RpcError
  say(known || process.env['HAGSTONE_DEBUG'] === undefined ? messageOf(error).split('\n')[0] ?? '' : String(error instanceof Error ? error.stack : error))
  process.exitCode = statusOf(error, words[0] === 'record' ? exitStatus.recordFailure : exitStatus.failure)
}
