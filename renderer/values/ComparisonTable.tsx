import type { ValueComparison } from '../../shared/values.ts'
import { LEAST_INVARIANCE } from '../../shared/metrics/values/compare_values.ts'
import { countText, percentText, percentTick } from '../format/quantities.ts'
import { kindWords } from './words.ts'

const least = percentTick(LEAST_INVARIANCE)

interface Column {
  title: string
  description: string
  of(row: ValueComparison): number | null
}

/** @param names of the two profiles, as the caller names them */
function columnsOf([first, second]: readonly [string, string]): Column[] {
  return [
    {
      title: 'overlap',
      description: `Share of the executions of ${first} whose instruction is also profiled in ${second}; the other columns apply to these`,
      of: (row) => row.overlap,
    },
    { title: `top value, ${first}`, description: `Share of the most frequent value (Inv-1), in ${first}`, of: (row) => row.first.inv1 },
    { title: `top value, ${second}`, description: `Share of the most frequent value (Inv-1), in ${second}`, of: (row) => row.second.inv1 },
    { title: 'difference', description: 'Mean difference of the share of the top value, instruction by instruction (Diff-1)', of: (row) => row.difference1 },
    {
      title: 'difference of five',
      description: 'Mean difference of the share of the top five values, instruction by instruction (Diff-5)',
      of: (row) => row.difference5,
    },
    {
      title: `top value > ${least}`,
      description: `Share of the compared executions by instructions whose top value is above ${least} in ${first}; the last three columns apply to these`,
      of: (row) => row.aboveThreshold,
    },
    { title: 'same top value', description: `The most frequent value of ${first} is that of ${second} too (Same-1)`, of: (row) => row.same1 },
    { title: 'top value found', description: `The most frequent value of ${first} is among the top five of ${second} (Find-1)`, of: (row) => row.find1 },
    { title: 'top five found', description: `The top five values of ${first} are among the top five of ${second} (Find-5)`, of: (row) => row.find5 },
  ]
}

/** Two profiles of values, kind by kind: Tables 3 and 4 of Calder, Feller and Eustace. */
export function ComparisonTable({ label, names, comparisons }: { label: string; names: readonly [string, string]; comparisons: ValueComparison[] }) {
  const columns = columnsOf(names)
  return (
    <>
      <h2>{label}</h2>
      <table className="figures selectable" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">kind</th>
            <th scope="col" className="end">
              tables
            </th>
            {columns.map(({ title, description }) => (
              <th key={title} scope="col" className="end" tabIndex={0} title={description}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparisons.map((row) => (
            <tr key={row.kind}>
              <th scope="row">{kindWords[row.kind].title}</th>
              <td className="end">{countText(row.sites)}</td>
              {columns.map(({ title, of }) => (
                <td key={title} className="end">
                  {percentText(of(row))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
