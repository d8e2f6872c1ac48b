import { fewestLeaders } from '../../shared/metrics/statistics/rank_agreement.ts'
import { leadersText } from '../../shared/names/leaders_text.ts'
import type { Estimate, ToolValidation } from '../../shared/validation.ts'
import { countText, percentText } from '../format/quantities.ts'
import type { Measure } from './measures.ts'
import { settingsText, variationText } from './settings_of.ts'

/** Every setting with all of its measures; of several seeds the means, and how far they reach in the tooltip. */
export function EstimateTable({ tool: { estimates, truth }, measures }: { tool: ToolValidation; measures: Measure[] }) {
  const traps = truth.reuse === null ? 'observations' : 'reuses'
  return (
    <table className="figures selectable" aria-label="Estimates">
      <thead>
        <tr>
          <th scope="col">settings</th>
          {measures.map(({ id, title, description }) => (
            <th key={id} scope="col" className="end" tabIndex={0} title={description}>
              {title}
            </th>
          ))}
          {truth.reuse === null ? <FractionHeads /> : null}
          <th scope="col" className="end" tabIndex={0} title={`Mean number of ${traps} of a run`}>
            {traps}
          </th>
        </tr>
      </thead>
      <tbody>
        {estimates.map((estimate, index) => (
          <tr key={index} title={settingsText(estimate.settings)}>
            <th scope="row">{variationText(estimate)}</th>
            {measures.map((measure) => {
              const point = measure.of(estimate)
              return (
                <td key={measure.id} className="end" title={point === null ? undefined : `${measure.text(point.low)} to ${measure.text(point.high)}`}>
                  {point === null ? '–' : measure.text(point.value)}
                </td>
              )
            })}
            {truth.reuse === null ? <FractionCells estimate={estimate} /> : null}
            <td className="end">{countText(estimate.runs.reduce((sum, run) => sum + run.traps, 0) / estimate.runs.length)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Heads of columns that only tools with waste and use have, and no curve draws. */
function FractionHeads() {
  return (
    <>
      <th scope="col" className="end" tabIndex={0} title="Share of the runs whose 95 % interval contains the ground truth">
        ground truth within
      </th>
      <th
        scope="col"
        className="end"
        tabIndex={0}
        title="How many of the largest exact pairs are among the largest estimated ones, in the run that found the fewest. In brackets: the probability of so few for as many observations drawn from the exact pairs"
      >
        leaders
      </th>
      <th
        scope="col"
        className="end"
        tabIndex={0}
        title="Share of the samples with no later access seen. The intervals allow for all or none of them being waste"
      >
        unresolved
      </th>
    </>
  )
}

function FractionCells({ estimate: { runs, summary } }: { estimate: Estimate }) {
  return (
    <>
      <td className="end">{withinText(runs.length, summary?.covered ?? null)}</td>
      <td className="end">{leadersText(fewestLeaders(runs.flatMap(({ ranks }) => ranks ?? []))) ?? '–'}</td>
      <td className="end">{summary === null ? '–' : percentText(summary.unaccountedShare)}</td>
    </>
  )
}

function withinText(runs: number, covered: number | null): string {
  if (covered === null) return '–'
  return runs === 1 ? (covered === 1 ? 'yes' : 'no') : `${Math.round(covered * runs)} of ${runs}`
}
