import type { ValueComparison } from '../../shared/values.ts'
import { countText, percentText } from '../format/quantities.ts'
import { kindWords } from './words.ts'

const columns = [
  { title: 'overlap', description: 'Share of the first’s executions whose instruction the second profiled too', of: (row: ValueComparison) => row.overlap },
  { title: 'Diff-1', description: 'Difference of Inv-1, instruction by instruction', of: (row: ValueComparison) => row.difference1 },
  { title: 'Diff-5', description: 'Difference of Inv-5, instruction by instruction', of: (row: ValueComparison) => row.difference5 },
  { title: 'Same-1', description: 'The first’s commonest value is the second’s too; of instructions above 30 % in the first', of: (row: ValueComparison) => row.same1 },
  { title: 'Find-1', description: 'The first’s commonest value is among the second’s five', of: (row: ValueComparison) => row.find1 },
  { title: 'Find-5', description: 'The first’s five commonest values are among the second’s five', of: (row: ValueComparison) => row.find5 },
  { title: '(of)', description: 'Share of the compared executions that the last three stand for', of: (row: ValueComparison) => row.aboveThreshold },
  { title: 'Inv-1', description: 'Of the first', of: (row: ValueComparison) => row.first.inv1 },
  { title: '→', description: 'Inv-1 of the second', of: (row: ValueComparison) => row.second.inv1 },
]

/** Two profiles of values, kind by kind: Tables 3 and 4 of Calder, Feller and Eustace. */
export function ComparisonTable({ label, comparisons }: { label: string; comparisons: ValueComparison[] }) {
  return (
    <>
      <h2>{label}</h2>
      <table className="figures selectable" aria-label={label}>
        <thead>
          <tr><th scope="col">kind</th><th scope="col" className="end">tables</th>{columns.map(({ title, description }) => <th key={title} scope="col" className="end" title={description}>{title}</th>)}</tr>
        </thead>
        <tbody>
          {comparisons.map((row) => (
            <tr key={row.kind}>
              <th scope="row">{kindWords[row.kind].title}</th>
              <td className="end">{countText(row.sites)}</td>
              {columns.map(({ title, of }) => <td key={title} className="end">{percentText(of(row))}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
