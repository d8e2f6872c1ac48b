/** `hagstone connect`: shows the windows of another machine's Hagstone, over SSH. */
import { exitStatus } from '../../failure.ts'
import { hasDisplay } from '../../serve/browser.ts'
import { startRemoteHost } from '../../serve/remote.ts'
import { offerAddresses } from '../address_offer.ts'
import { generalStatuses, integer, parseArguments, wrongUse } from '../command.ts'
import type { Command } from '../command.ts'
import { ports } from './serve_command.ts'
import { print, say } from '../terminal.ts'

const help = `hagstone connect [OPTIONS] [USER@]HOST [FILE…] [-- SSH OPTIONS]

Shows the runs of another machine: starts \`hagstone serve\` there over ssh on a private socket,
forwards the socket, and opens the windows in a local browser. FILE is a profile on that machine.
Programs, profiles, and sources stay there. Both ends stop together.

  --port N            local port to listen on (default: a free one)
  --remote-command C  the hagstone command on that machine (default: hagstone)
  --no-open           only print the address
  --allow-launch      let the windows start and record programs there
  --help

${generalStatuses}
`

export const connectCommand: Command = {
  name: 'connect',
  help,
  wrongUse: exitStatus.wrongUse,
  async run(commandArguments) {
    const separator = commandArguments.indexOf('--')
    const own = separator < 0 ? commandArguments : commandArguments.slice(0, separator)
    const { values, positionals } = parseArguments(connectCommand, {
      args: own,
      options: {
        port: { type: 'string' },
        'remote-command': { type: 'string' },
        'no-open': { type: 'boolean' },
        'allow-launch': { type: 'boolean' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    })
    if (values.help === true) {
      print(help)
      return 0
    }
    const [destination, ...files] = positionals
    if (destination === undefined) throw wrongUse(connectCommand, 'Give a machine')
    const interruption = new AbortController()
    const interrupted = new Promise<'interrupted'>((resolve) => {
      interruption.signal.addEventListener('abort', () => resolve('interrupted'))
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interruption.abort())
    const remote = await startRemoteHost({
      destination,
      files,
      command: values['remote-command'] ?? 'hagstone',
      allowLaunch: values['allow-launch'] === true,
      port: values.port === undefined ? 0 : integer(connectCommand, 'port', values.port, ports),
      sshArguments: separator < 0 ? [] : commandArguments.slice(separator + 1),
      questions: 'terminal',
      signal: interruption.signal,
    }).catch((error: unknown) => {
      if (interruption.signal.aborted) return null
      throw error
    })
    if (remote === null) return 0
    let first: string | null = remote.address
    const newAddress = async (): Promise<string> => {
      const address = first ?? (await remote.newAddress())
      first = null
      return address
    }
    const offer = await offerAddresses({
      shows: [destination, ...files].join(' '),
      newAddress,
      open: values['no-open'] !== true && hasDisplay(),
      isCommanded: false,
    })
    const how = await Promise.race([interrupted, remote.ended])
    offer.end()
    if (how === 'interrupted') {
      await remote.close()
      return 0
    }
    say(`the connection to ${destination} has ended.`)
    return exitStatus.failure
  },
}
