import { announce, report } from '../application/application.ts'
import { useApplication } from '../application/context.ts'
import { copyText } from '../application/save.ts'

/** @param copied says it afterwards: "The command was copied." */
export function CopyButton({ text, copied }: { text: string; copied: string }) {
  const application = useApplication()
  return (
    <button
      type="button"
      className="plain"
      onClick={() =>
        copyText(text).then(
          () => announce(application, copied),
          (error) => report(application, error),
        )
      }
    >
      Copy
    </button>
  )
}
