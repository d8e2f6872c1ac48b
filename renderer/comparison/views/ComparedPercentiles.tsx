import type { ComparedPercentile } from '../../../shared/comparison.ts'
import type { Side } from '../../../shared/compare/compared_number.ts'
import { percentTick } from '../../format/quantities.ts'
import { axisText, type AxisUnit } from '../../reuse/distance_axis.ts'
import { certaintyWords, counts, significanceWords } from '../change_text.ts'

interface ComparedPercentilesProps {
  percentiles: ComparedPercentile[]
  unit: AxisUnit
  /** Where the open bin begins; null: there are no bins. */
  lastBin: number | null
  measure: 'time' | 'stack'
}

/** Percentiles of both runs: the end of the smallest bin up to which that share of the reuses lies, and whether they differ by more than noise. */
export function ComparedPercentiles({ percentiles, unit, lastBin, measure }: ComparedPercentilesProps) {
  const end = (distance: number | null): string =>
    distance !== null ? axisText(distance, unit) : lastBin === null ? '–' : `more than ${axisText(lastBin, unit)}`
  const intervalTitle = (interval: ComparedPercentile['intervals'][Side]): string =>
    interval === null ? 'Too few reuses to tell an interval' : `95 % interval ${end(interval[0])} to ${end(interval[1])}`
  const row = (which: Side) => (
    <tr>
      <th scope="row">{which} run</th>
      {percentiles.map(({ share, intervals, ...ends }) => (
        <td key={share} className="end" title={intervalTitle(intervals[which])}>
          {end(ends[which])}
        </td>
      ))}
    </tr>
  )
  return (
    <table className="figures selectable" aria-label={`Percentiles of the ${measure} distance in both runs`}>
      <thead>
        <tr>
          <th scope="col">{measure} distance at most, for a share of the reuses of</th>
          {percentiles.map(({ share }) => (
            <th key={share} scope="col" className="end">
              {percentTick(share)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row('old')}
        {row('new')}
        <tr>
          <th scope="row">difference</th>
          {percentiles.map((percentile) => (
            <td
              key={percentile.share}
              className={counts(percentile.significance) && percentile.old !== percentile.new ? 'end' : 'end dim'}
              title={significanceWords(percentile.significance, null)}
            >
              {percentile.old === percentile.new ? 'same bin' : certaintyWords[percentile.significance]}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}
