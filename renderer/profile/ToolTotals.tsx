import type { CountedTotals, RunDescription, Statistics, Tool, Totals, Unit } from '../../shared/run.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import { countedText, countText, percentText, quantityText } from '../format/quantities.ts'
import { evidenceWords, isFew } from '../tools/evidence.ts'
import { comparesValues, isNeutral } from '../tools/tools.ts'
import { unseenText } from './Evidence.tsx'

/** The fraction of a tool with its interval and what stands behind it. */
export function ToolTotals({ tool, totals, stats, run }: { tool: Tool; totals: Totals; stats: Statistics; run: RunDescription }) {
  const { unit } = run
  const { one, description } = evidenceWords(run)
  const few = isFew(run, totals.traps)
  const dimmed = few ? 'few' : ''
  return (
    <>
      {isNeutral(tool) ? (
        <span className={dimmed} title={`${countText(totals.traps)} reuses were seen; they are neither waste nor use`}><span className="use">reused</span> <Amount value={totals.reused ?? 0} unit={unit} /></span>
      ) : (
        <>
          <span className={dimmed} title={totals.counted === undefined ? `${wasteTitle(totals, unit)}\n${unseenText(stats)}` : wasteTitle(totals, unit)}><span className="waste">waste</span> <Percent share={totals.fraction} interval={totals.ci95} exact={totals.exact === true} /></span>
          <span className={dimmed} title={`${quantityText(totals.use, unit)} of use`}><span className="use">used</span> <Percent share={totals.fraction === null ? null : 1 - totals.fraction} /></span>
        </>
      )}
      {totals.unpaired === undefined ? null : (
        <span className="chip" title={`There was no room for more pairs than those that came first: ${countedText(totals.unpaired, 'reuse')} are in none. The distances of the whole program are complete.`}>
          {percentText(totals.unpaired / totals.traps)} in no pair
        </span>
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
      {totals.counted === undefined || isNeutral(tool) ? null : <Counted counted={totals.counted} unit={unit} />}
      {totals.counted !== undefined ? null : <span className="dim" title={`${quantityText(totals.unaccounted, unit)} of samples that nothing ever decided${totals.samples === undefined ? '' : `, of ${countText(totals.samples)} samples of the tool`}; they stand in neither waste nor use`}>
        undecided {totals.unaccountedShare === undefined ? quantityText(totals.unaccounted, unit) : percentText(totals.unaccountedShare)}
      </span>}
      {totals.freed === undefined ? null : <span className="dim" title="What ended with its memory (free, munmap) before it was accessed again: in neither waste nor use">
        freed {quantityText(totals.freed, unit)}
      </span>}
      <span className={few ? 'chip' : 'dim'} title={description}>
        {few ? `few samples: ${countedText(totals.traps, one)}` : countedText(totals.traps, one)}
      </span>
    </>
  )
}

/** What counting every access tells beside waste and use. */
function Counted({ counted: { accessed, overAll, first, freed, interleaved, unfinished }, unit }: { counted: CountedTotals; unit: Unit }) {
  const undecided = freed + interleaved + unfinished
  return (
    <>
      <span className="dim" title={`Waste as a share of all ${quantityText(accessed, unit)} that the tool looks at, as LOADSPY and REDSPY give it`}>of all bytes <Percent share={overAll} /></span>
      <span className="dim" title={`In neither waste nor use: never accessed again before the end ${quantityText(unfinished, unit)}, ended by free or munmap ${quantityText(freed, unit)}, accessed by another thread in between ${quantityText(interleaved, unit)}.\nAccessed for the first time: ${quantityText(first, unit)}.`}>
        undecided <Percent share={accessed === 0 ? null : undecided / accessed} />
      </span>
      {interleaved === 0 ? null : <span className="dim" title="Another thread accessed the bytes in between: samplers, which see one thread at a time, take these for waste or use">interleaved <Percent share={interleaved / accessed} /></span>}
    </>
  )
}

function wasteTitle({ waste, ci95, traps }: Totals, unit: Unit): string {
  const interval = ci95 === null ? '' : `; 95 % interval ${percentText(ci95[0])} to ${percentText(ci95[1])}`
  return `${quantityText(waste, unit)} of waste${interval}; ${countText(traps)} ${traps === 1 ? 'time' : 'times'}`
}
