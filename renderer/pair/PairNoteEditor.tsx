import type { PairRow } from '../../shared/rpc/pairs.ts'
import { report } from '../application/application.ts'
import { useApplication } from '../application/context.ts'
import { notePair } from '../application/profiles.ts'
import { NoteEditor } from '../components/NoteEditor.tsx'

/** What is to be done about the pair, and why. */
export function PairNoteEditor({ row }: { row: PairRow }) {
  const application = useApplication()
  return <NoteEditor of="pair" note={row.note} onKeep={(change) => void notePair(application, row.pair, change).catch((error) => report(application, error))} />
}
