/** Statistics of a recording by their names. */
import type { Counter } from './profile.ts'

/** 0 where the recording has none of the name: earlier versions and other engines have fewer. */
export function counterValue(counters: readonly Counter[], name: string): number {
  return counters.find((counter) => counter.name === name)?.value ?? 0
}
