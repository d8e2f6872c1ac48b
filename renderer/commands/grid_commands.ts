/** Commands on the rows of a grid. */
import type { Application } from '../application/application.ts'
import type { GridHandle } from '../grid/RowGrid.tsx'
import type { Command } from './command.ts'

export function gridCommands(application: Application): Command[] {
  const move = (id: string, title: string, keys: string[], by: Parameters<GridHandle['move']>[0]): Command => ({
    id: `move.${id}`,
    title,
    group: 'Move',
    keys,
    scope: 'grid',
    enabled: () => application.grid.handle !== null,
    run: () => application.grid.handle?.move(by),
  })
  return [
    move('next', 'Next row', ['ArrowDown', 'j'], 1),
    move('previous', 'Previous row', ['ArrowUp', 'k'], -1),
    move('first', 'First row', ['Home'], 'first'),
    move('last', 'Last row', ['End'], 'last'),
    move('page-down', 'One page down', ['PageDown'], 'page-down'),
    move('page-up', 'One page up', ['PageUp'], 'page-up'),
    {
      id: 'move.search',
      title: 'Search',
      group: 'Move',
      keys: ['/', 'Mod+f'],
      scope: 'everywhere',
      enabled: () => application.store.getState().profile !== null || application.store.getState().comparison !== null,
      run: () => application.focusSearch(),
    },
  ]
}
