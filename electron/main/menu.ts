import { Menu } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'
import { menus } from './menu_commands.ts'
import type { MenuCommand } from './menu_commands.ts'

/** What Electron does by itself, behind the commands of a menu. */
const roles: Record<keyof typeof menus, MenuItemConstructorOptions[]> = {
  File: [{ type: 'separator' }, { role: 'quit' }],
  Record: [],
  View: [{ type: 'separator' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'resetZoom' }, { role: 'togglefullscreen' }],
  Window: [{ type: 'separator' }, { role: 'minimize' }, { role: 'close' }],
  Help: [],
}

/** @param runCommand has the window in front run a command of its registry */
export function installMenu(runCommand: (command: string) => void): void {
  const item = ({ id, label, accelerator }: MenuCommand): MenuItemConstructorOptions => ({
    id,
    label,
    click: () => runCommand(id),
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  })
  const names = Object.keys(menus) as Array<keyof typeof menus>
  Menu.setApplicationMenu(Menu.buildFromTemplate(names.map((label) => ({ label, submenu: [...menus[label].map(item), ...roles[label]] }))))
}
