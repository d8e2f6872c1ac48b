/** Electron's `Menu` and `MenuItem`, as far as the app uses them. */
import { strict } from '../strict.ts'

interface ItemTemplate {
  id?: string
  label?: string
  type?: 'separator'
  role?: string
  accelerator?: string
  registerAccelerator?: boolean
  submenu?: ItemTemplate[]
  click?: () => void
}

const knownMembers = new Set(['id', 'label', 'type', 'role', 'accelerator', 'registerAccelerator', 'submenu', 'click'])

class ApplicationMenu {
  readonly items: Item[]
  constructor(template: ItemTemplate[]) {
    this.items = template.map((item) => strict('MenuItem', new Item(item)))
  }

  getMenuItemById(id: string): Item | null {
    for (const item of this.items) {
      const found = item.id === id ? item : (item.submenu?.getMenuItemById(id) ?? null)
      if (found !== null) return found
    }
    return null
  }
}

class Item {
  readonly id: string | undefined
  readonly label: string
  readonly accelerator: string | undefined
  readonly submenu: ApplicationMenu | undefined
  readonly click: () => void

  constructor(template: ItemTemplate) {
    const unknown = Object.keys(template).find((name) => !knownMembers.has(name))
    if (unknown !== undefined) throw new Error(`MenuItem option ${unknown} is not implemented by the Electron double`)
    if (template.label === undefined && template.role === undefined && template.type === undefined)
      throw new Error('A menu item needs a label, a role or a type')
    this.id = template.id
    this.label = template.label ?? template.role ?? ''
    this.accelerator = template.accelerator
    this.submenu = template.submenu === undefined ? undefined : new ApplicationMenu(template.submenu)
    this.click = template.click ?? (() => {})
  }
}

let applicationMenu: ApplicationMenu | null = null

export const Menu = strict('Menu', {
  buildFromTemplate: (template: ItemTemplate[]): ApplicationMenu => strict('Menu', new ApplicationMenu(template)),
  setApplicationMenu(menu: ApplicationMenu | null): void {
    applicationMenu = menu
  },
  getApplicationMenu: (): ApplicationMenu | null => applicationMenu,
})
