/** A person's notes on pairs and findings as text. */
import type { PairNote } from '../../shared/rpc/pairs.ts'

export const noteWords: Record<NonNullable<PairNote['status']>, string> = { 'to-do': 'to do', fixed: 'fixed', ignored: 'ignored' }

/** A note on one line; empty if there is none. */
export function noteText(note: PairNote | undefined): string {
  if (note === undefined) return ''
  return [note.status === null ? '' : noteWords[note.status], note.text].filter((part) => part !== '').join(': ')
}
