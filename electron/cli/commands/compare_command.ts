/** `hagstone compare`: prints what changed between two profiles. */
import { ComparedRuns } from '../../../shared/compare/compared_runs.ts'
import type { Direction, FlatLevel, Normalisation } from '../../../shared/comparison.ts'
import { commandText } from '../../../shared/names/visible.ts'
import { forgetWhatWasRead } from '../../../shared/profile/columns/lazy_property.ts'
import type { TotalsByTool } from '../../../shared/metrics/totals.ts'
import { UNOBSERVED } from '../../../shared/progress.ts'
import type { Tool } from '../../../shared/run.ts'
import type { ValuesComparison } from '../../../shared/values.ts'
import { exitStatus } from '../../failure.ts'
import { OwnRecordings } from '../../record/finishing/own_recordings.ts'
import { buildComparison } from '../../report/comparison/build_comparison.ts'
import { comparedFindingTable, comparedFlatTable, comparedObjectTable, comparedPairTable } from '../../report/comparison/comparison_tables.ts'
import { requireComparable } from '../../report/comparison/comparison_head.ts'
import { comparisonText, COMPARISON_VIEWS, type ComparisonView } from '../../report/comparison/comparison_text.ts'
import { versionTexts } from '../../report/comparison/version_texts.ts'
import type { Side } from '../../../shared/compare/compared_number.ts'
import type { KeptParts } from '../../report/kept/kept_parts.ts'
import { keptReport } from '../../report/kept/kept_report.ts'
import { compareProfiles } from '../../report/values/compare_profiles.ts'
import { comparedAdviceLines, comparisonLines } from '../../report/values/values_text.ts'
import { indentedJson } from '../../report/formats/indented_json.ts'
import { joinedLines, wrap } from '../../report/format.ts'
import { choice, generalStatuses, integer, parseArguments, wrongUse } from '../command.ts'
import type { Command } from '../command.ts'
import { withProfiles, type TwoProfiles } from '../two_profiles.ts'
import { sourceLines } from '../source_lines.ts'
import { print, printPieces, say, terminalWidth } from '../terminal.ts'

export const normalisations: readonly Normalisation[] = ['run', 'accesses', 'time']
const levels: readonly FlatLevel[] = ['function', 'module', 'file', 'loop', 'line']
const directions: readonly Direction[] = ['all', 'wins', 'losses']
const defaultTop = 20
const topBounds = { minimum: 1, maximum: 1_000_000 }

const help = `hagstone compare OLD NEW [OPTIONS]

Compares two runs: two versions of a program, or two inputs. The first line shows the change in CPU
time, and the number of findings that are gone, smaller, larger, or new. Pairs are matched by
functions, lines, and callers, never by addresses, even if lines moved or a wrapper was added.
docs/comparing.md explains the matching and every number.

  --view V   ${COMPARISON_VIEWS.join(' | ')} (default ${COMPARISON_VIEWS[0]}; values if there are only values)
  --tool T   one of the tools that both runs have (default: all of them)
  --by B     of --view flat: ${levels.join(' | ')} (default ${levels[0]})
  --normalise N   run | accesses | time (default run): amounts as recorded, or the new run's scaled
             to the accesses or the CPU time of the old run
  --only O   wins | losses: pairs with less waste, or with more, beyond the noise
  --top N    at most N rows, largest difference first (default ${defaultTop}; with --json and --csv all)
  --json     one object, the whole comparison for any view (schema hagstone.comparison/1);
             with --view values only the values (schema hagstone.values-comparison/1)
  --csv      the view's table
  --help

--view values compares value profiles (record --engine exhaustive --tool values), weighted by the
executions of the first run:
  overlap        executions whose instruction, parameter, or operand is also in the second run
  top 1          share of the top value in the first run, and (top 1 ′) in the second
  Diff-1 Diff-5  mean difference of the shares of the top value, and of the top five values
  Same-1         the second run has the same top value
  Find-1 Find-5  the top value, or the top five, are among the second run's top five. Same-1 and Find
                 count only instructions whose top value has more than 30 % in the first run; the
                 column "of" is their share
The candidates for specialisation in the first run follow, and whether the second has the same value.

${generalStatuses}
`

export const compareCommand: Command = {
  name: 'compare',
  help,
  wrongUse: exitStatus.wrongUse,
  async run(commandArguments) {
    const { values, positionals } = parseArguments(compareCommand, {
      args: commandArguments,
      options: {
        view: { type: 'string' },
        tool: { type: 'string' },
        by: { type: 'string' },
        normalise: { type: 'string' },
        only: { type: 'string' },
        top: { type: 'string' },
        json: { type: 'boolean' },
        csv: { type: 'boolean' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    })
    if (values.help === true) {
      print(help)
      return 0
    }
    const [old, recent, ...others] = positionals
    if (old === undefined || recent === undefined || others.length > 0) throw wrongUse(compareCommand, 'Give two profiles, OLD and NEW')
    if (values.json === true && values.csv === true) throw wrongUse(compareCommand, '--json and --csv exclude each other')
    const format = values.json === true ? 'json' : values.csv === true ? 'csv' : 'text'
    const chosen = values.view === undefined ? null : choice(compareCommand, 'view', values.view, COMPARISON_VIEWS)
    const options = {
      normalisation: values.normalise === undefined ? ('run' as const) : choice(compareCommand, 'normalise', values.normalise, normalisations),
      by: values.by === undefined ? ('function' as const) : choice(compareCommand, 'by', values.by, levels),
      direction: values.only === undefined ? ('all' as const) : choice(compareCommand, 'only', values.only, directions),
      top: values.top === undefined ? (format === 'text' ? defaultTop : Infinity) : integer(compareCommand, 'top', values.top, topBounds),
    }
    await withProfiles({ old, new: recent }, (profiles) => {
      // --only selects pairs.
      const view = chosen ?? (values.only === undefined ? defaultView(profiles) : 'pairs')
      printPieces(view === 'values' ? valuesOutput(profiles, options, format) : output(profiles, { ...options, view, format, tool: values.tool }))
    })
    return 0
  },
}

interface OutputOptions {
  view: Exclude<ComparisonView, 'values'>
  format: 'text' | 'json' | 'csv'
  tool: string | undefined
  normalisation: Normalisation
  by: FlatLevel
  direction: Direction
  top: number
}

function defaultView({ old, new: recent }: TwoProfiles): ComparisonView {
  const shared = old.profile.run.tools.filter((tool) => recent.profile.run.tools.includes(tool))
  return shared.length === 1 && shared[0] === 'values' ? 'values' : COMPARISON_VIEWS[0]
}

/** @throws RpcError refused if the runs cannot be compared */
export function openComparison(files: TwoProfiles): ComparedRuns {
  requireComparable({ old: files.old.profile, new: files.new.profile })
  return comparedRuns(files)
}

/** @param totals of the runs, where they are known */
function comparedRuns(files: TwoProfiles, totals?: Partial<Record<Side, TotalsByTool | undefined>>): ComparedRuns {
  return new ComparedRuns({ old: files.old.profile, new: files.new.profile }, versionTexts(files, new OwnRecordings(say)), UNOBSERVED, totals)
}

/** @param named by --tool; undefined: all common tools except values, which have no totals */
export function comparedTools(command: Command, runs: ComparedRuns, named: string | undefined): Tool[] {
  if (named !== undefined) return [choice(command, 'tool', named, runs.tools)]
  return runs.tools.filter((tool) => tool !== 'values')
}

/** @throws Failure if no common tool can be normalised this way */
export function requireNormalisation(command: Command, runs: ComparedRuns, normalisation: Normalisation): void {
  if (!runs.normalisations().includes(normalisation)) {
    throw wrongUse(
      command,
      `--normalise ${normalisation}: these runs do not have it (only the exhaustive engine and a PMU count accesses); there ${runs.normalisations().length === 1 ? 'is' : 'are'} ${runs.normalisations().join(', ')}`,
    )
  }
}

function output(files: TwoProfiles, { view, format, tool, ...options }: OutputOptions): Iterable<string> {
  requireComparable({ old: files.old.profile, new: files.new.profile })
  const lineTexts = { old: sourceLines(files.old), new: sourceLines(files.new) }
  const keptOf = (side: Side): KeptParts | undefined => {
    const { profile, path } = files[side]
    const kept = keptReport(profile, path, { lineText: lineTexts[side], use: 'here', top: 0, functions: false })
    if (kept !== undefined) for (const table of [profile.nodes, profile.pairs, profile.contextTotals]) forgetWhatWasRead(table)
    return kept
  }
  const kept = { old: keptOf('old'), new: keptOf('new') }
  const runs = comparedRuns(files, { old: kept.old?.recorded.totals, new: kept.new?.recorded.totals })
  requireNormalisation(compareCommand, runs, options.normalisation)
  const tools = comparedTools(compareCommand, runs, tool)
  const report = buildComparison(
    runs,
    files.new.profile,
    { old: files.old.path, new: files.new.path },
    {
      ...options,
      tools,
      lineTexts,
      kept,
      ...(format === 'json' ? {} : { view }),
    },
  )
  if (format === 'json') return indentedJson(report)
  if (format === 'text') return [comparisonText(report, runs, files.new.profile, { view, top: options.top, width: terminalWidth() })]
  switch (view) {
    case 'findings':
      return [comparedFindingTable(report.findings, 'csv')]
    case 'pairs':
      return [comparedPairTable(report.pairs, 'csv')]
    case 'objects':
      return [comparedObjectTable(report.objects, 'csv')]
    case 'flat':
      return [comparedFlatTable(Object.values(report.flat.tools).flat(), 'csv', report.spent?.measure ?? null)]
    default:
      throw wrongUse(compareCommand, `--csv: --view ${view} is not a table`)
  }
}

function valuesOutput({ old, new: recent }: TwoProfiles, { top }: Pick<OutputOptions, 'top'>, format: OutputOptions['format']): Iterable<string> {
  const comparison = compareProfiles({ path: old.path, profile: old.profile }, { path: recent.path, profile: recent.profile })
  return format === 'json' ? indentedJson(comparison) : [valuesText(comparison, top, old.profile.files)]
}

function valuesText({ first, second, comparisons, advice, notes }: ValuesComparison, top: number, files: readonly string[]): string {
  const width = terminalWidth()
  return joinedLines([
    ...wrap(`first   ${commandText(first.command)}`, width, '  '),
    ...wrap(`second  ${commandText(second.command)}`, width, '  '),
    '',
    ...comparisonLines(comparisons),
    ...(advice.length > 0
      ? ['', '== Candidates for specialisation in the first run, and the values of the second ==', '', ...comparedAdviceLines(advice, top, width, files)]
      : []),
    ...(notes.length > 0 ? ['', ...notes.flatMap((note) => wrap(`- ${note}`, width, '  '))] : []),
    '',
  ])
}
