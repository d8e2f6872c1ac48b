import { useSyncExternalStore } from 'react'
import type { RowSource } from './row_source.ts'

/** Draws the component anew whenever the source or the model around it changed. */
export function useRows<Row>(source: RowSource<Row>): number {
  return useSyncExternalStore(source.subscribe, source.snapshot)
}
