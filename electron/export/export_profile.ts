/** Exports the profile in a file: the same bytes for the command line and the windows. */
import { canExport, type ExportFormat } from '../../shared/exported.ts'
import { exitStatus, Failure } from '../failure.ts'
import { openProfile } from '../profile/open_profile.ts'
import type { OwnRecordings } from '../record/finishing/own_recordings.ts'
import { lineTexts } from '../report/findings/line_texts.ts'
import { keptReport, keptWeights, type KeptQuestion } from '../report/kept/kept_report.ts'
import type { SourcePlaces } from '../services/query/sources/source_files.ts'
import { sharedSources, type SharedSources } from './html/sources.ts'
import { writeExport, type ExportOptions } from './write_export.ts'

/** Source files in a page. */
export type PageSources = Pick<ExportOptions, 'sources' | 'changed'>
export const NO_SOURCES: PageSources = { sources: new Map(), changed: new Set() }

export interface ExportSurroundings extends Pick<ExportOptions, 'say' | 'limit' | 'remedy' | 'progress'> {
  /** The profile's name in error messages. */
  name: string
  ownRecordings: OwnRecordings
  places: SourcePlaces
  /** Chooses the page's sources among those that may be shared; absent: none. */
  pageSources?: ((shared: SharedSources) => PageSources) | undefined
  /** ISO 8601: the profile must be of the run that began then; absent: of any. */
  startedAt?: string
}

/**
 * @param path of the profile's file @param output replaced once everything is written
 * @throws Failure or RpcError, one line
 */
export async function exportProfile(
  path: string,
  { format, stacks, top }: Pick<ExportOptions, 'stacks' | 'top'> & { format: ExportFormat },
  output: string,
  { name, ownRecordings, places, pageSources, startedAt, ...writing }: ExportSurroundings,
): Promise<void> {
  const { profile, close } = openProfile(path)
  try {
    if (startedAt !== undefined && profile.run.startedAt !== startedAt)
      throw new Failure(exitStatus.failure, `${name} holds another run since it was opened; open it again.`)
    if (!canExport(profile.run.tools, format))
      throw new Failure(
        exitStatus.failure,
        `${name} has only values, no pairs; ${format} does not support values. Use report --view values --csv, or --to json.`,
      )
    const page = format === 'html' && pageSources !== undefined ? pageSources(sharedSources(profile, path, ownRecordings, places)) : NO_SOURCES
    const kept = (question: KeptQuestion): ReturnType<typeof keptReport> => keptReport(profile, path, question)
    const lineText = lineTexts(profile, path, ownRecordings, places)
    await writeExport(profile, format, { ...writing, ...page, stacks, top, lineText, kept, keptWeights: () => keptWeights(profile, path) }, output)
  } finally {
    close()
  }
}
