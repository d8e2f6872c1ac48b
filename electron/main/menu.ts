import { Menu } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'
import type { RecentRun } from '../../shared/rpc/host.ts'
import { menus } from './menu_commands.ts'
import type { MenuCommand } from './menu_commands.ts'

/** Most runs in the menu; the windows list all of them. */
const mostRecent = 10

/** Commands of a menu that Electron implements. */
const roles: Record<keyof typeof menus, MenuItemConstructorOptions[]> = {
  File: [{ type: 'separator' }, { role: 'quit' }],
  Record: [],
  View: [{ type: 'separator' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'resetZoom' }, { role: 'togglefullscreen' }],
  Window: [{ type: 'separator' }, { role: 'minimize' }, { role: 'close' }],
  Help: [],
}

export interface MenuActions {
  /** Has the window in front run a command of its registry. */
  runCommand(command: string): void
  openProfile(path: string): void
}

/** Installs the app's menu, in place of the previous one. */
export function installMenu({ runCommand, openProfile }: MenuActions, runs: RecentRun[]): void {
  const item = ({ id, label, accelerator }: MenuCommand): MenuItemConstructorOptions => ({
    id,
    label,
    click: () => runCommand(id),
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  })
  const recent = runs
    .filter(({ missing }) => !missing)
    .slice(0, mostRecent)
    .map(({ path, title }): MenuItemConstructorOptions => ({ id: `recent ${path}`, label: menuText(`${title} – ${path}`), click: () => openProfile(path) }))
  const names = Object.keys(menus) as Array<keyof typeof menus>
  const template = names.map((label): MenuItemConstructorOptions => {
    const [first, ...others] = menus[label].map(item)
    const openRecent = label === 'File' && recent.length > 0 ? [{ label: 'Open recent', submenu: recent }] : []
    return { label, submenu: [...(first === undefined ? [] : [first]), ...openRecent, ...others, ...roles[label]] }
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

/** Menus use & to mark an access key. */
function menuText(text: string): string {
  return text.replaceAll('&', '&&')
}
