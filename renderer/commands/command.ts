/** A command of the windows, and how users reach it. */

type CommandGroup = 'File' | 'Record' | 'View' | 'Move' | 'Finding' | 'Tree' | 'Pair' | 'Compare' | 'Window'

/** Where a context menu opens. */
export type MenuPlace = 'tree' | 'pairs' | 'compared-tree' | 'compared-pairs'

export interface Command {
  /** Stable name, "group.action"; the host's menu sends it. */
  id: string
  title: string
  group: CommandGroup
  /** Values of KeyboardEvent.key, with "Mod+" for Ctrl or Cmd and "Shift+" where the key has no own character. */
  keys: string[]
  /** Keys work anywhere, or only while a table has the focus. */
  scope: 'everywhere' | 'grid'
  /** Context menus the command appears in. */
  menus?: MenuPlace[]
  /** Absent: always. */
  enabled?(): boolean
  /** Shown when its key is pressed while the command cannot run; null: nothing. */
  refusal?(): string | null
  run(): void | Promise<void>
}

export function isEnabled(command: Command): boolean {
  return command.enabled?.() ?? true
}
