import type { PairColumn, PairRow } from '../../shared/rpc/contract.ts'
import type { Unit } from '../../shared/report.ts'
import { AccessMark } from '../components/AccessMark.tsx'
import { Amount, Percent } from '../components/Figures.tsx'
import { countText } from '../format/quantities.ts'
import { placeText } from '../format/paths.ts'
import type { GridColumn } from '../grid/columns.ts'

export function pairColumns(unit: Unit): Array<GridColumn<PairRow>> {
  const column = (id: PairColumn, title: string, description: string, width: number, rest: Partial<GridColumn<PairRow>> & Pick<GridColumn<PairRow>, 'render'>): GridColumn<PairRow> => ({
    id, title, description, width, minimumWidth: 48, alignment: 'end', sortable: true, descendingFirst: true, ...rest,
  })
  return [
    column('source', 'earlier access', 'Where the bytes were accessed first', 180, {
      alignment: 'start', descendingFirst: false, flexible: true, fixed: true, minimumWidth: 120,
      render: (row) => <Access side="source" name={row.sourceFunction} file={row.sourceFile} line={row.sourceLine} />,
    }),
    column('relation', 'relation', 'What became of the earlier access', 88, { alignment: 'start', descendingFirst: false, render: (row) => <span className="pair-relation">{row.relation}</span> }),
    column('target', 'later access', 'Where the same bytes were accessed next', 180, {
      alignment: 'start', descendingFirst: false, minimumWidth: 120,
      render: (row) => <Access side="target" name={row.targetFunction} file={row.targetFile} line={row.targetLine} />,
    }),
    column('shareOfWaste', '% of waste', "The pair's waste as a share of all waste", 92, {
      render: (row) => <Percent share={row.shareOfWaste} />,
      bar: (row) => (row.shareOfWaste === null ? null : { share: row.shareOfWaste, meaning: 'waste' }),
    }),
    column('waste', 'waste', 'Accesses in vain', 74, { render: (row) => <Amount value={row.waste} unit={unit} /> }),
    column('use', 'use', 'Accesses that were of use', 74, { hiddenAtFirst: true, render: (row) => <Amount value={row.use} unit={unit} /> }),
    column('shareOfTotal', '% of all', "The pair's waste and use as a share of all waste and use, with its 95 % interval", 96, { render: (row) => <Percent share={row.shareOfTotal} interval={row.ci95} /> }),
    column('traps', 'traps', 'Watchpoints that fired for the pair; below 10 its figures are dimmed', 54, { render: (row) => countText(row.traps) }),
  ]
}

function Access({ side, name, file, line }: { side: 'source' | 'target'; name: string; file: string | null; line: number | null }) {
  return (
    <span className="tree-label" title={file === null ? name : `${name}\n${file}:${line ?? '?'}`}>
      <AccessMark side={side} /> {name} <span className="tree-place">{placeText(file, line)}</span>
    </span>
  )
}
