import { Menu } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'
import { fileCommands, helpCommands, recordCommands, viewCommands } from './menu_commands.ts'
import type { MenuCommand } from './menu_commands.ts'

export interface MenuActions {
  /** Asks for a profile and shows it. */
  openProfile(): void
  /** Has the focused window run a command. */
  runCommand(command: string): void
}

export function installMenu({ openProfile, runCommand }: MenuActions): void {
  const items = (commands: MenuCommand[]): MenuItemConstructorOptions[] =>
    commands.map(({ id, label, accelerator }) => ({
      id,
      label,
      click: () => runCommand(id),
      ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
    }))
  const template: MenuItemConstructorOptions[] = [
    {
      label: 'File',
      submenu: [
        { id: 'file.open', label: 'Open…', accelerator: 'CmdOrCtrl+O', registerAccelerator: false, click: openProfile },
        ...items(fileCommands),
        { type: 'separator' },
        { role: 'quit' },
      ],
    },
    { label: 'Record', submenu: items(recordCommands) },
    { label: 'View', submenu: [...items(viewCommands), { type: 'separator' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'resetZoom' }, { role: 'togglefullscreen' }] },
    { label: 'Help', submenu: items(helpCommands) },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
