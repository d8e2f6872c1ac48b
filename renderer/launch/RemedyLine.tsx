import { capitalized } from '../../shared/names/capitalized.ts'
import type { Remedy } from '../../shared/rpc/host.ts'
import { CopyButton } from '../components/CopyButton.tsx'

/** What to do, in words; a command that does it as code, to copy. */
export function RemedyLine({ remedy, command }: Remedy) {
  if (remedy === null) return null
  const sentence = capitalized(remedy)
  if (command === undefined) return <div className="selectable">{sentence}.</div>
  return (
    <div>
      {sentence}: <code className="selectable">{command}</code> <CopyButton text={command} copied="The command was copied." />
    </div>
  )
}
