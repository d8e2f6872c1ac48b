import type { Remedy } from '../../shared/rpc/host.ts'
import { announce, report } from '../application/application.ts'
import { useApplication } from '../application/context.ts'
import { copyText } from '../application/save.ts'

/** What to do, in words; a command that does it as code, to copy. */
export function RemedyLine({ remedy, command }: Remedy) {
  const application = useApplication()
  if (remedy === null) return null
  const sentence = remedy.charAt(0).toUpperCase() + remedy.slice(1)
  if (command === undefined) return <div className="selectable">{sentence}.</div>
  return (
    <div>
      {sentence}: <code className="selectable">{command}</code>{' '}
      <button
        type="button"
        className="plain"
        onClick={() =>
          copyText(command).then(
            () => announce(application, 'The command was copied.'),
            (error) => report(application, error),
          )
        }
      >
        Copy
      </button>
    </div>
  )
}
