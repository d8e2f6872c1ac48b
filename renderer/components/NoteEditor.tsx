import { useState } from 'react'
import { LONGEST_NOTE } from '../../shared/notes.ts'
import type { PairNote } from '../../shared/rpc/pairs.ts'
import { noteWords } from '../format/note_words.ts'

const none: PairNote = { status: null, text: '' }

interface NoteEditorProps {
  /** "pair" or "finding". */
  of: string
  note: PairNote | undefined
  disabled?: boolean
  /** Keeps a change with the profile; resolves when `note` has it, or it was refused. */
  onKeep(change: Partial<PairNote>): Promise<void>
}

/** A thing's status and note: the status is kept when it is chosen, the text when its field is left. */
export function NoteEditor({ of, note = none, disabled = false, onKeep }: NoteEditorProps) {
  const [draft, setDraft] = useState(note.text)
  /** The chosen status that is not kept yet. */
  const [chosen, setChosen] = useState<Pick<PairNote, 'status'> | null>(null)
  async function choose(status: PairNote['status']): Promise<void> {
    const choice = { status }
    setChosen(choice)
    await onKeep(choice)
    setChosen((latest) => (latest === choice ? null : latest))
  }
  return (
    <div className="note">
      <select
        aria-label={`State of the ${of}`}
        title={`Status of the ${of}`}
        disabled={disabled}
        value={(chosen ?? note).status ?? ''}
        onChange={(event) => void choose(event.target.value === '' ? null : (event.target.value as NonNullable<PairNote['status']>))}
      >
        <option value="">not marked</option>
        {Object.entries(noteWords).map(([status, title]) => (
          <option key={status} value={status}>
            {title}
          </option>
        ))}
      </select>
      <input
        type="text"
        aria-label={`Note on the ${of}`}
        placeholder="note: why, commit, remedy…"
        maxLength={LONGEST_NOTE}
        disabled={disabled}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => draft !== note.text && void onKeep({ text: draft })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') setDraft(note.text)
        }}
      />
    </div>
  )
}
