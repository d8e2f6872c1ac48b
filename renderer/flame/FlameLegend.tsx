import type { FlameGraph } from '../../shared/rpc/charts.ts'
import { FEWEST_TRAPS } from '../../shared/metrics/statistics/bootstrap.ts'
import type { RunDescription, Tool } from '../../shared/run.ts'
import { wasteWords } from '../profile/headline.ts'

/** The meaning of the boxes' colours; nothing for a graph without shares of waste. @param ofCost boxes with few observations are grey */
export function FlameLegend({ graph, tool, run, ofCost }: { graph: FlameGraph; tool: Tool; run: RunDescription; ofCost: boolean }) {
  const words = wasteWords[tool]
  if (words === null || graph.wasted[0]! < 0) return null
  return (
    <div className="flame-legend">
      Colour: 0 %
      <i className="flame-scale" />
      100 % of the measured {words.whole} {words.fault}
      {ofCost ? (
        <>
          <i className="flame-scale-unseen" />
          {run.engine === 'exhaustive' ? 'none were there' : `fewer than ${FEWEST_TRAPS} observations`}
        </>
      ) : null}
    </div>
  )
}
