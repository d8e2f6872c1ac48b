import { copyText } from '../application/save.ts'
import { announce, report } from '../application/application.ts'
import { useApplication } from '../application/context.ts'

/** One line with the error, its cause and the remedy, and a way to copy it. @param again where a retry may help */
export function Failure({ text, again }: { text: string; again?: (() => void) | undefined }) {
  const application = useApplication()
  return (
    <div role="alert" className="failure">
      <span className="failure-sign" aria-hidden>
        ✕
      </span>
      <span className="selectable">{text}</span>
      <button
        type="button"
        className="plain"
        onClick={() =>
          copyText(text).then(
            () => announce(application, 'The message was copied.'),
            (error) => report(application, error),
          )
        }
      >
        Copy
      </button>
      {again === undefined ? null : (
        <button type="button" className="action" onClick={again}>
          Load again
        </button>
      )}
    </div>
  )
}
