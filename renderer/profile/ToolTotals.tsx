import { intervalText } from '../../shared/names/interval_text.ts'
import { observationsOf } from '../../shared/outcome.ts'
import type { CountedTotals, RunDescription, Statistics, Tool, Totals, Unit } from '../../shared/run.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import { countedText, countText, percentText, quantityText } from '../format/quantities.ts'
import { evidenceWords, isFew } from '../tools/evidence.ts'
import { comparesValues, isNeutral } from '../tools/tools.ts'
import { unseenText } from './unseen.ts'

/** The fraction of a tool with its interval and its evidence. */
export function ToolTotals({ tool, totals, stats, run }: { tool: Tool; totals: Totals; stats: Statistics; run: RunDescription }) {
  const { unit } = run
  const { one, description } = evidenceWords(run)
  const observations = observationsOf({ totals: { [tool]: totals }, stats }, tool)
  const few = isFew(run, observations)
  const dimmed = few ? 'few' : ''
  const resolved = quantityText(totals.waste + totals.use, unit)
  return (
    <>
      {isNeutral(tool) ? (
        <span className={dimmed} title={`${countText(totals.traps)} reuses were observed. A reuse is neither waste nor use`}>
          <span className="use">reused</span> <Amount value={totals.reused ?? 0} unit={unit} />
        </span>
      ) : (
        <>
          <span className={dimmed} title={totals.counted === undefined ? `${wasteTitle(totals, unit)}\n${unseenText(stats)}` : wasteTitle(totals, unit)}>
            <span className="waste">waste</span>{' '}
            <Percent share={totals.fraction} interval={totals.ci95} exact={totals.exact === true} of={`${resolved} with a known outcome`} />
          </span>
          <span className={dimmed} title={`${quantityText(totals.use, unit)} of useful accesses`}>
            <span className="use">used</span> <Percent share={totals.fraction === null ? null : 1 - totals.fraction} of={`${resolved} with a known outcome`} />
          </span>
        </>
      )}
      {totals.unpaired === undefined ? null : (
        <span
          className="chip"
          title={`The table of pairs was full: ${countedText(totals.unpaired, 'reuse')} belong to no pair. The distances of the whole program are complete.`}
        >
          {percentText(totals.unpaired / totals.traps)} in no pair
        </span>
      )}
      {comparesValues(tool) && totals.precise + totals.approximate > 0 ? (
        <span className="dim" title="Waste with the same bytes, and waste with the same floating-point value within the tolerance">
          precise {quantityText(totals.precise, unit)}, approximate {quantityText(totals.approximate, unit)}
        </span>
      ) : null}
      {totals.sharing == null || totals.waste === 0 ? null : (
        <span className="dim" title="Waste from threads that access different bytes of a cache line, and from threads that access the same bytes">
          false {quantityText(totals.sharing.false, unit)}, true {quantityText(totals.sharing.true, unit)}
        </span>
      )}
      {totals.counted === undefined || isNeutral(tool) ? null : <Counted counted={totals.counted} unit={unit} />}
      {totals.counted !== undefined ? null : (
        <span
          className="dim"
          title={`${quantityText(totals.unaccounted, unit)} were sampled, but no later access was seen${totals.samples === undefined ? '' : `, of ${countText(totals.samples)} samples of the tool`}; counted neither as waste nor as use`}
        >
          unresolved {totals.unaccountedShare === undefined ? quantityText(totals.unaccounted, unit) : percentText(totals.unaccountedShare)}
        </span>
      )}
      {totals.freed === undefined ? null : (
        <span className="dim" title="Memory freed or unmapped before the next access: counted neither as waste nor as use">
          freed {quantityText(totals.freed, unit)}
        </span>
      )}
      <span className={few ? 'chip' : 'dim'} title={description}>
        {few ? `only ${countedText(observations, one)}` : countedText(observations, one)}
      </span>
    </>
  )
}

/** Figures beside waste and use that need every access counted. */
function Counted({ counted: { accessed, overAll, first, freed, interleaved, unfinished }, unit }: { counted: CountedTotals; unit: Unit }) {
  const unresolved = freed + interleaved + unfinished
  const all = `${quantityText(accessed, unit)} accessed`
  return (
    <>
      <span className="dim" title={`Waste as a share of all ${quantityText(accessed, unit)} accessed, as LOADSPY and REDSPY define it`}>
        of all bytes <Percent share={overAll} of={`all ${all}`} />
      </span>
      <span
        className="dim"
        title={`Counted neither as waste nor as use: not accessed again before the end ${quantityText(unfinished, unit)}, freed or unmapped first ${quantityText(freed, unit)}, accessed by another thread in between ${quantityText(interleaved, unit)}.\nAccessed for the first time: ${quantityText(first, unit)}.`}
      >
        unresolved <Percent share={accessed === 0 ? null : unresolved / accessed} of={`all ${all}`} />
      </span>
      {interleaved === 0 ? null : (
        <span className="dim" title="Another thread accessed the bytes in between. Sampling engines see one thread at a time and count these as waste or use">
          interleaved <Percent share={interleaved / accessed} of={`all ${all}`} />
        </span>
      )}
    </>
  )
}

function wasteTitle({ waste, ci95, traps }: Totals, unit: Unit): string {
  const interval = ci95 === null ? '' : `; 95 % interval ${intervalText(ci95)}`
  return `${quantityText(waste, unit)} of waste${interval}; ${countText(traps)} ${traps === 1 ? 'time' : 'times'}`
}
