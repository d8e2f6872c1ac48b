import type { DistanceHistogram } from '../../shared/report.ts'
import { percentTick } from '../format/quantities.ts'
import { axisText } from './distance_axis.ts'

/** Percentiles as RDX Table III has them: the end of the smallest bin up to which that share of the reuses lies. */
export function PercentileTable({ histogram: { percentiles, unit, bins }, measure }: { histogram: DistanceHistogram; measure: 'time' | 'stack' }) {
  const last = bins.at(-1)
  const beyond = last === undefined ? '–' : `more than ${axisText(last.from, unit)}`
  return (
    <table className="figures selectable" aria-label={`Percentiles of the ${measure} distance`}>
      <thead>
        <tr><th scope="row">share of the reuses</th>{percentiles.map(({ share }) => <th key={share} scope="col" className="end">{percentTick(share)}</th>)}</tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{measure} distance at most</th>
          {percentiles.map(({ share, distance }) => <td key={share} className="end">{distance === null ? beyond : axisText(distance, unit)}</td>)}
        </tr>
      </tbody>
    </table>
  )
}
