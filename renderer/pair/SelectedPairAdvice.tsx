import type { PairDetails } from '../../shared/rpc/pairs.ts'
import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { showFinding } from '../application/profiles.ts'
import { useAnswer } from '../application/use_answer.ts'
import { PairAdvice } from './PairAdvice.tsx'

/** Advice on the selected pair, once it is known whether a finding says it. */
export function SelectedPairAdvice({ details: { row, advice } }: { details: PairDetails }) {
  const application = useApplication()
  const profile = useProfile(({ summary }) => summary.profile)
  const { pair } = row
  const answer = useAnswer(advice === null ? null : `${profile} ${pair}`, async (signal) => ({
    pair,
    finding: await application.client.call('profile.findingOf', { profile, pair }, { signal }),
  }))
  // Until this pair's advice arrives, the answer is that of another pair.
  if (answer.state === 'waiting' || (answer.state === 'here' && answer.value.pair !== pair)) return null
  return (
    <PairAdvice
      key={pair}
      advice={advice}
      finding={answer.state === 'here' ? answer.value.finding : null}
      onShowFinding={(id) => showFinding(application, id).catch((error) => report(application, error))}
    />
  )
}
