import type { ComponentProps, ReactNode } from 'react'
import { useAppState } from '../../application/context.ts'
import type { AppState } from '../../application/state.ts'
import { Failure } from '../../components/Failure.tsx'

/** Fields that a launch can be refused for. */
type RefusedField = 'program' | 'directory' | 'process'

interface RefusableInputProps extends Pick<ComponentProps<'input'>, 'value' | 'placeholder' | 'autoFocus' | 'list'> {
  id: string
  field: RefusedField
  onChange(text: string): void
  /** Beside the input. */
  children: ReactNode
}

/** A text field of a launch; the reason for a refusal stands below. */
export function RefusableInput({ id, field, onChange, children, ...input }: RefusableInputProps) {
  const isRefused = fieldOf(useAppState((state) => state.launchFailure)) === field
  return (
    <div className="row launch-line">
      <input
        {...input}
        id={id}
        type="text"
        className="mono"
        spellCheck={false}
        data-field={field}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? `${id}-refused` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {children}
      <Refusal of={field} id={`${id}-refused`} />
    </div>
  )
}

/** Why the last launch was refused, below the field concerned. @param of null: about no field */
export function Refusal({ of, id }: { of: RefusedField | null; id?: string }) {
  const refused = useAppState((state) => state.launchFailure)
  return refused === null || fieldOf(refused) !== of ? null : (
    <div className="launch-refusal" id={id}>
      <Failure text={refused.message} />
    </div>
  )
}

/** Field of the form that a refusal is about: refusals begin with their subject, or name the process. */
export function fieldOf(refused: AppState['launchFailure']): RefusedField | null {
  if (refused === null) return null
  const { message, request } = refused
  const { program, workingDirectory, process } = request
  if (process !== undefined && message.includes(`process ${process.id}`)) return 'process'
  return message.startsWith(program) ? 'program' : message.startsWith(workingDirectory) ? 'directory' : null
}
