import { useMemo } from 'react'
import { FEWEST_TRAPS } from '../../shared/metrics/bootstrap.ts'
import type { ObjectReport, Unit } from '../../shared/report.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { useApplication } from '../application/context.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import { baseName } from '../format/paths.ts'
import { countText } from '../format/quantities.ts'
import type { SortedColumn } from '../tables/SortedGrid.tsx'
import { SortedGrid, sortedColumn } from '../tables/SortedGrid.tsx'
import { toolWords } from '../tools/tools.ts'

const none: ObjectReport[] = []
const rowKey = (object: ObjectReport): string => `${object.tool} ${object.module ?? ''} ${object.name}`
const rowClass = (object: ObjectReport): string => (object.traps < FEWEST_TRAPS ? 'few-traps' : '')

/** One row per data object that a tool could name, most waste first. */
export function ObjectsView({ summary }: { summary: ProfileSummary }) {
  const { run, objects = none } = summary
  const columns = useMemo(() => objectColumns(run.unit), [run])
  return (
    <SortedGrid<ObjectReport>
      key={summary.profile}
      id="objects"
      label="Objects of the run"
      rows={objects}
      columns={columns}
      firstSort="waste"
      rowKey={rowKey}
      rowClass={rowClass}
      exportCommand="export.objects"
      empty={<NoObjects summary={summary} />}
    />
  )
}

function NoObjects({ summary: { run, totals } }: { summary: ProfileSummary }) {
  const application = useApplication()
  if (!run.tools.includes('false-sharing')) {
    return (
      <div className="state">
        <span>Objects are named for false sharing, and this run did not look for it.</span>
        <button type="button" className="action" onClick={() => application.runCommand('record.new')}>Record it…</button>
      </div>
    )
  }
  return <div className="state">{(totals['false-sharing']?.traps ?? 0) === 0 ? 'No two threads were seen on one cache line, so there is no object to name.' : 'The shared lines could not be named.'}</div>
}

function objectColumns(unit: Unit): Array<SortedColumn<ObjectReport>> {
  const column = sortedColumn<ObjectReport>
  const share = ({ waste, use }: ObjectReport): number | null => (waste + use === 0 ? null : waste / (waste + use))
  return [
    column('name', 'object', 'Symbol, or the address where none is known', 200, (object) => object.name, {
      alignment: 'start', flexible: true, fixed: true, descendingFirst: false, minimumWidth: 120, render: (object) => <span className="tree-label" title={object.name}>{object.name}</span>,
    }),
    column('module', 'module', 'File that defines the symbol', 140, (object) => object.module, {
      alignment: 'start', descendingFirst: false, render: (object) => <span className="tree-label" title={object.module ?? undefined}>{object.module === null ? '–' : baseName(object.module)}</span>,
    }),
    column('tool', 'tool', 'What was looked for', 110, (object) => object.tool, { alignment: 'start', descendingFirst: false, render: (object) => toolWords[object.tool].name }),
    column('pairs', 'pairs', 'Pairs of accesses to the object', 60, (object) => object.pairs, { render: (object) => countText(object.pairs) }),
    column('traps', 'traps', 'Watchpoints that fired on the object', 64, (object) => object.traps, { render: (object) => countText(object.traps) }),
    column('waste', 'waste', 'Accesses in vain to the object', 84, (object) => object.waste, { render: (object) => <Amount value={object.waste} unit={unit} /> }),
    column('use', 'use', 'Accesses to the object that were of use', 84, (object) => object.use, { render: (object) => <Amount value={object.use} unit={unit} /> }),
    column('fraction', 'fraction', 'waste / (waste + use) of the object', 78, share, {
      render: (object) => <Percent share={share(object)} />,
      bar: (object) => ({ share: share(object) ?? 0, meaning: 'waste' }),
    }),
  ]
}
