import type { Side as Version } from '../../shared/compare/compared_number.ts'
import type { SourceText } from '../../shared/rpc/sources.ts'
import { agreeToComparedSources } from '../application/comparisons.ts'
import { useApplication } from '../application/context.ts'
import { useComparison } from './use_comparison.ts'
import { MissingSource } from '../pair/MissingSource.tsx'

interface MissingVersionProps {
  which: Version
  file: string | null
  /** Path of the module that the code is of; null: not known. */
  module: string | null
  /** The result of reading the source; null: there was nothing to read. */
  text: SourceText | null
  /** The shown code is missing in this version. */
  absent: boolean
  /** Because it was too rare to be seen. */
  unseen?: boolean | undefined
  /** The file was changed since: its old text is not kept. */
  overwritten: boolean
}

/** One question for the sources of both versions, which are refused. */
export function RefusedVersions(refused: Record<Version, { file: string; lookedFor: string[] }>) {
  const application = useApplication()
  const { profile } = useComparison((open) => open.profiles.new)
  const lookedFor = [...new Set([...refused.old.lookedFor, ...refused.new.lookedFor])]
  return (
    <MissingSource
      profile={profile}
      files={[...new Set([refused.old.file, refused.new.file])]}
      missing={{ found: false, reason: 'refused', lookedFor }}
      onAgree={(all) => (['old', 'new'] as const).forEach((version) => agreeToComparedSources(application, version, all ? null : refused[version].file))}
    />
  )
}

/** Why one version has no source to compare, and the remedy. */
export function MissingVersion({ which, file, module, text, absent, unseen = false, overwritten }: MissingVersionProps) {
  const application = useApplication()
  const { profile } = useComparison((open) => open.profiles[which])
  if (overwritten) {
    return (
      <div className="side-warning" role="status">
        The {which} version is not there any more: both runs name <code>{file}</code>, which was changed after the {which} program was built. Keep each version
        in a folder of its own to see what changed.
      </div>
    )
  }
  if (file === null && absent)
    return (
      <div className="side-warning" role="status">
        {unseen ? `The ${which} run has no observation of it, which can be chance: it is rare.` : `The ${which} version does not have it.`}
      </div>
    )
  if (file === null || text === null)
    return (
      <div className="side-warning" role="status">
        No source is known of the {which} version: it may be built without debug information (-g).
      </div>
    )
  if (text.found) return null
  return (
    <div className="version-missing">
      <strong className="version-sign">{which}</strong>
      <MissingSource
        profile={profile}
        files={[file]}
        module={module ?? ''}
        missing={text}
        onAgree={(all) => agreeToComparedSources(application, which, all ? null : file)}
      />
    </div>
  )
}
