import type { RegisterRedundancy, ValueClassReport } from '../../shared/registers.ts'
import { registersReport } from '../../shared/registers.ts'
import { percentText } from '../format/quantities.ts'

const classes = { load: 'loaded into registers', store: 'stored', register: 'written to registers by other instructions' } as const

/** How much of all values that the program produced was there already: the six fractions of REDSPY 4.1 with the shares of its Table 2. */
export function RegistersTable({ redundancy }: { redundancy: RegisterRedundancy }) {
  const report = registersReport(redundancy)
  if (report === null) return null
  const { precise, approximate, total, instructions } = report
  return (
    <>
      <h2>Redundancy of all values produced</h2>
      <table className="figures" aria-label="Redundancy of all values produced">
        <thead>
          <tr>
            <th scope="col">values</th>
            <th scope="col" className="end">
              share, precise
            </th>
            <th scope="col" className="end">
              redundant
            </th>
            <th scope="col" className="end">
              share, approximate
            </th>
            <th scope="col" className="end">
              redundant
            </th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(classes) as Array<keyof typeof classes>).map((name) => (
            <tr key={name}>
              <th scope="row">{classes[name]}</th>
              <Cells report={precise[name]} />
              <Cells report={approximate[name]} />
            </tr>
          ))}
          <tr>
            <th scope="row">all, in bytes</th>
            <td />
            <td className="end">{percentText(total)}</td>
            <td colSpan={2} className="description">
              bytes of values that were already there, of all bytes produced
            </td>
          </tr>
          {instructions === null ? null : (
            <tr>
              <th scope="row">instructions</th>
              <td />
              <td className="end">{percentText(instructions.precise)}</td>
              <td />
              <td className="end">{percentText(instructions.approximate)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </>
  )
}

function Cells({ report }: { report: ValueClassReport | null }) {
  if (report === null)
    return (
      <td colSpan={2} className="description">
        not measured
      </td>
    )
  return (
    <>
      <td className="end">{percentText(report.share)}</td>
      <td className="end">{percentText(report.redundancy)}</td>
    </>
  )
}
