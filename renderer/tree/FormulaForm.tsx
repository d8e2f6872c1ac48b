import { useState } from 'react'
import { FORMULA_NAMES, parseFormula } from '../../shared/metrics/formula.ts'
import { useApplication, usePreference } from '../application/context.ts'
import type { FormulaColumn } from '../application/preferences.ts'

const kindWords = { amount: 'an amount', count: 'a count', ratio: 'a share in percent', number: 'a number', rate: 'an amount per trap' }

/** The kind of a formula's result, or why it has none. */
function checked(formula: string): { gives: string | null; problem: string | null } {
  if (formula.trim() === '') return { gives: null, problem: null }
  try {
    return { gives: kindWords[parseFormula(formula).kind], problem: null }
  } catch (error) {
    return { gives: null, problem: (error as Error).message }
  }
}

/** Those there are, and a new one, checked while it is typed. */
export function FormulaForm() {
  const application = useApplication()
  const formulas = usePreference((preferences) => preferences.formulas)
  const [draft, setDraft] = useState({ title: '', formula: '' })
  const { gives, problem } = checked(draft.formula)
  const change = (next: FormulaColumn[]): void => application.preferences.setState({ formulas: next })
  const complete = gives !== null && draft.title.trim() !== ''
  function add(): void {
    if (!complete) return
    const formula = draft.formula.trim()
    change([...formulas.filter((other) => other.formula !== formula), { title: draft.title.trim(), formula }])
    setDraft({ title: '', formula: '' })
  }
  return (
    <>
      {formulas.map((column) => (
        <div key={column.formula} className="formula-row">
          <strong>{column.title}</strong> <code>{column.formula}</code>
          <button
            type="button"
            className="plain"
            aria-label={`Remove the column ${column.title}`}
            onClick={() => change(formulas.filter((other) => other.formula !== column.formula))}
          >
            ✕
          </button>
        </div>
      ))}
      <form
        className="formula-form"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <input
          type="text"
          autoFocus
          aria-label="Name of the column"
          placeholder="name"
          value={draft.title}
          onChange={(event) => setDraft({ ...draft, title: event.target.value })}
        />
        <input
          type="text"
          aria-label="Formula"
          placeholder="waste / (waste + use)"
          spellCheck={false}
          value={draft.formula}
          aria-invalid={problem !== null}
          onChange={(event) => setDraft({ ...draft, formula: event.target.value })}
        />
        <button type="submit" className="action" disabled={!complete}>
          Add
        </button>
      </form>
      <p className={problem === null ? 'dim' : ''} role={problem === null ? undefined : 'alert'}>
        {problem ?? (gives === null ? `Of ${Object.keys(FORMULA_NAMES).join(', ')}; percent(…) is a share of the whole program.` : `This is ${gives}.`)}
      </p>
    </>
  )
}
