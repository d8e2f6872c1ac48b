/** The text of a tool's view where the run has nothing to show (shared/outcome.ts). */
import { outcomeOf, outcomeWords } from '../../shared/outcome.ts'
import type { Tool } from '../../shared/run.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { toolWords } from '../tools/tools.ts'

/** Null where something was found. */
export function nothingText(summary: ProfileSummary, tool: Tool): string | null {
  const outcome = outcomeOf(summary, tool)
  return outcome.kind === 'found' ? null : `${toolWords[tool].title}: ${outcomeWords(outcome)}`
}
