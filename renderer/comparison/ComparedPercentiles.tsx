import type { DistanceHistogram } from '../../shared/report.ts'
import { percentTick } from '../format/quantities.ts'
import { axisText } from '../reuse/distance_axis.ts'

/** Percentiles of both runs: the end of the smallest bin up to which that share of the reuses lies. */
export function ComparedPercentiles({ old, new: present, measure }: Record<'old' | 'new', DistanceHistogram> & { measure: 'time' | 'stack' }) {
  return (
    <table className="figures selectable" aria-label={`Percentiles of the ${measure} distance in both runs`}>
      <thead>
        <tr><th scope="col">{measure} distance at most, for a share of the reuses of</th>{old.percentiles.map(({ share }) => <th key={share} scope="col" className="end">{percentTick(share)}</th>)}</tr>
      </thead>
      <tbody>
        <Distances which="old run" histogram={old} />
        <Distances which="new run" histogram={present} />
      </tbody>
    </table>
  )
}

function Distances({ which, histogram: { bins, percentiles, unit } }: { which: string; histogram: DistanceHistogram }) {
  const last = bins.at(-1)
  const beyond = last === undefined ? '–' : `more than ${axisText(last.from, unit)}`
  return <tr><th scope="row">{which}</th>{percentiles.map(({ share, distance }) => <td key={share} className="end">{distance === null ? beyond : axisText(distance, unit)}</td>)}</tr>
}
