import type { ReactNode } from 'react'
import { useId } from 'react'

/** One line of the form: its name at the left, its input at the right. */
export function Field({ label, children }: { label: string; children(id: string): ReactNode }) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="field-body">{children(id)}</div>
    </div>
  )
}
