/** Groups the entries of context menus. */
import type { Command } from './command.ts'

export interface MenuSubmenu {
  title: string
  commands: Command[]
}
export type MenuEntry = Command | MenuSubmenu

export function isSubmenu(entry: MenuEntry): entry is MenuSubmenu {
  return 'commands' in entry
}

/** Each group has one subject; rare commands are in submenus. A name that ends in - or . means all commands that begin with it. */
const layout: Array<Array<string | { title: string; of: string[] }>> = [
  ['tree.focus', 'tree.hot-path', 'tree.expand-all'],
  [
    { title: 'Callers and callees', of: ['tree.calls', 'tree.around'] },
    { title: 'Change the rows', of: ['tree.merge-function', 'tree.drop-function', 'tree.collapse-', 'tree.end-focus', 'tree.undo'] },
  ],
  [
    'pair.source',
    'pair.target',
    'pair.in-tree',
    'tree.follow-link',
    { title: 'More of the pair', of: ['pair.list-', 'pair.disassembly', 'tree.back', 'pair.edit-'] },
    { title: 'Mark as', of: ['pair.mark-'] },
  ],
  [{ title: 'Copy', of: ['tree.copy', 'pair.copy'] }, 'compare.'],
]

/** Groups of the given commands; those that the layout does not name come last. */
export function menuGroups(commands: Command[]): MenuEntry[][] {
  const left = new Set(commands)
  const take = (name: string): Command[] => {
    const found = [...left].filter(({ id }) => id === name || ((name.endsWith('-') || name.endsWith('.')) && id.startsWith(name)))
    for (const command of found) left.delete(command)
    return found
  }
  const groups = layout.map((group) =>
    group.flatMap((entry): MenuEntry[] => {
      if (typeof entry === 'string') return take(entry)
      const inside = entry.of.flatMap(take)
      return inside.length < 2 ? inside : [{ title: entry.title, commands: inside }]
    }),
  )
  return [...groups, [...left]].filter((group) => group.length > 0)
}
