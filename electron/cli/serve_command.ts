import { resolve } from 'node:path'
import { exitStatus } from '../failure.ts'
import { serveWindows } from '../serve/host.ts'
import { hasDisplay, openBrowser } from '../serve/browser.ts'
import { generalStatuses, integer, parseArguments, wrongUse } from './command.ts'
import type { Command } from './command.ts'
import { filesToShow } from './files_to_show.ts'
import { print, say } from './terminal.ts'

const help = `hagstone serve [FILE…] [OPTIONS]
hagstone serve OLD --compare NEW [OPTIONS]

Shows the same windows in a browser, for this user only: on 127.0.0.1, with a secret token in
the address. FILE is a profile, or what \`hagstone validate --output\` wrote. Runs until it is
interrupted.

  --compare NEW    show OLD and NEW side by side
  --port N         port to listen on (default: a free one)
  --socket PATH    listen on a unix socket (mode 0600) instead, for shared machines: reach it with
                   ssh -L PORT:PATH USER@HOST and open the address with that PORT, or use
                   hagstone connect, which does all of this
  --no-open        only print the address
  --allow-launch   let the windows start programs to record
  --until-input-ends   stop when standard input ends, too
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
        'until-input-ends': { type: 'boolean' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    })
    if (values.help === true) {
      print(help)
      return 0
    }
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
  /** Nobody is left to interrupt it when its ssh connection breaks. */
  untilInputEnds: boolean
  open: boolean
}

/** Prints the address on stdout, opens it if asked, and resolves to the exit status after SIGINT, SIGTERM or SIGHUP. */
export async function serveUntilInterrupted({ profiles, comparison, listen, allowLaunch, untilInputEnds, open }: ServeRequest): Promise<number> {
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
    if (untilInputEnds) process.stdin.resume().once('end', resolve).once('error', () => resolve())
  })
  const windows = await serveWindows({ profiles, comparison, listen, allowLaunch })
  print(windows.address)
  if (open && !(await openBrowser(windows.address))) say('No browser could be started; open the address yourself.')
  await interrupted
  await windows.close()
  return 0
}
