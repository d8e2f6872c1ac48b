import type { EstimateReport } from '../../shared/values.ts'
import { percentText, percentTick } from '../format/quantities.ts'

/** Invariance that follows from the loads alone beside the measured one: Table 5 of Calder, Feller and Eustace. */
export function EstimateTable({ estimate: { executedShare, undefinedShare, measured, estimated, difference, thresholds } }: { estimate: EstimateReport }) {
  return (
    <>
      <h2>Estimated from loads</h2>
      <p className="dim">
        Of {percentText(executedShare)} of all executed instructions, {percentText(undefinedShare)} of them left undefined: measured share of the top value{' '}
        {percentText(measured)}, estimated {percentText(estimated)}, on average {percentText(difference)} apart.
      </p>
      <table className="figures selectable" aria-label="Estimated from loads">
        <thead>
          <tr>
            <th scope="col">top value above</th>
            <th scope="col" className="end">
              measured
            </th>
            <th scope="col" className="end" tabIndex={0} title="Share of the executions above the threshold that the estimate finds">
              found
            </th>
            <th scope="col" className="end" tabIndex={0} title="Executions that the estimate wrongly puts above the threshold, as a share of those above it">
              over-estimated
            </th>
          </tr>
        </thead>
        <tbody>
          {thresholds.map(({ threshold, above, found, overestimated }) => (
            <tr key={threshold}>
              <th scope="row">{percentTick(threshold)}</th>
              <td className="end">{percentText(above)}</td>
              <td className="end">{percentText(found)}</td>
              <td className="end">{percentText(overestimated)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
