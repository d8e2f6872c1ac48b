/** Findings as text: the first ones in full, the others by their titles; then the number left out. */
import { wholeOf } from '../../../shared/names/cost_names.ts'
import { intervalText } from '../../../shared/names/interval_text.ts'
import type { Coverage, Finding, FindingPlace, Findings, LeftOut, RunMeasure } from '../../../shared/findings/finding.ts'
import { findingsOfTool } from '../../../shared/findings/tool_findings.ts'
import { leadingWaits } from '../../../shared/findings/waits/leading_waits.ts'
import type { Wait } from '../../../shared/findings/waits/wait.ts'
import { gainText } from '../../../shared/findings/waits/ratio_words.ts'
import { MORE_WAITS } from '../../../shared/findings/waits/wait_words.ts'
import { coverageText } from '../../../shared/findings/wording/coverage_words.ts'
import { functionText } from '../../../shared/findings/wording/cause_facts.ts'
import { shortFunctionName } from '../../../shared/findings/wording/short_names.ts'
import { sureText } from '../../../shared/findings/wording/sureness_words.ts'
import { groupHeading } from '../../../shared/findings/wording/group_words.ts'
import { missingLinesText } from '../../../shared/findings/wording/missing_lines_words.ts'
import { noFindingsText, withoutText } from '../../../shared/findings/wording/no_findings_words.ts'
import { counted } from '../../../shared/names/counted.ts'
import { filePlace } from '../../../shared/names/short_paths.ts'
import type { Report } from '../../../shared/report.ts'
import { fit, percentText, wrap } from '../format.ts'

const LABEL = 11
const INDENT = '    '
/** A name or a line of code with fewer letters says nothing. */
const SHORTEST_NAME = 16
const WAITING = 'Waiting for other threads, in neither waste nor use:'
/** Places of waiting that a text lists. */
const MOST_WAITS = 5

interface TextSize {
  /** Findings in full. */
  detailed: number
  /** Findings in total. */
  top: number
  width: number
}

/** @param files of the profile: those of one name get the directories that tell them apart */
export function findingLines(
  all: Findings,
  { run, outcomes }: Pick<Report, 'run' | 'outcomes'>,
  files: readonly string[],
  { detailed, top, width }: TextSize,
): string[] {
  const { findings, leftOut, coverage, measure, toolsWithout = [], withoutLines, waitCaveat } = all
  const { leading, others } = leadingWaits(all)
  const none = findings.length > 0 ? null : noFindingsText(all, run.tools, outcomes)
  const shown = findings.slice(0, top)
  const full = shown.slice(0, detailed)
  const rest = shown.slice(full.length)
  return [
    ...(leading.length === 0 ? [] : [...waitLines({ heading: WAITING, waits: leading, caveat: waitCaveat }, measure, width), '']),
    ...(none === null ? [] : wrap(none, width, '')),
    ...(withoutLines === undefined ? [] : [...wrap(missingLinesText(withoutLines), width, ''), '']),
    ...full.flatMap((finding, i) => [...(i > 0 ? [''] : []), ...headingLines(shown, i), ...fullLines(finding, i + 1, measure, files, width)]),
    ...rest.flatMap((finding, i) => [...headingLinesOfRest(shown, full.length + i, i === 0), ...shortLines(finding, full.length + i + 1, measure, width)]),
    ...(findings.length > shown.length ? [`${counted(findings.length - shown.length, 'more finding')} (--top ${findings.length} shows all)`] : []),
    ...toolsWithout.flatMap((tool) => wrap(`${tool}: ${withoutText(tool)}`, width, '  ')),
    ...(others.length === 0
      ? []
      : [
          '',
          ...waitLines(
            leading.length === 0 ? { heading: WAITING, waits: others, caveat: waitCaveat } : { heading: `${MORE_WAITS}:`, waits: others },
            measure,
            width,
          ),
        ]),
    ...coverageLines(coverage, width),
    ...leftOutLines(leftOut, measure, width),
  ]
}

/** The lines above a finding in full. */
function headingLines(shown: readonly Finding[], at: number): string[] {
  const heading = groupHeading(shown, at)
  return heading === null ? [] : [`${heading}:`, '']
}

/** The lines above a finding that is listed by its title only. */
function headingLinesOfRest(shown: readonly Finding[], at: number, isFirst: boolean): string[] {
  const heading = groupHeading(shown, at)
  return heading === null ? (isFirst ? [''] : []) : ['', `${heading}:`]
}

function shortLines(finding: Finding, rank: number, measure: RunMeasure | null, width: number): string[] {
  const head = `${`#${rank}`.padEnd(4)}${shortCost(finding, measure)}`
  return wrap(finding.title, width - head.length, '').map((line, i) => `${i === 0 ? head : ' '.repeat(head.length)}${line}`)
}

/** One list has one whole: the run, or each tool's measurement. */
function shortCost(finding: Finding, measure: RunMeasure | null): string {
  return finding.shareOfRun === null ? `${costText(finding, measure).padEnd(24)}  ` : `≤ ${percentText(finding.shareOfRun)}`.padEnd(10)
}

function fullLines(finding: Finding, rank: number, measure: RunMeasure | null, files: readonly string[], width: number): string[] {
  const labelled = (label: string, text: string): string[] =>
    wrap(text, width - INDENT.length - LABEL, '').map((line, i) => `${INDENT}${(i === 0 ? label : '').padEnd(LABEL)}${line}`)
  const { sketch, bound } = finding
  return [
    ...wrap(`#${rank}  ${finding.title}`, width, INDENT),
    ...labelled('cost', [costText(finding, measure), ...(finding.interval === null ? [] : [`95 % CI ${intervalText(finding.interval)}`])].join(', ')),
    ...labelled('sureness', sureText(finding)),
    ...finding.places.map(
      (place) => `${INDENT}${(finding.places.length === 1 ? 'place' : place.role).padEnd(LABEL)}${placeText(place, files, width - INDENT.length - LABEL)}`,
    ),
    ...labelled('why', finding.cause),
    ...labelled('what to do', finding.remedy),
    ...(sketch === null ? [] : sketch.split('\n').map((line) => fit(`${INDENT}${''.padEnd(LABEL)}| ${line}`, width))),
    ...(bound === null ? [] : labelled('bound', bound.text)),
    ...finding.evidence.flatMap((line, i) => labelled(i === 0 ? 'evidence' : '', line)),
    ...labelled(
      'seen by',
      `${finding.tools.join(', ')}: ${counted(finding.pairs, 'pair')} in ${counted(finding.contextCount, 'calling context')}${finding.threads > 1 ? ` of ${counted(finding.threads, 'thread')}` : ''}`,
    ),
  ]
}

/** "at most 13.9 % of the run", or the share of the tool's accesses. */
export function costText(
  { shareOfRun, share, tools, onSeveral }: Pick<Finding, 'shareOfRun' | 'share' | 'tools' | 'onSeveral'>,
  measure: RunMeasure | null,
): string {
  if (shareOfRun === null) return `${percentText(share)} of the ${findingsOfTool(tools[0]!).accesses}`
  return onSeveral?.text ?? `at most ${percentText(shareOfRun)} of ${wholeOf({ measure })}`
}

/** File and line stay whole: the text beside them is cut. */
function placeText({ function: name, file, line, text, inLibrary }: FindingPlace, files: readonly string[], width: number): string {
  const place = file === null ? '' : ` ${filePlace(files, file, line)}`
  const through = inLibrary === null ? '' : `, through ${inLibrary}`
  const called = fit(functionText(shortFunctionName(name)), Math.max(SHORTEST_NAME, width - place.length))
  const head = called.length + place.length + through.length
  const code = text === null || head + SHORTEST_NAME > width ? '' : `   ${text.trim()}`
  return `${called}${place}${fit(through, Math.max(SHORTEST_NAME, width - called.length - place.length))}${code === '' ? '' : cut(code, width - head)}`
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`
}

/** Where threads wait for each other, which is not waste. */
function waitLines(
  { heading, waits, caveat }: { heading: string; waits: readonly Wait[]; caveat?: string | undefined },
  measure: RunMeasure | null,
  width: number,
): string[] {
  const lines = waits
    .slice(0, MOST_WAITS)
    .flatMap(({ text, remedy, shareOfRun, interval, ...even }) => [
      ...indented(
        shareOfRun === 0
          ? `${text}.`
          : `${percentText(shareOfRun)} of ${wholeOf({ measure })}${interval === null ? '' : ` (95 % CI ${intervalText(interval)})`}: ${text}.`,
        width,
        '  ',
      ),
      ...indented(`${remedy} ${gainText(even)}`.trimEnd(), width, '    '),
    ])
  return [
    heading,
    ...lines,
    ...(waits.length > MOST_WAITS ? [`  ${counted(waits.length - MOST_WAITS, 'more place')} (--json has them)`] : []),
    ...(caveat === undefined ? [] : indented(caveat, width, '  ')),
  ]
}

/** All of its lines begin with as much room. */
function indented(text: string, width: number, room: string): string[] {
  return wrap(text, width - room.length, '').map((line) => `${room}${line}`)
}

function coverageLines(coverage: Coverage | undefined, width: number): string[] {
  return coverage === undefined ? [] : ['', ...wrap(coverageText(coverage), width, '')]
}

function leftOutLines(leftOut: readonly LeftOut[], measure: RunMeasure | null, width: number): string[] {
  const told = leftOut.filter(({ share, shareOfRun }) => (shareOfRun ?? share) > 0)
  if (told.length === 0) return []
  const parts = told.map(
    ({ text, share, shareOfRun }) =>
      `${shareOfRun === null ? `${percentText(share)} of what a tool measured` : `${percentText(shareOfRun)} of ${wholeOf({ measure })}`}: ${text}`,
  )
  return ['', 'Not in the findings:', ...parts.flatMap((part) => wrap(`  ${part}`, width, '    '))]
}
