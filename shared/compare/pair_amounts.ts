/** The kinds of a pair's amount: waste, use, or reuses and waiting, which are neither. */
import { isUse, RELATIONS, TOOLS } from '../profile/profile.ts'
import type { Tool } from '../run.ts'

/** @param relation position in RELATIONS */
export function amountName(relation: number): 'waste' | 'use' | 'reused' | 'waiting' {
  const name = RELATIONS[relation]!
  if (name === 'WAITING') return 'waiting'
  return name === 'REUSED_BY' ? 'reused' : isUse(name) ? 'use' : 'waste'
}

/** Position in TOOLS. */
export function toolNumber(tool: Tool): number {
  return TOOLS.indexOf(tool)
}
