import type { PairRow } from '../../shared/rpc/pairs.ts'
import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { notePair } from '../application/profiles.ts'
import { NoteEditor } from '../components/NoteEditor.tsx'

/** The pair's status and note. */
export function PairNoteEditor({ row }: { row: PairRow }) {
  const application = useApplication()
  // Another pair may be selected whose facts are not here yet: this one is no longer meant.
  const isSelected = useProfile(({ selection }) => selection?.pair === row.pair)
  return (
    <NoteEditor
      of="pair"
      note={row.note}
      disabled={!isSelected}
      onKeep={(change) => notePair(application, row.pair, change).catch((error) => report(application, error))}
    />
  )
}
