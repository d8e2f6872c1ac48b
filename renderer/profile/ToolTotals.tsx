import { FEWEST_TRAPS } from '../../shared/metrics/bootstrap.ts'
import type { Statistics, Tool, Totals, Unit } from '../../shared/report.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import { countedText, countText, percentText, quantityText } from '../format/quantities.ts'
import { comparesValues, isNeutral } from '../tools/tools.ts'
import { unseenText } from './Evidence.tsx'

/** The fraction of a tool with its interval and what stands behind it. */
export function ToolTotals({ tool, totals, stats, unit }: { tool: Tool; totals: Totals; stats: Statistics; unit: Unit }) {
  const few = totals.traps < FEWEST_TRAPS
  const dimmed = few ? 'few' : ''
  return (
    <>
      {isNeutral(tool) ? (
        <span className={dimmed} title={`${countText(totals.traps)} reuses were seen; they are neither waste nor use`}><span className="use">reused</span> <Amount value={totals.reused ?? 0} unit={unit} /></span>
      ) : (
        <>
          <span className={dimmed} title={`${wasteTitle(totals, unit)}\n${unseenText(stats)}`}><span className="waste">waste</span> <Percent share={totals.fraction} interval={totals.ci95} /></span>
          <span className={dimmed} title={`${quantityText(totals.use, unit)} of use`}><span className="use">used</span> <Percent share={totals.fraction === null ? null : 1 - totals.fraction} /></span>
        </>
      )}
      {comparesValues(tool) && totals.precise + totals.approximate > 0 ? (
        <span className="dim" title="Waste that is the same byte for byte, and waste that is the same as floating point within the tolerance">
          precise {quantityText(totals.precise, unit)}, approximate {quantityText(totals.approximate, unit)}
        </span>
      ) : null}
      {totals.sharing == null || totals.waste === 0 ? null : (
        <span className="dim" title="Waste of threads that touch different bytes of a cache line, and of threads that touch the same bytes">
          false {quantityText(totals.sharing.false, unit)}, true {quantityText(totals.sharing.true, unit)}
        </span>
      )}
      <span className="dim" title={`${quantityText(totals.unaccounted, unit)} of samples that no trap ever decided${totals.samples === undefined ? '' : `, of ${countText(totals.samples)} samples of the tool`}; they stand in neither waste nor use`}>
        undecided {totals.unaccountedShare === undefined ? quantityText(totals.unaccounted, unit) : percentText(totals.unaccountedShare)}
      </span>
      <span className={few ? 'chip' : 'dim'} title="Watchpoints of this tool that fired; fewer than 10 are too few to trust its figures">
        {few ? `few samples: ${countedText(totals.traps, 'trap')}` : countedText(totals.traps, 'trap')}
      </span>
    </>
  )
}

function wasteTitle({ waste, ci95, traps }: Totals, unit: Unit): string {
  const interval = ci95 === null ? '' : `; 95 % interval ${percentText(ci95[0])} to ${percentText(ci95[1])}`
  return `${quantityText(waste, unit)} of waste${interval}; ${countText(traps)} traps`
}
