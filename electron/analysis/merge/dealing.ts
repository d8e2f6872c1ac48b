/** With several tools in one run every sample was dealt to one of those that want such accesses. */
import { TOOLS } from '../../../shared/profile/profile.ts'
import type { Tool } from '../../../shared/run.ts'
import type { RawHeader } from '../../raw/raw_process.ts'

const STORES: ReadonlySet<Tool> = new Set<Tool>(['dead-stores', 'silent-stores', 'reuse-distance', 'false-sharing'])
const LOADS: ReadonlySet<Tool> = new Set<Tool>(['redundant-loads', 'reuse-distance', 'false-sharing'])

/**
 * How many samples one of each tool (position in TOOLS) represents, so that amounts do not depend on what else was
 * recorded: the inverse of the probability that it was dealt one (Horvitz & Thompson). The software engine deals its
 * interrupts to all tools; a PMU's samples are loads or stores already and go to those that want them, where a tool that
 * wants both gets the mean.
 */
export function dealtSamples({ engine, tools }: Pick<RawHeader, 'engine' | 'tools'>): Float64Array {
  const recorded = tools.map((tool) => TOOLS[tool]!)
  const wanting = (kind: ReadonlySet<Tool>): number => Math.max(1, recorded.filter((tool) => kind.has(tool)).length)
  return Float64Array.from(TOOLS, (tool) => {
    if (engine === 'exhaustive' || engine === 'virtual') return 1
    if (engine === 'software') return Math.max(1, recorded.length)
    if (STORES.has(tool) && LOADS.has(tool)) return (wanting(STORES) + wanting(LOADS)) / 2
    return wanting(STORES.has(tool) ? STORES : LOADS)
  })
}
