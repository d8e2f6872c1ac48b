import { createContext, useContext, useId, useRef, useState, type ReactNode } from 'react'

const FoldButton = createContext<ReactNode>(null)

/** The button of the fold around it; nothing outside of folds. */
export function LowFoldButton() {
  return useContext(FoldButton)
}

interface LowFoldProps {
  /** What the button opens, for its tooltip and for screen readers. */
  what: string
  /** Before the button's sign, where there is room. */
  word?: string
  /** The line that stays, with a LowFoldButton in it. */
  head: ReactNode
  children: ReactNode
}

/** Below its head in high windows; in low ones behind a button of the head, which opens it above what follows: code has the room. */
export function LowFold({ what, word = '', head, children }: LowFoldProps) {
  const [isOpen, setOpen] = useState(false)
  const sign = useRef<HTMLButtonElement>(null)
  const id = useId()
  const button = (
    <button
      ref={sign}
      type="button"
      className="plain low-fold-button"
      aria-label={what}
      title={what}
      aria-expanded={isOpen}
      aria-controls={id}
      onClick={() => setOpen(!isOpen)}
    >
      {word} {isOpen ? '▴' : '▾'}
    </button>
  )
  return (
    <div
      className="low-fold"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        setOpen(false)
        sign.current?.focus()
      }}
    >
      <FoldButton value={button}>{head}</FoldButton>
      {/* A click into its text keeps the focus in it. */}
      <div id={id} className={isOpen ? 'low-fold-rest open' : 'low-fold-rest'} tabIndex={isOpen ? -1 : undefined}>
        {children}
      </div>
    </div>
  )
}
