import { DropdownMenu } from 'radix-ui'
import { useApplication, usePreference } from '../application/context.ts'
import type { GridColumn } from './columns.ts'
import { noColumnSettings } from './columns.ts'
import { changeColumns } from './Grid.tsx'

/** Shows and hides columns; the menu stays open for several choices. */
export function ColumnMenu<Row>({ gridId, columns }: { gridId: string; columns: Array<GridColumn<Row>> }) {
  const application = useApplication()
  const settings = usePreference((preferences) => preferences.columns[gridId] ?? noColumnSettings)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="plain" asChild>
        <button type="button" className="plain">columns ▾</button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end">
          {columns.filter((column) => !column.fixed).map((column) => {
            const shown = settings.shown[column.id] ?? !column.hiddenAtFirst
            return (
              <DropdownMenu.CheckboxItem
                key={column.id}
                className="menu-item"
                checked={shown}
                title={column.description}
                onSelect={(event) => event.preventDefault()}
                onCheckedChange={(checked) => changeColumns(application.preferences, gridId, (old) => ({ ...old, shown: { ...old.shown, [column.id]: checked } }))}
              >
                <span><span className="menu-check">{shown ? '✓' : ''}</span>{column.title}</span>
              </DropdownMenu.CheckboxItem>
            )
          })}
          <DropdownMenu.Item className="menu-item" onSelect={() => changeColumns(application.preferences, gridId, () => noColumnSettings)}>
            <span><span className="menu-check" />As at first</span>
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
