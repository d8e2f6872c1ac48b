/** `hagstone view`: opens profiles in windows. */
import { desktopObstacle, runDesktop } from '../../desktop.ts'
import { exitStatus } from '../../failure.ts'
import { hasDisplay } from '../../serve/browser.ts'
import { generalStatuses, parseArguments } from '../command.ts'
import type { Command } from '../command.ts'
import { filesToShow } from '../files_to_show.ts'
import { serveUntilInterrupted } from './serve_command.ts'
import { print, say } from '../terminal.ts'

const help = `hagstone view [FILE…]
hagstone view OLD --compare NEW

Opens profiles and outputs of \`hagstone validate --output\` in the app. Without Electron or a
display, it serves the same windows to a browser and prints an address, like
\`hagstone serve --allow-launch\`.

  --compare NEW   show OLD and NEW side by side: larger, smaller, new, and gone
  --help

${generalStatuses}
`

export const viewCommand: Command = {
  name: 'view',
  help,
  wrongUse: exitStatus.wrongUse,
  async run(commandArguments) {
    const { values, positionals } = parseArguments(viewCommand, {
      args: commandArguments,
      options: { compare: { type: 'string' }, help: { type: 'boolean' } },
      allowPositionals: true,
    })
    if (values.help === true) {
      print(help)
      return 0
    }
    const shown = filesToShow(viewCommand, positionals, values.compare)
    const obstacle = desktopObstacle()
    if (obstacle === null) return runDesktop(shown)
    say(`The app is served to the browser, because ${obstacle}.`)
    return serveUntilInterrupted({ ...shown, listen: { port: 0 }, allowLaunch: true, untilInputEnds: false, open: hasDisplay() })
  },
}
