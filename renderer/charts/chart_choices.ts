/** A person's choices for charts that have few. */
export interface ChartChoices {
  timelineOf: 'program' | 'pair'
  threadsOf: 'program' | 'context'
  threadOrder: 'number' | 'amount'
}

export const firstCharts: ChartChoices = { timelineOf: 'program', threadsOf: 'program', threadOrder: 'number' }
