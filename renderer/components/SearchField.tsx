import { useEffect, useRef, useState } from 'react'
import { useApplication } from '../application/context.ts'
import { focusView } from '../focus/view_focus.ts'
import { patternProblem } from './pattern.ts'

/** Milliseconds without a key after which a search begins. */
const typingPause = 150

export interface SearchText {
  text: string
  regularExpression: boolean
}

interface SearchFieldProps extends SearchText {
  placeholder: string
  label: string
  /** Called once typing pauses, with a pattern that is one; a promise resolves when the view has it. */
  onSearch(search: SearchText): void | Promise<void>
  onEnter?(backwards: boolean): void
}

/** The one search field of a view: plain text or a regular expression, `/` goes to it, Down leads to the rows, Escape empties it, too. */
export function SearchField({ text, regularExpression, placeholder, label, onSearch, onEnter }: SearchFieldProps) {
  const application = useApplication()
  const field = useRef<HTMLInputElement>(null)
  /** Text being typed; null once the view has it. */
  const [draft, setDraft] = useState<SearchText | null>(null)
  const shown = draft ?? { text, regularExpression }
  const problem = shown.regularExpression ? patternProblem(shown.text) : null
  const search = useRef(onSearch)
  search.current = onSearch
  useEffect(() => {
    application.focusSearch = () => {
      // To select is to focus in Chromium alone.
      field.current?.focus()
      field.current?.select()
    }
  }, [application])
  useEffect(() => {
    if (draft === null || problem !== null) return
    // Until the view has it, the next typed text continues from here, not from the previous search.
    const begin = async (): Promise<void> => {
      await search.current(draft)
      setDraft((latest) => (latest === draft ? null : latest))
    }
    const timer = setTimeout(() => void begin(), typingPause)
    return () => clearTimeout(timer)
  }, [draft, problem])
  return (
    <>
      <input
        ref={field}
        type="search"
        value={shown.text}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={problem !== null}
        title={problem ?? undefined}
        onChange={(event) => setDraft({ ...shown, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter?.(event.shiftKey)
          if (event.key === 'Escape') setDraft({ ...shown, text: '' })
          if (event.key !== 'Escape' && event.key !== 'ArrowDown') return
          event.preventDefault()
          focusView()
        }}
      />
      <button
        type="button"
        className="plain"
        aria-pressed={shown.regularExpression}
        title="Regular expression"
        onClick={() => setDraft({ ...shown, regularExpression: !shown.regularExpression })}
      >
        .*
      </button>
    </>
  )
}
