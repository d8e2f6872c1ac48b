import { useCallback, useMemo } from 'react'
import type { ValueClass } from '../../shared/profile/value_names.ts'
import type { ValueColumn, ValueKind, ValueSite } from '../../shared/values.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { SearchField } from '../components/SearchField.tsx'
import { countText, percentTick } from '../format/quantities.ts'
import { mostCharacters } from '../components/FittingName.tsx'
import { namesApart, type NamesApart } from '../components/names_apart.ts'
import { ColumnMenu } from '../grid/ColumnMenu.tsx'
import { Grid } from '../grid/Grid.tsx'
import { useRows } from '../grid/use_rows.ts'
import { valueColumns } from './value_columns.tsx'
import { ExportMenu } from '../components/ExportMenu.tsx'
import { allKinds, classWords, kindWords } from './words.ts'
import { RowMenu } from '../tables/RowMenu.tsx'

/** Share of the executed instructions: colder code is not worth specialising. */
const HOT_SHARE = 0.001

const rowKey = (site: ValueSite): string => String(site.site)
const sitesApart = (rows: readonly ValueSite[]): NamesApart =>
  namesApart(
    rows.map((site) => site.function),
    mostCharacters,
  )

/** Every table of one kind: the place with values, their invariance, and the values. */
export function ValueTable() {
  const application = useApplication()
  const values = useProfile((profile) => profile.values)
  useRows(values.pager)
  const { filter } = values
  const columns = useMemo(() => valueColumns(filter.kind), [filter.kind])
  const onSelect = useCallback((index: number, site?: ValueSite) => void values.select(index, site), [values])
  const gridId = `values-${filter.kind}`
  const hotOnly = (filter.leastShare ?? 0) > 0
  const filtered = filter.search !== '' || filter.instructionClass !== null || hotOnly
  return (
    <div className="view">
      <div className="toolbar" role="toolbar" aria-label="Value tables">
        <select
          className="values-kind"
          aria-label="Tables of"
          title={kindWords[filter.kind].description}
          value={filter.kind}
          onChange={(event) => void values.filterBy({ kind: event.target.value as ValueKind, instructionClass: null })}
        >
          {allKinds.map((kind) => (
            <option key={kind} value={kind} title={kindWords[kind].description}>
              {kindWords[kind].title}
            </option>
          ))}
        </select>
        {filter.kind === 'parameters' ? null : (
          <select
            aria-label="Type of instruction"
            value={filter.instructionClass ?? ''}
            onChange={(event) => void values.filterBy({ instructionClass: event.target.value === '' ? null : (event.target.value as ValueClass) })}
          >
            <option value="">all types</option>
            {(Object.keys(classWords) as ValueClass[]).map((name) => (
              <option key={name} value={name}>
                {classWords[name]}
              </option>
            ))}
          </select>
        )}
        <SearchField
          text={filter.search}
          regularExpression={filter.regularExpression}
          placeholder="Filter functions, files, code  /"
          label="Filter value tables"
          onSearch={({ text, regularExpression }) => void values.filterBy({ search: text, regularExpression })}
        />
        <button
          type="button"
          className="plain"
          aria-pressed={hotOnly}
          title={`Only values of code with at least ${percentTick(HOT_SHARE)} of the executed instructions`}
          onClick={() => void values.filterBy({ leastShare: hotOnly ? 0 : HOT_SHARE })}
        >
          {hotOnly ? '✓ ' : ''}hot only
        </button>
        {filtered && values.totalCount !== null ? (
          <span className="chip">
            {countText(values.pager.rowCount)} of {countText(values.totalCount)}
            <button
              type="button"
              className="plain"
              aria-label="Clear the filter"
              onClick={() => void values.filterBy({ search: '', instructionClass: null, leastShare: 0 })}
            >
              ✕
            </button>
          </span>
        ) : null}
        <span className="toolbar-space" />
        <ExportMenu
          what="the value tables"
          choices={[
            { title: 'Save as CSV', run: () => application.runCommand('export.values') },
            { title: 'Copy as Markdown', run: () => application.runCommand('copy-table.values') },
          ]}
        />
        <ColumnMenu gridId={gridId} columns={columns} />
      </div>
      <RowMenu selected={values.selectedIndex}>
        <Grid<ValueSite>
          key={gridId}
          id={gridId}
          label="Value tables"
          source={values.pager}
          columns={columns}
          sort={values.sort}
          onSort={({ column, descending }) => void values.sortBy({ column: column as ValueColumn, descending })}
          selectedIndex={values.selectedIndex}
          onSelect={onSelect}
          onContextMenu={onSelect}
          onActivate={() => application.runCommand('pair.source')}
          rowKey={rowKey}
          namesApart={sitesApart}
          empty={<div className="state">{filtered ? 'No table matches the filter.' : `No tables of ${kindWords[filter.kind].title} were recorded.`}</div>}
        />
      </RowMenu>
    </div>
  )
}
