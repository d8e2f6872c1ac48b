import { copyText } from '../application/save.ts'
import { announce, report } from '../application/application.ts'
import { useApplication } from '../application/context.ts'

/** One line that says what, why and what to do, with a way to take it along. */
export function Failure({ text }: { text: string }) {
  const application = useApplication()
  return (
    <div role="alert" className="failure">
      <span className="failure-sign" aria-hidden>✕</span>
      <span className="selectable">{text}</span>
      <button type="button" className="plain" onClick={() => copyText(text).then(() => announce(application, 'The message was copied.'), (error) => report(application, error))}>
        Copy
      </button>
    </div>
  )
}
