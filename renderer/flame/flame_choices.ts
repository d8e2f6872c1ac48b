import { capitalized } from '../../shared/names/capitalized.ts'
import type { CostNames } from '../../shared/names/cost_names.ts'

/** Choices for flame graphs. */
export interface FlameChoices {
  /** both: the contexts of earlier and of later accesses, mirrored; around: callers and callees of one function. */
  mode: 'top-down' | 'inverted' | 'both' | 'around' | 'calls' | 'cpu-time' | 'cpu-time-inverted'
  /** Name of the function that `around` and `calls` are about; null: none was chosen yet. */
  around: string | null
}

export const firstFlame: FlameChoices = { mode: 'top-down', around: null }

export const flameModes: Record<FlameChoices['mode'], { title: string; description: string }> = {
  'top-down': { title: 'from the program inwards', description: 'Who runs what: waste of the earlier accesses by their calling contexts' },
  inverted: { title: 'from the accesses outwards', description: 'Functions with the earlier accesses, and who called them' },
  both: { title: 'both sides of the pairs', description: 'Earlier accesses above, later ones below; a box of one narrows the other' },
  around: { title: 'around one function', description: 'Callers of the function above, what it calls below' },
  calls: { title: 'callers and callees of one function', description: 'Who calls the function and what it calls, with cost and waste on each edge' },
  'cpu-time': { title: 'COST, from the program inwards', description: 'Calling contexts of WHOLE' },
  'cpu-time-inverted': { title: 'COST, from the functions outwards', description: 'Functions with the largest shares of WHOLE, and who called them' },
}

/** The modes of CPU time are those of executed instructions where these were counted. */
export function flameModeText(mode: FlameChoices['mode'], { title: cost, whole }: CostNames): { title: string; description: string } {
  const { title, description } = flameModes[mode]
  return { title: title.replace('COST', capitalized(cost)), description: description.replace('WHOLE', whole) }
}
