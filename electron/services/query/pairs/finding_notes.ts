/** What people noted on findings, kept where notes on pairs are. */
import type { PairNote } from '../../../../shared/rpc/pairs.ts'
import { noteKey, noteOf, type KeptNotes } from './kept_notes.ts'

export class FindingNotes {
  readonly #kept: KeptNotes

  constructor(kept: KeptNotes) {
    this.#kept = kept
  }

  /** By finding, of those that have one; also what another window noted meanwhile. */
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
