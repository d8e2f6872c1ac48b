/** With several tools in one run, each sample was dealt to one of the tools that can use such an access. */
import { accessesOf, TOOLS } from '../../../shared/tools.ts'
import type { RawHeader } from '../../raw/raw_process.ts'

/**
 * How many samples one sample of each tool (position in TOOLS) represents, so that amounts do not depend on the other
 * recorded tools: the inverse of its probability of being dealt (Horvitz & Thompson). The software engine deals its
 * interrupts to all tools. A PMU's samples are already loads or stores and go to the tools that use them; a tool that
 * uses both gets the mean.
 */
export function dealtSamples({ engine, tools }: Pick<RawHeader, 'engine' | 'tools'>): Float64Array {
  const recorded = tools.map((tool) => TOOLS[tool]!)
  const wanting = (kind: 'loads' | 'stores'): number => Math.max(1, recorded.filter((tool) => accessesOf(tool).includes(kind)).length)
  return Float64Array.from(TOOLS, (tool) => {
    if (engine === 'exhaustive' || engine === 'virtual') return 1
    if (engine === 'software') return Math.max(1, recorded.length)
    const kinds = accessesOf(tool)
    return kinds.reduce((sum, kind) => sum + wanting(kind), 0) / Math.max(1, kinds.length)
  })
}
