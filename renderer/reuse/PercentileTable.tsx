import { FEWEST_TRAPS } from '../../shared/metrics/statistics/bootstrap.ts'
import { percentileInterval } from '../../shared/metrics/reuse/reuse_intervals.ts'
import type { DistanceHistogram } from '../../shared/report.ts'
import { percentTick } from '../format/quantities.ts'
import { axisText } from './distance_axis.ts'

/**
 * Percentiles as RDX Table III has them: the end of the smallest bin up to which that share of the reuses lies.
 * @param reuses that were sampled; null: every one was counted
 */
export function PercentileTable({ histogram, measure, reuses }: { histogram: DistanceHistogram; measure: 'time' | 'stack'; reuses: number | null }) {
  const { percentiles, unit, bins } = histogram
  const last = bins.at(-1)
  const beyond = last === undefined ? '–' : `more than ${axisText(last.from, unit)}`
  const end = (distance: number | null): string => (distance === null ? beyond : axisText(distance, unit))
  function intervalText(share: number): string {
    const interval = percentileInterval(histogram, share, reuses ?? 0)
    if (interval === null) return 'few samples'
    return interval[0] === interval[1] ? 'same bin' : `${end(interval[0])} to ${end(interval[1])}`
  }
  return (
    <table className="figures selectable" aria-label={`Percentiles of the ${measure} distance`}>
      <thead>
        <tr>
          <th scope="row">share of the reuses</th>
          {percentiles.map(({ share }) => (
            <th key={share} scope="col" className="end">
              {percentTick(share)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{measure} distance at most</th>
          {percentiles.map(({ share, distance }) => (
            <td key={share} className="end">
              {end(distance)}
            </td>
          ))}
        </tr>
        <tr
          className="dim"
          title={
            reuses === null
              ? 'Every reuse was counted: nothing is estimated'
              : `By the ${reuses} observed reuses, assumed to be independent; from ${FEWEST_TRAPS} on`
          }
        >
          <th scope="row">95 % interval</th>
          {reuses === null ? (
            <td colSpan={percentiles.length} className="end">
              exact
            </td>
          ) : (
            percentiles.map(({ share }) => (
              <td key={share} className="end">
                {intervalText(share)}
              </td>
            ))
          )}
        </tr>
      </tbody>
    </table>
  )
}
