import { useCallback } from 'react'
import { useApplication, usePreference } from '../application/context.ts'
import { rowHeight } from '../application/preferences.ts'
import type { ColumnSettings } from './columns.ts'
import { noColumnSettings } from './columns.ts'
import type { GridHandle, RowGridProps } from './RowGrid.tsx'
import { RowGrid } from './RowGrid.tsx'

type GridProps<Row> = Omit<RowGridProps<Row>, 'settings' | 'onResize' | 'onWithoutRoom' | 'rowHeight' | 'onFocus' | 'takesFocus'> & {
  /** Name under which the columns are remembered. */
  id: string
}

/** A RowGrid of this window: remembers its columns, has the chosen density and receives keyboard commands. */
export function Grid<Row>({ id, ...rest }: GridProps<Row>) {
  const application = useApplication()
  const settings = usePreference(({ columns }) => columns[id] ?? noColumnSettings)
  const height = usePreference(({ density }) => rowHeight(density))
  const onResize = useCallback(
    (column: string, width: number) =>
      changeColumns(application.preferences, id, (old) => ({ ...old, widths: { ...old.widths, [column]: Math.round(width) } })),
    [application, id],
  )
  const onWithoutRoom = useCallback(
    (columns: readonly string[]) =>
      application.store.setState(({ columnsWithoutRoom }) =>
        (columnsWithoutRoom[id] ?? []).join() === columns.join() ? {} : { columnsWithoutRoom: { ...columnsWithoutRoom, [id]: columns } },
      ),
    [application, id],
  )
  const onFocus = useCallback((handle: GridHandle) => void (application.grid = { handle }), [application])
  return <RowGrid<Row> {...rest} takesFocus settings={settings} rowHeight={height} onResize={onResize} onWithoutRoom={onWithoutRoom} onFocus={onFocus} />
}

export function changeColumns(
  preferences: ReturnType<typeof useApplication>['preferences'],
  id: string,
  change: (old: ColumnSettings) => ColumnSettings,
): void {
  preferences.setState(({ columns }) => ({ columns: { ...columns, [id]: change(columns[id] ?? noColumnSettings) } }))
}
