import { useApplication, useProfile } from '../application/context.ts'
import { agreeToSources } from '../application/profiles.ts'
import { Failure } from '../components/Failure.tsx'
import { Waiting } from '../components/loading/Waiting.tsx'
import { fileName } from '../format/paths.ts'
import { CodeSlot } from '../pair/CodeSlot.tsx'
import { MissingSource } from '../pair/MissingSource.tsx'
import { SourceChanged } from './SourceChanged.tsx'
import { useSourceText } from './use_source_text.ts'
import '../pair/pair.css'

const noHeat: [] = []

/** The source of one line, which is lit; or the question for consent, or why there is none. @param of what the line shows: "Values" */
export function LineSource({ file, line, module = '', of }: { file: string | null; line: number | null; module?: string; of: string }) {
  const application = useApplication()
  const profile = useProfile((open) => open.summary.profile)
  const answer = useSourceText(file)
  if (file === null) return <div className="state">Source unknown: the module has no line table for it.</div>
  if (answer.state === 'waiting') return <Waiting>Reading {fileName(file)}…</Waiting>
  if (answer.state === 'failed')
    return (
      <div className="state">
        <Failure text={answer.message} again={answer.again} />
      </div>
    )
  const text = answer.value
  if (!text.found)
    return <MissingSource profile={profile} files={[file]} module={module} missing={text} onAgree={(all) => agreeToSources(application, all ? null : file)} />
  return (
    <>
      {text.changedSinceBuild ? <SourceChanged /> : null}
      <CodeSlot
        label={`${of}, ${fileName(file)}`}
        side={null}
        name={`${file} ${of.toLowerCase()}`}
        text={text.text}
        language={text.language}
        litLine={line}
        heat={noHeat}
      />
    </>
  )
}
