/** Users' notes on findings, stored with the notes on pairs. */
import type { PairNote } from '../../../../shared/rpc/pairs.ts'
import { noteKey, noteOf, type KeptNotes } from './kept_notes.ts'

export class FindingNotes {
  readonly #kept: KeptNotes

  constructor(kept: KeptNotes) {
    this.#kept = kept
  }

  /** By finding, for those that have one; includes notes of other windows. */
  of(findings: readonly string[]): Record<string, PairNote> {
    const notes = this.#kept.read()
    return Object.fromEntries(
      findings.flatMap((finding) => {
        const note = noteOf(notes, keyOf(finding))
        return note === null ? [] : [[finding, note]]
      }),
    )
  }

  /** @returns the note afterwards; null: none @throws RpcError unable or bad-file */
  write(finding: string, title: string, change: Partial<PairNote>): PairNote | null {
    const key = keyOf(finding)
    return noteOf(this.#kept.change(key, title, change), key)
  }
}

/** No pair has the same key. */
function keyOf(finding: string): string {
  return noteKey(`finding ${finding}`)
}
