import type { Tool } from '../../shared/run.ts'

/** A person's choices for charts that have few. */
export interface ChartChoices {
  timelineOf: 'program' | 'pair'
  threadsOf: 'program' | 'context'
  threadOrder: 'number' | 'amount'
  /** Intervals of the time line of this tool, from the first to the last; null: none are chosen; absent: kept by an earlier version. */
  timelineRange?: { tool: Tool; first: number; last: number } | null
}

export const firstCharts: ChartChoices = { timelineOf: 'program', threadsOf: 'program', threadOrder: 'number' }
