import { useMemo, useState } from 'react'
import type { ProfileId } from '../../shared/rpc/identifiers.ts'
import type { Rows } from '../../shared/tables/table_text.ts'
import type { ValueGroup, ValueKind } from '../../shared/values.ts'
import type { Application } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { Percent } from '../components/Figures.tsx'
import { FittingName, mostCharacters } from '../components/FittingName.tsx'
import { profileStem } from '../format/paths.ts'
import { countText } from '../format/quantities.ts'
import type { GridColumn } from '../grid/columns.ts'
import { namesApart, type NamesApart } from '../components/names_apart.ts'
import { Grid } from '../grid/Grid.tsx'
import { ColumnMenu } from '../grid/ColumnMenu.tsx'
import { everyRow } from '../tables/every_row.ts'
import { TakeTable } from '../tables/TakeTable.tsx'
import { SitePlace } from './SitePlace.tsx'
import { allInvariances, allKinds, invarianceWords, kindWords } from './words.ts'
import { RowMenu } from '../tables/RowMenu.tsx'

const rowKey = ({ module, function: name, file, line }: ValueGroup): string => [module, name, file, line].join('\n')
const groupsApart = (rows: readonly ValueGroup[]): NamesApart =>
  namesApart(
    rows.map((group) => group.function),
    mostCharacters,
  )

/** The tables of each source line or function together, the most executed first. */
export function ValueGroupTable({ by }: { by: 'line' | 'function' }) {
  const application = useApplication()
  const summary = useProfile((profile) => profile.summary)
  const values = useProfile((profile) => profile.values)
  const [kind, setKind] = useState<ValueKind>(values.groupKind)
  const [selected, select] = useState<number | null>(null)
  const pager = useMemo(() => values.groups(kind, by), [values, kind, by])
  const columns = useMemo(() => groupColumns(by), [by])
  const gridId = `values-${by}`
  return (
    <div className="view">
      <div className="toolbar" role="toolbar" aria-label={`Values by ${by}`}>
        <select aria-label="Tables of" value={kind} onChange={(event) => setKind((values.groupKind = event.target.value as ValueKind))}>
          {allKinds.map((name) => (
            <option key={name} value={name} title={kindWords[name].description}>
              {kindWords[name].title}
            </option>
          ))}
        </select>
        <span className="toolbar-space" />
        <TakeTable
          name={`the values by ${by}`}
          fileName={`${profileStem(summary.path)}-${gridId}`}
          rows={() => groupTable(application, summary.profile, kind, by)}
        />
        <ColumnMenu gridId={gridId} columns={columns} />
      </div>
      <RowMenu selected={selected}>
        <Grid<ValueGroup>
          key={`${gridId}-${kind}`}
          id={gridId}
          label={`Values by ${by}`}
          source={pager}
          columns={columns}
          sort={null}
          onSort={() => {}}
          selectedIndex={selected}
          onSelect={select}
          onContextMenu={select}
          rowKey={rowKey}
          namesApart={groupsApart}
          onActivate={(_, group) => {
            values.show('tables')
            void values.filterBy({ kind, instructionClass: null, search: group.function, regularExpression: false })
          }}
          empty={<div className="state">No tables of {kindWords[kind].title} were recorded.</div>}
        />
      </RowMenu>
    </div>
  )
}

/** All groups, the titles first; shares 0..1. */
async function groupTable({ client }: Application, profile: ProfileId, kind: ValueKind, by: 'line' | 'function'): Promise<Rows> {
  const groups = await everyRow((start, count) => client.call('values.groups', { profile, kind, by, start, count }))
  const titles = ['function', 'file', 'line', 'tables', 'executions', 'share of tables', ...allInvariances.map((name) => invarianceWords[name].title)]
  return [
    titles,
    ...groups.map((group) => [
      group.function,
      group.file,
      group.line,
      group.sites,
      group.executions,
      group.share,
      ...allInvariances.map((name) => group[name]),
    ]),
  ]
}

function groupColumns(by: 'line' | 'function'): Array<GridColumn<ValueGroup>> {
  const column = (
    id: string,
    title: string,
    description: string,
    width: number,
    rest: Partial<GridColumn<ValueGroup>> & Pick<GridColumn<ValueGroup>, 'render'>,
  ): GridColumn<ValueGroup> => ({ id, title, description, width, minimumWidth: 48, alignment: 'end', sortable: false, descendingFirst: true, ...rest })
  return [
    column('place', by === 'line' ? 'line' : 'function', 'Double click shows its tables', 200, {
      alignment: 'start',
      flexible: true,
      fixed: true,
      minimumWidth: 120,
      render: (group) => (
        <span className="tree-placed" title={`${group.function}\n${group.file ?? group.module}`}>
          <FittingName name={group.function} /> {group.file === null ? null : <SitePlace site={group} />}
        </span>
      ),
    }),
    column('sites', 'tables', 'Value tables of it', 62, { render: ({ sites }) => countText(sites) }),
    column('executions', 'executions', 'Of all its tables', 84, { render: ({ executions }) => countText(executions) }),
    column('share', '% of tables', "Its tables' part in all tables' executions", 84, { render: ({ share }) => <Percent share={share} /> }),
    ...allInvariances.map((name) =>
      column(name, invarianceWords[name].title, `${invarianceWords[name].description}, weighted by executions`, 66, {
        render: (group) => <Percent share={group[name]} />,
        bar: (group) => (group[name] === null ? null : { share: group[name], meaning: 'neutral' as const }),
      }),
    ),
  ]
}
