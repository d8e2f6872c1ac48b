/** The list of all window commands, from which keys, menus, the palette, and the help are made. */
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
import type { Command } from './command.ts'

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
