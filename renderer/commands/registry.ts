/** The one list of everything a person can do: keys, menu, palette, context menus and help are read from it. */
import type { Application } from '../application/application.ts'
import { compareCommands } from './compare_commands.ts'
import { desktopCommands } from './desktop_commands.ts'
import { fileCommands } from './file_commands.ts'
import { findingCommands } from './finding_commands.ts'
import { gridCommands } from './grid_commands.ts'
import { pairCommands } from './pair_commands.ts'
import { tableCommands } from './table_commands.ts'
import { treeCommands } from './tree_commands.ts'
import { viewCommands } from './view_commands.ts'

export type CommandGroup = 'File' | 'Record' | 'View' | 'Move' | 'Finding' | 'Tree' | 'Pair' | 'Compare' | 'Window'

/** Where a context menu opens. */
export type MenuPlace = 'tree' | 'pairs' | 'compared-tree' | 'compared-pairs'

export interface Command {
  /** Stable name, "group.action"; the host's menu sends it. */
  id: string
  title: string
  group: CommandGroup
  /** As KeyboardEvent.key, with "Mod+" for Ctrl or Cmd and "Shift+" where the key has no own character. */
  keys: string[]
  /** Keys work anywhere, or only while a table has the focus. */
  scope: 'everywhere' | 'grid'
  /** Context menus the command appears in. */
  menus?: MenuPlace[]
  /** Absent: always. */
  enabled?(): boolean
  run(): void | Promise<void>
}

export function createCommands(application: Application): Command[] {
  return [
    ...fileCommands(application),
    ...tableCommands(application),
    ...viewCommands(application),
    ...gridCommands(application),
    ...findingCommands(application),
    ...treeCommands(application),
    ...pairCommands(application),
    ...compareCommands(application),
    ...desktopCommands(application),
  ]
}

export function isEnabled(command: Command): boolean {
  return command.enabled?.() ?? true
}
