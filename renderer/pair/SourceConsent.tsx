import { useApplication, useProfile } from '../application/context.ts'
import type { Side } from '../application/pair_side.ts'
import { agreeToSources } from '../application/profiles.ts'
import { MissingSource } from './MissingSource.tsx'
import type { RefusedSource } from './SourcePane.tsx'

/** One question for the sources of both sides, of which at least one is refused. */
export function SourceConsent({ source, target }: Record<Side, RefusedSource | null>) {
  const application = useApplication()
  const profile = useProfile(({ summary }) => summary.profile)
  const refused = [source, target].filter((side) => side !== null)
  const files = [...new Set(refused.map(({ file }) => file))]
  const lookedFor = [...new Set(refused.flatMap((side) => side.lookedFor))]
  return (
    <MissingSource
      profile={profile}
      files={files}
      missing={{ found: false, reason: 'refused', lookedFor }}
      onAgree={(all) => (all ? [null] : files).forEach((file) => agreeToSources(application, file))}
    />
  )
}
