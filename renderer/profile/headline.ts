/** A tool's figure, as the end of a sentence. */
import { outcomeOf } from '../../shared/outcome.ts'
import type { Tool } from '../../shared/run.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { countedText, percentText } from '../format/quantities.ts'
import { toolWords } from '../tools/tools.ts'

/** After "9.4 % of ": the denominator of the share, and the fault. Null: the tool knows no waste. */
export const wasteWords: Record<Tool, { whole: string; fault: string } | null> = {
  'dead-stores': { whole: 'stores', fault: 'are dead' },
  'silent-stores': { whole: 'stores', fault: 'write the value already there' },
  'redundant-loads': { whole: 'loads', fault: 'read the same value again' },
  'spatial-loads': { whole: 'loads', fault: 'read the same value from the same object' },
  registers: { whole: 'register writes', fault: 'do not change the register' },
  'false-sharing': { whole: 'accesses to shared lines', fault: 'move a cache line between threads' },
  'reuse-distance': null,
  values: null,
}

/** `share`: the figure, where there is one, of the sentence "SHARE of REST". */
export interface Headline {
  share: { fraction: number; interval: [number, number] | null; exact: boolean } | null
  text: string
}

export function headlineOf(summary: ProfileSummary, tool: Tool, partial: boolean): Headline {
  const totals = summary.totals[tool]
  const outcome = outcomeOf(summary, tool)
  const words = wasteWords[tool]
  if (tool === 'values') return { share: null, text: 'value tables of the whole run' }
  if (outcome.kind === 'not-measured') return { share: null, text: `${toolWords[tool].name} not measured` }
  if (outcome.kind === 'none-found')
    return {
      share: null,
      text: `no ${toolWords[tool].name} in ${countedText(outcome.observations, 'observation')}${outcome.atMost === 0 ? '' : ` (at most ${percentText(outcome.atMost)})`}`,
    }
  if (words === null || totals === undefined || totals.fraction === null) return { share: null, text: countedText(totals?.traps ?? 0, 'reuse') }
  return {
    share: { fraction: totals.fraction, interval: totals.ci95, exact: totals.exact === true },
    text: `of ${partial ? 'the measured ' : ''}${words.whole} ${words.fault}`,
  }
}
