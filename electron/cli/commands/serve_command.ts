/** `hagstone serve`: serves the windows to a browser. */
import { basename, resolve } from 'node:path'
import { Failure, exitStatus } from '../../failure.ts'
import { askForAddresses } from '../../serve/address_socket.ts'
import { hasDisplay } from '../../serve/browser.ts'
import { serveWindows } from '../../serve/host.ts'
import { offerAddresses } from '../address_offer.ts'
import { generalStatuses, integer, parseArguments, wrongUse } from '../command.ts'
import type { Command } from '../command.ts'
import { filesToShow } from '../files_to_show.ts'
import { print } from '../terminal.ts'

const help = `hagstone serve [FILE…] [OPTIONS]
hagstone serve OLD --compare NEW [OPTIONS]
hagstone serve --address

Shows the windows in a browser, for this user only: on 127.0.0.1, with a secret token in the
address. FILE is a profile, or the output of \`hagstone validate --output\`. Runs until it is
interrupted. An address opens in one browser, within an hour; press Enter for another.

  --compare NEW    show OLD and NEW side by side
  --port N         port to listen on (default: a free one)
  --socket PATH    listen on a unix socket (mode 0600) instead, for shared machines: reach it with
                   ssh -L PORT:PATH USER@HOST and open the address with that PORT, or use
                   hagstone connect, which does this for you
  --no-open        only print the address
  --allow-launch   let the windows start programs to record
  --address        print a new address of each Hagstone that serves windows to this user here
  --until-input-ends   also stop when standard input ends; each input line prints an address
  --help

${generalStatuses}
`
export const ports = { minimum: 0, maximum: 65_535 }

export const serveCommand: Command = {
  name: 'serve',
  help,
  wrongUse: exitStatus.wrongUse,
  async run(commandArguments) {
    const { values, positionals } = parseArguments(serveCommand, {
      args: commandArguments,
      options: {
        compare: { type: 'string' },
        port: { type: 'string' },
        socket: { type: 'string' },
        'no-open': { type: 'boolean' },
        'allow-launch': { type: 'boolean' },
        address: { type: 'boolean' },
        'until-input-ends': { type: 'boolean' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    })
    if (values.help === true) {
      print(help)
      return 0
    }
    if (values.address === true) return printNewAddresses()
    if (values.port !== undefined && values.socket !== undefined) throw wrongUse(serveCommand, '--port and --socket exclude each other')
    const port = values.port === undefined ? 0 : integer(serveCommand, 'port', values.port, ports)
    return serveUntilInterrupted({
      ...filesToShow(serveCommand, positionals, values.compare),
      listen: values.socket === undefined ? { port } : { socket: resolve(values.socket) },
      allowLaunch: values['allow-launch'] === true,
      untilInputEnds: values['until-input-ends'] === true,
      open: values['no-open'] !== true && values.socket === undefined && hasDisplay(),
    })
  },
}

export interface ServeRequest {
  profiles: string[]
  comparison: { old: string; new: string } | null
  listen: { port: number } | { socket: string }
  allowLaunch: boolean
  /** If its ssh connection breaks, no user is left to interrupt it. */
  untilInputEnds: boolean
  open: boolean
}

/** Prints an address on stdout, opens another if asked, and resolves to the exit status after SIGINT, SIGTERM or SIGHUP. */
export async function serveUntilInterrupted({ profiles, comparison, listen, allowLaunch, untilInputEnds, open }: ServeRequest): Promise<number> {
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
    if (untilInputEnds) process.stdin.once('end', resolve).once('error', () => resolve())
  })
  const windows = await serveWindows({ profiles, comparison, listen, allowLaunch })
  const files = comparison === null ? profiles : [comparison.old, comparison.new]
  const offer = await offerAddresses({
    shows: files.map((path) => basename(path)).join(', '),
    newAddress: async (over) => windows.newAddress(over),
    open,
    isCommanded: untilInputEnds,
  })
  await interrupted
  offer.end()
  await windows.close()
  return 0
}

/** For hosts that run already. With several, each address is followed by its host's content. */
async function printNewAddresses(): Promise<number> {
  const answers = await askForAddresses()
  if (answers.length === 0)
    throw new Failure(
      exitStatus.failure,
      'No Hagstone serves windows to this user on this machine; start one with hagstone serve, or ask as the user who runs it.',
    )
  for (const { process, shows, address } of answers)
    print(answers.length === 1 ? address : `${address}  ${shows === '' ? 'start page' : shows} (process ${process})`)
  return 0
}
