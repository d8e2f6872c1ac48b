/** `hagstone report --view values` for a terminal. */
import { counted, groupedDigits } from '../../../shared/names/counted.ts'
import { addressPlace, placeText } from '../../../shared/profile/frames.ts'
import { UNNAMED_MEMORY } from '../../../shared/profile/value_names.ts'
import type { ValueSettings } from '../../../shared/run.ts'
import type {
  ComparedAdvice,
  ConvergenceReport,
  EstimateReport,
  Invariances,
  ShownValue,
  ValueAdvice,
  ValueComparison,
  ValueGroup,
  ValueSite,
  ValuesReport,
} from '../../../shared/values.ts'
import { fit, percentText, tableLines, wrap, type TableColumn } from '../format.ts'

const right = (title: string): TableColumn => ({ title, align: 'right' })
const left = (title: string): TableColumn => ({ title, align: 'left' })
/** The minimum width of a place beside its values. */
const PLACE_WIDTH = 26
const INVARIANCES = ['top 1', 'top 5', 'repeats', 'zero']

function invarianceCells({ inv1, inv5, mrv1, zero }: Invariances): string[] {
  return [inv1, inv5, mrv1, zero].map(percentText)
}

/** @param values null: not recorded @param top most tables, lines, functions and pieces of advice @param files of the profile */
export function valuesLines(values: ValuesReport | null, top: number, width: number, files: readonly string[]): string[] {
  if (!values) return ['No values: this run did not profile them (--tool values --engine exhaustive).']
  const fitted = (lines: string[]): string[] => lines.map((line) => fit(line, width))
  return [
    ...wrap(settingsText(values.settings), width, '  '),
    ...wrap(
      'Shares of the executions: top 1 and top 5 have the most frequent value or one of the five, repeats the value before, zero no bit set.',
      width,
      '  ',
    ),
    '',
    ...fitted(
      tableLines(
        [left(''), right('sites'), right('executions'), ...INVARIANCES.map(right), right('difference')],
        values.kinds.map((kind) => [
          kind.kind,
          String(kind.sites),
          groupedDigits(kind.executions),
          ...invarianceCells(kind),
          percentText(kind.differenceMrvInv),
        ]),
      ),
    ),
    '',
    ...section('Worth specialising', adviceLines(values.advice, width, files)),
    ...section(
      'By instruction type',
      fitted(
        tableLines(
          [left('type'), right('executed'), right('sites'), ...INVARIANCES.map(right)],
          values.types.map((type) => [type.instructionClass, percentText(type.executedShare), String(type.sites), ...invarianceCells(type)]),
        ),
      ),
    ),
    ...distributionLines(values, width),
    ...parameterLines(values),
    ...(values.convergence ? section('Convergent profiling', convergenceLines(values.convergence, values.settings, width)) : []),
    ...(values.convergentAgainstFull.length > 0
      ? section('The full profile of the same run against the convergent one', comparisonLines(values.convergentAgainstFull))
      : []),
    ...(values.estimate ? section('Estimated from the loads alone', estimateLines(values.estimate, width)) : []),
    ...section('By function', fitted(groupLines(values.functions, files))),
    ...section('By line', fitted(groupLines(values.lines, files))),
    ...section(`Most executed${values.sites.length === top ? ' (--top shows more)' : ''}`, fitted(siteLines(values.sites, width, files))).slice(0, -1),
  ]
}

function section(title: string, lines: string[]): string[] {
  return lines.length > 0 ? [`== ${title} ==`, '', ...lines, ''] : []
}

function settingsText({ tableSize, roles, profile, backOff, constantBackOff, clearing, instructions }: ValueSettings): string {
  const how =
    profile === 'full'
      ? 'every execution profiled'
      : `convergent (${profile === 'rising' ? 'while the invariance rises' : 'while it rises by more than 2 % or falls by more than 4 %'}, ${constantBackOff ? 'constant' : 'random'} back-off of ${backOff})`
  return `Values of ${counted(instructions, 'instruction')}: ${roles.join(', ')}; tables of ${tableSize}, ${clearing ? 'bottom half cleared' : 'never cleared'}; ${how}.`
}

/** Where the invariance reaches each level, of the executions sorted by it. */
function distributionLines({ distributions }: ValuesReport, width: number): string[] {
  const levels = [0.9, 0.7, 0.5, 0.3, 0.1]
  const rows = distributions.map(({ kind, inv1 }) => [kind, ...levels.map((level) => percentText(inv1.filter((value) => value > level).length / inv1.length))])
  return section(
    'Share of executions whose instruction has its top value more often than',
    tableLines([left(''), ...levels.map((level) => right(`${level * 100} %`))], rows).map((line) => fit(line, width)),
  )
}

function parameterLines({ parameters }: ValuesReport): string[] {
  if (!parameters) return []
  const { calls, callShare, above } = parameters
  return section('Parameters', [
    `${counted(calls, 'call')}, ${percentText(callShare)} of the instructions`,
    ...above.map(
      ({ threshold, share }) => `${percentText(share).padStart(7)} of them have a parameter with one value in more than ${threshold * 100} % of the calls`,
    ),
  ])
}

function convergenceLines(
  { profiled, converged, increasing, decreasing, tests, backOff }: ConvergenceReport,
  { profile }: ValueSettings,
  width: number,
): string[] {
  const facts = [
    `profiled ${percentText(profiled)} of the executions, ${percentText(backOff)} of them after profiling was turned on again`,
    `${counted(tests, 'test')}: ${percentText(converged)} converged, ${percentText(increasing)} increasing${profile === 'bounds' ? `, ${percentText(decreasing)} decreasing` : ''}`,
  ]
  return facts.flatMap((fact) => wrap(fact, width, '  '))
}

export function comparisonLines(comparisons: ValueComparison[]): string[] {
  const columns = ['sites', 'overlap', 'top 1', 'top 1 ′', 'Diff-1', 'Diff-5', 'Same-1', 'Find-1', 'Find-5', 'of']
  return tableLines(
    [left(''), ...columns.map(right)],
    comparisons.map(({ kind, sites, overlap, first, second, difference1, difference5, same1, find1, find5, aboveThreshold }) => [
      kind,
      String(sites),
      ...[overlap, first.inv1, second.inv1, difference1, difference5, same1, find1, find5, aboveThreshold].map(percentText),
    ]),
  )
}

function estimateLines({ executedShare, undefinedShare, measured, estimated, difference, thresholds }: EstimateReport, width: number): string[] {
  return [
    ...wrap(
      `${percentText(executedShare)} of the instructions, of which ${percentText(undefinedShare)} stay undefined; share of the top value: measured ${percentText(measured)}, estimated ${percentText(estimated)}, mean difference ${percentText(difference)}`,
      width,
      '  ',
    ),
    '',
    ...tableLines(
      [right('top 1 above'), right('measured'), right('found'), right('overestimated')],
      thresholds.map(({ threshold, above, found, overestimated }) => [
        `${threshold * 100} %`,
        percentText(above),
        percentText(found),
        overestimated !== null && overestimated > 1 ? `${(overestimated * 100).toFixed(0)} %` : percentText(overestimated),
      ]),
    ),
  ]
}

function groupLines(groups: ValueGroup[], files: readonly string[]): string[] {
  return tableLines(
    [right('share'), ...INVARIANCES.map(right), left('place')],
    groups.map((group) => [percentText(group.share), ...invarianceCells(group), placeText(group.function, group.file, group.line, files)]),
  )
}

/** Two lines each: an instruction alone fills half of a terminal. */
function siteLines(sites: ValueSite[], width: number, files: readonly string[]): string[] {
  const [head = '', ...rows] = tableLines(
    [right('executions'), ...INVARIANCES.slice(0, 3).map(right), left('what')],
    sites.map((site) => [groupedDigits(site.executions), ...invarianceCells(site).slice(0, 3), `${site.subject}${instructionText(site)}`]),
  )
  const indent = ' '.repeat(head.indexOf('what'))
  return [head, ...rows.flatMap((row, i) => [row, `${indent}${placeAndValues(sites[i]!, width - indent.length, files)}`])]
}

function placeAndValues(site: ValueSite, width: number, files: readonly string[]): string {
  const chips = site.values.slice(0, 3).map(chipText)
  const room = (): number => width - chips.join('  ').length - 3
  while (chips.length > 1 && room() < PLACE_WIDTH) chips.pop()
  return `${fit(placeOf(site, files), Math.max(PLACE_WIDTH, room()))}   ${chips.join('  ')}`
}

/** A parameter belongs to no instruction. */
function instructionText({ instruction, role }: ValueSite): string {
  return instruction === null || role === 'parameter' ? '' : `   ${instruction}`
}

/** @param most pieces of advice @param files of the first profile */
export function comparedAdviceLines(advice: ComparedAdvice[], most: number, width: number, files: readonly string[]): string[] {
  return advice
    .slice(0, most)
    .flatMap(({ advice: of, text }, i) => [...adviceLines([of], width, files, i + 1), ...wrap(text, width - 4, '').map((line) => `    ${line}`)])
}

function adviceLines(advice: ValueAdvice[], width: number, files: readonly string[], from = 1): string[] {
  return advice.flatMap(({ site, condition, advice: text }, i) => [
    fit(`#${from + i}  ${condition}   ${placeOf(site, files)}${instructionText(site)}`, width),
    ...wrap(text, width - 4, '').map((line) => `    ${line}`),
  ])
}

function chipText({ text, hex, pointer, float, share }: ShownValue): string {
  return `${pointer === UNNAMED_MEMORY ? hex : (pointer ?? text)}${float === null ? '' : ` (${float})`} ${percentText(share)}`
}

function placeOf(site: ValueSite, files: readonly string[]): string {
  return site.file === null ? addressPlace(site) : placeText(site.function, site.file, site.line, files)
}
