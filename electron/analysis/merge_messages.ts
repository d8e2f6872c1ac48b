/** Messages between a merge and its threads (merge_worker). */
import type { RawContexts } from '../raw/raw_process.ts'
import type { ProcessNames } from './merge/context_merger.ts'
import type { Merged } from './merged.ts'

export interface WriterContexts {
  process: number
  writer: number
  contexts: RawContexts
}

type PartialMerge = Pick<Merged, 'locations' | 'contexts'>

export type MergeQuestion =
  /** First, once. @param names of all processes */
  { type: 'merge'; names: ProcessNames[]; writers: WriterContexts[] } | { type: 'add'; part: PartialMerge }

export interface MergeAnswer {
  part?: PartialMerge
  /** Only for "merge": rows by writer. */
  writerRows?: Int32Array[]
  /** Only for "add": rows by row of the part. */
  rows?: Int32Array
  /** Regions without a name occurred: there is no part. */
  inventsNames: boolean
}
