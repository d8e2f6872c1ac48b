import { useCallback, useMemo } from 'react'
import type { ComparedObject, ComparedObjectColumn } from '../../../shared/comparison.ts'
import type { Tool, Unit } from '../../../shared/run.ts'
import { useApplication } from '../../application/context.ts'
import { Amount } from '../../components/Figures.tsx'
import { baseName } from '../../format/paths.ts'
import { countText } from '../../format/quantities.ts'
import { ColumnMenu } from '../../grid/ColumnMenu.tsx'
import type { GridColumn } from '../../grid/columns.ts'
import { Grid } from '../../grid/Grid.tsx'
import { useRows } from '../../grid/use_rows.ts'
import { toolWords } from '../../tools/tools.ts'
import { AmountChange, Relative } from '../ChangeFigures.tsx'
import { toneOf } from '../change_text.ts'
import { nextSort, shownSort } from '../change_sort.ts'
import { ExportMenu } from '../../components/ExportMenu.tsx'
import { useComparison } from '../use_comparison.ts'
import { RowMenu } from '../../tables/RowMenu.tsx'

const gridId = 'compared-objects'
const rowKey = ({ module, name }: ComparedObject): string => `${module ?? ''} ${name}`

/** The data objects that a tool named in either run. */
export function ComparedObjectTable() {
  const application = useApplication()
  const { comparison, unit } = useComparison(({ summary }) => summary)
  const tool = useComparison((open) => open.tool)
  const objects = useComparison((open) => open.objects)
  const largest = useComparison(({ summary, normalisation }) => {
    const waste = summary.totals[normalisation]?.[tool]?.waste
    return Math.max(waste?.old ?? 0, waste?.new ?? 0)
  })
  useRows(objects.pager)
  const columns = useMemo(() => objectColumns(unit, largest), [unit, largest])
  const onSelect = useCallback((index: number, row?: ComparedObject) => void objects.select(index, row), [objects])
  return (
    <div className="view">
      <div className="toolbar" role="toolbar" aria-label="Objects of both runs">
        <span className="dim">{objects.pager.rowCount === 1 ? '1 object' : `${countText(objects.pager.rowCount)} objects`}</span>
        <span className="toolbar-space" />
        <ExportMenu
          what="the objects"
          choices={[
            { title: 'Save as CSV', run: () => application.runCommand('export.objects') },
            { title: 'Copy as Markdown', run: () => application.runCommand('compare.copy-objects') },
          ]}
        />
        <ColumnMenu gridId={gridId} columns={columns} />
      </div>
      <RowMenu selected={objects.selectedIndex}>
        <Grid<ComparedObject>
          key={`${comparison}-${tool}`}
          id={gridId}
          label="Objects of both runs"
          source={objects.pager}
          columns={columns}
          sort={shownSort(objects.sort, 'wasteChange')}
          onSort={({ column, descending }) =>
            void objects.sortBy(nextSort({ column: column as ComparedObjectColumn, descending }, objects.sort, 'wasteChange') as typeof objects.sort)
          }
          selectedIndex={objects.selectedIndex}
          onSelect={onSelect}
          onContextMenu={onSelect}
          onActivate={() => {}}
          rowKey={rowKey}
          empty={<NoObjects tool={tool} />}
        />
      </RowMenu>
    </div>
  )
}

function NoObjects({ tool }: { tool: Tool }) {
  return (
    <div className="state">
      Neither run names objects for {toolWords[tool].name}: they are named for false sharing and, by the exhaustive engine, for spatial loads.
    </div>
  )
}

function objectColumns(unit: Unit, largest: number): Array<GridColumn<ComparedObject>> {
  return [
    column('name', 'object', 'Symbol, or the address if it has none', 220, {
      alignment: 'start',
      descendingFirst: false,
      flexible: true,
      fixed: true,
      minimumWidth: 120,
      render: ({ name }) => (
        <span className="tree-label" title={name}>
          {name}
        </span>
      ),
    }),
    {
      ...column('impact', 'module', 'File that defines the symbol', 150, {
        alignment: 'start',
        render: ({ module }) => (
          <span className="tree-label" title={module ?? undefined}>
            {module === null ? '–' : baseName(module)}
          </span>
        ),
      }),
      id: 'module',
      sortable: false,
    },
    column('oldWaste', 'waste old', 'Wasted accesses to the object in the old run', 90, { render: ({ waste }) => <Amount value={waste.old} unit={unit} /> }),
    column('newWaste', 'waste new', 'Wasted accesses to the object in the new run, normalised', 90, {
      render: ({ waste }) => <Amount value={waste.new} unit={unit} />,
    }),
    column('wasteChange', 'Δ waste', 'new − old; sorts by size, then by sign', 100, {
      render: ({ waste }) => <AmountChange value={waste} unit={unit} />,
      bar: ({ waste }) => {
        const tone = toneOf(waste, 'less')
        return largest === 0 ? null : { share: Math.abs(waste.change) / largest, meaning: tone === 'waste' || tone === 'use' ? tone : 'neutral' }
      },
    }),
    column('wasteRelative', 'Δ %', '(new − old) / old', 72, { render: ({ waste }) => <Relative value={waste} /> }),
    column('oldUse', 'use old', 'Useful accesses to the object, old run', 84, {
      hiddenAtFirst: true,
      render: ({ use }) => <Amount value={use.old} unit={unit} />,
    }),
    column('newUse', 'use new', 'Useful accesses to the object, new run, normalised', 84, {
      hiddenAtFirst: true,
      render: ({ use }) => <Amount value={use.new} unit={unit} />,
    }),
    column('useChange', 'Δ use', 'new − old', 84, { hiddenAtFirst: true, render: ({ use }) => <AmountChange value={use} unit={unit} better="neither" /> }),
  ]
}

function column(
  id: ComparedObjectColumn,
  title: string,
  description: string,
  width: number,
  rest: Pick<GridColumn<ComparedObject>, 'render'> & Partial<GridColumn<ComparedObject>>,
): GridColumn<ComparedObject> {
  return { id, title, description, width, minimumWidth: 48, alignment: 'end', sortable: true, descendingFirst: true, ...rest }
}
