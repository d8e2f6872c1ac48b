/** Why a list has no findings: of the whole run, and of tools that never lead to any. */
import type { Outcome } from '../../outcome.ts'
import type { Tool } from '../../run.ts'
import type { Findings } from '../finding.ts'

/** Of a run without findings; null if all its tools are without, of which `withoutText` speaks. */
export function noFindingsText({ toolsWithout = [] }: Findings, tools: readonly Tool[], outcomes: Partial<Record<Tool, Outcome>>): string | null {
  const others = tools.filter((tool) => !toolsWithout.includes(tool))
  if (others.length === 0 && tools.length > 0) return null
  return others.length > 0 && others.every((tool) => outcomes[tool]?.kind === 'not-measured')
    ? 'No findings: nothing was measured.'
    : 'No findings: no waste in code that you can change.'
}

/** After the tool's name and a colon. */
export function withoutText(tool: Tool): string {
  return `this tool has no findings; see its ${tool === 'values' ? 'tables' : 'pairs'}.`
}
