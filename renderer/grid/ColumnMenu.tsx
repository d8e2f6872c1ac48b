import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { useApplication, useAppState, usePreference } from '../application/context.ts'
import { useMenuPlace } from '../components/use_menu_place.ts'
import type { ColumnSettings, GridColumn } from './columns.ts'
import { noColumnSettings, orderedColumns, shownColumns, withColumnMoved } from './columns.ts'
import { changeColumns } from './Grid.tsx'

const sets = ['1', '2', '3'] as const
const noSets: Partial<Record<string, ColumnSettings>> = {}
const none: readonly string[] = []

/**
 * Shows, hides, moves and pins columns, and keeps sets of them; the menu stays open for several choices. A column that
 * left because it had no room comes back, and stays, when it is chosen here.
 */
export function ColumnMenu<Row>({ gridId, columns }: { gridId: string; columns: Array<GridColumn<Row>> }) {
  const application = useApplication()
  const place = useMenuPlace()
  const settings = usePreference((preferences) => preferences.columns[gridId] ?? noColumnSettings)
  const withoutRoom = useAppState((state) => state.columnsWithoutRoom[gridId] ?? none)
  const missing = columns.filter(({ id }) => withoutRoom.includes(id)).map((column) => column.title)
  const saved = usePreference((preferences) => preferences.columnSets[gridId]) ?? noSets
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="plain" asChild>
        <button type="button" className="plain" title={missing.length === 0 ? undefined : `There is no room for: ${missing.join(', ')}. Choose them here.`}>
          {missing.length === 0 ? 'columns' : missing.length === 1 ? '1 more column' : `${missing.length} more columns`} ▾
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place}>
        <DropdownMenu.Content className="menu" align="end">
          {columns
            .filter((column) => !column.fixed)
            .map((column) => {
              const hasLeft = withoutRoom.includes(column.id)
              const shown = !hasLeft && (settings.shown[column.id] ?? !column.hiddenAtFirst)
              return (
                <DropdownMenu.CheckboxItem
                  key={column.id}
                  className="menu-item"
                  checked={shown}
                  title={column.description}
                  onSelect={(event) => event.preventDefault()}
                  onCheckedChange={(checked) =>
                    changeColumns(application.preferences, gridId, (old) => ({ ...old, shown: { ...old.shown, [column.id]: checked } }))
                  }
                >
                  <span>
                    <span className="menu-check">{shown ? '✓' : ''}</span>
                    {column.title}
                  </span>
                  {hasLeft ? <span className="dim">no room</span> : null}
                </DropdownMenu.CheckboxItem>
              )
            })}
          <Submenu title="Order and pins">
            {orderedColumns(columns, settings)
              .filter((column) => shownColumns([column], settings).length > 0 && !column.fixed && !withoutRoom.includes(column.id))
              .map((column) => {
                const pinned = settings.pinned?.includes(column.id) === true
                const change = (next: (old: ColumnSettings) => ColumnSettings): void => changeColumns(application.preferences, gridId, next)
                return (
                  <Submenu key={column.id} title={`${pinned ? '⊢ ' : ''}${column.title}`}>
                    <StayingItem onSelect={() => change((old) => withColumnMoved(columns, old, column.id, -1, withoutRoom))}>Move left</StayingItem>
                    <StayingItem onSelect={() => change((old) => withColumnMoved(columns, old, column.id, 1, withoutRoom))}>Move right</StayingItem>
                    <StayingItem
                      onSelect={() =>
                        change((old) => ({ ...old, pinned: pinned ? (old.pinned ?? []).filter((id) => id !== column.id) : [...(old.pinned ?? []), column.id] }))
                      }
                    >
                      {pinned ? 'Unpin' : 'Pin at the left'}
                    </StayingItem>
                  </Submenu>
                )
              })}
          </Submenu>
          <Submenu title="Sets of columns">
            {sets.map((set) => {
              const kept = saved[set]
              return (
                <Fragment key={set}>
                  <DropdownMenu.Item
                    className="menu-item"
                    disabled={kept === undefined}
                    onSelect={() => kept !== undefined && changeColumns(application.preferences, gridId, () => kept)}
                  >
                    <span>Use set {set}</span>
                  </DropdownMenu.Item>
                  <StayingItem
                    onSelect={() =>
                      application.preferences.setState(({ columnSets }) => ({
                        columnSets: { ...columnSets, [gridId]: { ...columnSets[gridId], [set]: settings } },
                      }))
                    }
                  >
                    Keep these columns as set {set}
                  </StayingItem>
                </Fragment>
              )
            })}
          </Submenu>
          <DropdownMenu.Item className="menu-item" onSelect={() => changeColumns(application.preferences, gridId, () => noColumnSettings)}>
            <span>
              <span className="menu-check" />
              Reset columns
            </span>
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Submenu({ title, children }: { title: string; children: ReactNode }) {
  const place = useMenuPlace()
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className="menu-item">
        <span>
          <span className="menu-check" />
          {title}
        </span>
        <span className="dim" aria-hidden>
          ▸
        </span>
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal container={place}>
        <DropdownMenu.SubContent className="menu">{children}</DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  )
}

/** Leaves the menu open. */
function StayingItem({ onSelect, children }: { onSelect(): void; children: ReactNode }) {
  return (
    <DropdownMenu.Item
      className="menu-item"
      onSelect={(event) => {
        event.preventDefault()
        onSelect()
      }}
    >
      <span>{children}</span>
    </DropdownMenu.Item>
  )
}
