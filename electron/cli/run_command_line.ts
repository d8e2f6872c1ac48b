/** The command line: `hagstone COMMAND …`, or the app without a command. */
import { isDeletedWorkingDirectory } from '../directories.ts'
import { Failure, exitStatus, messageOf, unexpectedMessage } from '../failure.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import type { RpcErrorCode } from '../../shared/rpc/contract.ts'
import { rankOf } from '../record/ranks.ts'
import { hagstoneVersion } from '../version.ts'
import { commands, generalHelp } from './command_table.ts'
import { print, say } from './terminal.ts'

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
    print(generalHelp)
    return 0
  }
  if (name === '--version') {
    print(`hagstone ${hagstoneVersion()}`)
    return 0
  }
  if (name === undefined) return (await import('./commands/view_command.ts')).viewCommand.run([])
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (entry === undefined) {
    const problem = name.startsWith('-') ? `Unknown option '${name}'` : `Unknown command ${name}; the commands are ${Object.keys(commands).join(', ')}`
    throw new Failure(exitStatus.wrongUse, `${problem}; see hagstone --help.`)
  }
  return (await entry.load()).run(rest)
}

function statusOf(error: unknown, ownFailure: number): number {
  if (error instanceof Failure) return error.status
  if (error instanceof RpcError) return statusOfCode[error.code]
  return ownFailure
}

// This makes Electron run as Node (resources/launcher/application.sh); programs started from here must not inherit it.
delete process.env['ELECTRON_RUN_AS_NODE']
const words = process.argv.slice(2)
try {
  process.exitCode = await main(words)
} catch (thrown) {
  const error = isDeletedWorkingDirectory(thrown)
    ? new Error('The current directory was deleted; change to another one (cd) and run the command again.')
    : thrown
  const known = error instanceof Failure || error instanceof RpcError
  const isDebugged = process.env['HAGSTONE_DEBUG'] !== undefined
  const lines = known ? [messageOf(error)] : isDebugged ? String(error instanceof Error ? error.stack : error).split('\n') : [unexpectedMessage(error)]
  const sayAll = (): void => {
    for (const line of lines) say(line)
  }
  const rank = words[0] === 'record' && known ? rankOf(process.env) : null
  if (rank === null) sayAll()
  else {
    const { localRanks, sayOnceForRanks } = await import('./recording/said_by_ranks.ts')
    await sayOnceForRanks(messageOf(error), rank, localRanks(process.env, rank), sayAll)
  }
  process.exitCode = statusOf(error, words[0] === 'record' ? exitStatus.recordFailure : exitStatus.failure)
}
