import { useState } from 'react'
import { LONGEST_NOTE } from '../../shared/notes.ts'
import type { PairNote, PairRow } from '../../shared/rpc/pairs.ts'
import { report } from '../application/application.ts'
import { useApplication } from '../application/context.ts'
import { notePair } from '../application/profiles.ts'
import { noteWords } from './note_words.ts'

const none: PairNote = { status: null, text: '' }

/** What is to be done about the pair, and why: kept with the profile as it is chosen, and the text when it is left. */
export function PairNoteEditor({ row }: { row: PairRow }) {
  const application = useApplication()
  const note = row.note ?? none
  const [draft, setDraft] = useState(note.text)
  const keep = (change: Partial<PairNote>): void => void notePair(application, row.pair, change).catch((error) => report(application, error))
  return (
    <div className="pair-note">
      <select aria-label="State of the pair" title="What is to be done about the pair" value={note.status ?? ''} onChange={(event) => keep({ status: event.target.value === '' ? null : (event.target.value as NonNullable<PairNote['status']>) })}>
        <option value="">not marked</option>
        {Object.entries(noteWords).map(([status, title]) => <option key={status} value={status}>{title}</option>)}
      </select>
      <input
        type="text" aria-label="Note on the pair" placeholder="note: why, commit, remedy…" maxLength={LONGEST_NOTE} value={draft} onChange={(event) => setDraft(event.target.value)}
        onBlur={() => draft !== note.text && keep({ text: draft })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') setDraft(note.text)
        }}
      />
    </div>
  )
}
