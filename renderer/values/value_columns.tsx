import type { Invariances, ValueColumn, ValueKind, ValueSite } from '../../shared/values.ts'
import { Percent } from '../components/Figures.tsx'
import { FittingName } from '../components/FittingName.tsx'
import { baseName } from '../format/paths.ts'
import { countText } from '../format/quantities.ts'
import type { GridColumn } from '../grid/columns.ts'
import { SitePlace } from './SitePlace.tsx'
import { ValueChip } from './ValueChip.tsx'
import { allInvariances, classWords, invarianceWords } from './words.ts'

type Column = GridColumn<ValueSite>

const chipsShown = 4

/** Columns of the value tables of one kind. */
export function valueColumns(kind: ValueKind): Column[] {
  return [
    column('place', kind === 'parameters' ? 'procedure' : 'where', 'Function and line', 190, {
      alignment: 'start',
      descendingFirst: false,
      flexible: true,
      fixed: true,
      minimumWidth: 160,
      render: (site) => (
        <span
          className="tree-placed"
          title={[site.function, site.file === null ? baseName(site.module) : `${site.file}:${site.line ?? '?'}`, site.instruction ?? site.address].join('\n')}
        >
          <FittingName name={site.function} /> <SitePlace site={site} />
        </span>
      ),
    }),
    column('subject', kind === 'parameters' ? 'parameter' : 'of', 'The holder of the value', 116, {
      alignment: 'start',
      descendingFirst: false,
      render: (site) => (
        <span className="tree-label" title={site.subject}>
          {site.subject}
        </span>
      ),
    }),
    ...(kind === 'parameters'
      ? []
      : [
          column('type', 'type', 'Type of the instruction', 104, {
            alignment: 'start',
            descendingFirst: false,
            hiddenAtFirst: true,
            render: (site) => (site.instructionClass === null ? '–' : classWords[site.instructionClass]),
          }),
        ]),
    column('executions', kind === 'parameters' ? 'calls' : 'executions', 'Number of executions; for parameters, of calls', 100, {
      render: (site) => countText(site.executions),
    }),
    column('executedShare', '% of all', 'Its share of all instructions executed', 72, {
      sortable: false,
      hiddenAtFirst: true,
      render: (site) => <Percent share={site.executedShare} />,
    }),
    column('profiled', 'profiled', 'Share of the executions whose value was recorded', 72, {
      sortable: false,
      hiddenAtFirst: true,
      render: (site) => <Percent share={site.executions === 0 ? null : site.profiled / site.executions} />,
    }),
    invariance('inv1'),
    // Beside the first bar: a narrow table scrolls the rest away.
    column('values', 'most frequent values', 'Its most frequent values with their shares; every reading in the tooltip', 204, {
      alignment: 'start',
      sortable: false,
      render: (site) => (
        <span className="value-chips">
          {site.values.slice(0, chipsShown).map((value) => (
            <ValueChip key={value.hex} value={value} />
          ))}
        </span>
      ),
    }),
    ...allInvariances.filter((name) => name !== 'inv1').map((name) => invariance(name)),
    column('estimated', 'estimated', 'Share of the top value, estimated from the loads only', 78, {
      hiddenAtFirst: true,
      render: (site) => <Percent share={site.estimated} />,
    }),
  ]
}

function invariance(name: keyof Invariances): Column {
  const { title, description } = invarianceWords[name]
  return column(name, title, description, Math.max(66, title.length * 6 + 28), {
    hiddenAtFirst: name === 'inv5',
    render: (site) => <Percent share={site[name]} />,
    bar: (site) => (site[name] === null ? null : { share: site[name], meaning: 'neutral' }),
  })
}

/** `id` is the host's sort key; columns with another name are not sortable. */
function column(
  id: ValueColumn | 'executedShare' | 'profiled' | 'values',
  title: string,
  description: string,
  width: number,
  rest: Partial<Column> & Pick<Column, 'render'>,
): Column {
  return { id, title, description, width, minimumWidth: 48, alignment: 'end', sortable: true, descendingFirst: true, ...rest }
}
