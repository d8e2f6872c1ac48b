import { CopyButton } from './CopyButton.tsx'

/** One line with the error, its cause and the remedy, and a way to copy it. @param again where a retry may help */
export function Failure({ text, again }: { text: string; again?: (() => void) | undefined }) {
  return (
    <div role="alert" className="failure">
      <span className="failure-sign" aria-hidden>
        ✕
      </span>
      <span className="selectable">{text}</span>
      <CopyButton text={text} copied="The message was copied." />
      {again === undefined ? null : (
        <button type="button" className="action" onClick={again}>
          Load again
        </button>
      )}
    </div>
  )
}
