/** `hagstone report`: prints a profile as text, JSON, or CSV. */
import { MOST_PAIRS_OF_JSON } from '../../../shared/exported.ts'
import type { Tool } from '../../../shared/run.ts'
import { exitStatus } from '../../failure.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { restrictToRegion } from '../../../shared/profile/region_filter.ts'
import { regionRows } from '../../../shared/profile/regions.ts'
import { openProfile } from '../../profile/open_profile.ts'
import { bounds } from '../../record/options.ts'
import { keptReport } from '../../report/kept/kept_report.ts'
import { isKept, reportPieces } from '../../report/render_report.ts'
import { REPORT_VIEWS, type ReportView } from '../../report/text/report_text.ts'
import { DEFAULT_CONVERSION } from '../../../shared/metrics/reuse/stack_distance.ts'
import { CONVERSIONS } from '../../../shared/report.ts'
import { choice, decimal, generalStatuses, integer, onlyArgument, parseArguments, wrongUse } from '../command.ts'
import type { Command } from '../command.ts'
import { profileOrAnalysis } from '../profile_or_analysis.ts'
import { sourceConsent, sourceLines, unreadSourcesText } from '../source_lines.ts'
import { print, printPieces, say, terminalWidth } from '../terminal.ts'

const defaultTop = 10
const defaultTops = { text: defaultTop, json: MOST_PAIRS_OF_JSON, csv: Infinity }
const topBounds = { minimum: 1, maximum: 1_000_000 }

const help = `hagstone report FILE [OPTIONS]

Prints a profile, starting with its findings: what is wrong, what it costs, and what to do
(docs/metrics.md). For the directory of a raw recording (ranks), it first makes the profile beside it.

  --view V          ${REPORT_VIEWS.join(' | ')}
                    (default ${REPORT_VIEWS[0]}; values if there are only values)
  --top N           at most N findings, pairs of each tool, or functions, the largest first, or all
                    (default ${defaultTop}, the first three findings in full; with --json ${MOST_PAIRS_OF_JSON}, and the
                    member "limit" reports omissions; with --csv all)
  --region NAME     only one region named by the program (docs/markers.md); omits values,
                    which have no contexts
  --creators        show threads below the code that created them ("thread created by …"), in all views
  --access-rate R   loads and stores per second of CPU time, to convert reuse distances to
                    accesses (default: the value given to record)
  --conversion C    conversion of reuse distances: ${CONVERSIONS.join(' | ')} (default ${DEFAULT_CONVERSION})
  --json            one object, the whole report for any view (schema hagstone.report/2)
  --csv             the view's table, one line per row; for the tree, that of the flat view
  --help

${generalStatuses}
`

export const reportCommand: Command = {
  name: 'report',
  help,
  wrongUse: exitStatus.wrongUse,
  async run(commandArguments) {
    const { values, positionals } = parseArguments(reportCommand, {
      args: commandArguments,
      options: {
        view: { type: 'string' },
        top: { type: 'string' },
        region: { type: 'string' },
        creators: { type: 'boolean' },
        json: { type: 'boolean' },
        csv: { type: 'boolean' },
        'access-rate': { type: 'string' },
        conversion: { type: 'string' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    })
    if (values.help === true) {
      print(help)
      return 0
    }
    const file = onlyArgument(reportCommand, positionals, 'file')
    if (values.json === true && values.csv === true) throw wrongUse(reportCommand, '--json and --csv exclude each other')
    const format = values.json === true ? 'json' : values.csv === true ? 'csv' : 'text'
    const chosen = values.view === undefined ? null : choice(reportCommand, 'view', values.view, REPORT_VIEWS)
    const top = values.top === undefined ? defaultTops[format] : values.top === 'all' ? Infinity : integer(reportCommand, 'top', values.top, topBounds)
    const reuse = {
      ...(values['access-rate'] === undefined
        ? {}
        : { accessRate: decimal(reportCommand, 'access-rate', values['access-rate'], bounds.accessRate, 'accesses per second') }),
      ...(values.conversion === undefined ? {} : { conversion: choice(reportCommand, 'conversion', values.conversion, CONVERSIONS) }),
    }
    const path = await profileOrAnalysis(file)
    const { profile: withoutCreators, created, close } = openProfile(path)
    try {
      const profile = values.creators === true ? (created ?? unknownCreators(withoutCreators)).profile : withoutCreators
      const view = chosen ?? defaultView(profile.run.tools)
      if (values.region !== undefined && view === 'values')
        throw wrongUse(
          reportCommand,
          `--region ${values.region}: values belong to instructions, not to calling contexts. Collect only in that region (hagstone_start_collection, docs/markers.md)`,
        )
      const consent = sourceConsent()
      const lineText = sourceLines({ profile, path }, consent)
      const kept =
        values.region === undefined && values.creators !== true && isKept({ view, format, top })
          ? keptReport(profile, path, { lineText, use: 'here', top: view === 'findings' && format !== 'json' ? 0 : top, functions: format === 'json' })
          : undefined
      printPieces(
        reportPieces(inRegion(profile, values.region), {
          ...(kept === undefined ? {} : { kept }),
          view,
          format,
          top,
          ...(values.top === undefined ? {} : { detailed: top }),
          width: terminalWidth(),
          reuse,
          findings: { lineText },
        }),
      )
      const unread = view === 'findings' && format === 'text' ? unreadSourcesText({ profile, path }, consent) : null
      if (unread !== null) say(unread)
      return 0
    } finally {
      close()
    }
  },
}

/** @throws Failure if the profile does not record what created its threads */
function unknownCreators({ threads }: ProfileTables): never {
  throw wrongUse(
    reportCommand,
    threads.length < 2
      ? '--creators: the program created no threads'
      : '--creators: the profile does not tell what created the threads; runs recorded with this version do, except of threads that ran before the recording began',
  )
}

/** @throws Failure of a region that the profile does not have */
function inRegion(profile: ProfileTables, region: string | undefined): ProfileTables {
  if (region === undefined) return profile
  const known = [...regionRows(profile).keys()]
  const restricted = restrictToRegion(profile, region)
  if (restricted) return restricted
  throw wrongUse(
    reportCommand,
    `there is no region "${region}"; ${known.length === 0 ? 'the program names none (docs/markers.md says how)' : `give one of: ${known.join(', ')}`}`,
  )
}

/** Runs of values alone have no pairs. */
function defaultView(tools: readonly Tool[]): ReportView {
  return tools.length > 0 && tools.every((tool) => tool === 'values') ? 'values' : REPORT_VIEWS[0]
}
