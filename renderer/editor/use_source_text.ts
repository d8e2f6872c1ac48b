/** The text of a source file that a pane shows. */
import type { Result } from '../../shared/rpc/contract.ts'
import { isAgreed } from '../application/agreed_sources.ts'
import { useApplication, useAppState, useProfile } from '../application/context.ts'
import { useAnswer, type Answer } from '../application/use_answer.ts'

/** Waits while only the text of the file before is there: a pane's head names the new one already. @param file null asks nothing */
export function useSourceText(file: string | null): Answer<Result<'source.read'>> {
  const { client } = useApplication()
  const profile = useProfile((open) => open.summary.profile)
  const agreed = useProfile((open) => file !== null && isAgreed(open.agreed, file))
  const mappings = useAppState((state) => state.sourceMappings)
  const answer = useAnswer(file === null ? null : `${profile} ${file} ${agreed} ${mappings}`, async (signal) => ({
    text: await client.call('source.read', { profile, file: file ?? '', agreed }, { signal }),
    file,
  }))
  if (answer.state !== 'here') return answer
  return answer.value.file === file ? { state: 'here', value: answer.value.text } : { state: 'waiting' }
}
