/** Text views of a profile for a terminal, 80 columns and wider: `hagstone report --view …`. */
import { capitalized } from '../../../shared/names/capitalized.ts'
import { addressPlace, baseName, callTag, commonFrames } from '../../../shared/profile/frames.ts'
import { isSought, type ProfileTables } from '../../../shared/profile/profile.ts'
import { counted } from '../../../shared/names/counted.ts'
import { filePlace } from '../../../shared/names/short_paths.ts'
import { outcomeText, wholeText } from '../../../shared/outcome.ts'
import type { PairReport, Report } from '../../../shared/report.ts'
import { leafOf, type Frame, type LeafFrame } from '../../../shared/profile/frame.ts'
import type { RunDescription, Tool } from '../../../shared/run.ts'
import { runCostLines } from '../run_cost.ts'
import { MOST_FINDINGS, type FindingOptions } from '../findings/findings.ts'
import { flatRows, functionPlace } from '../flat.ts'
import { adviceOnPair } from '../advice/advice_text.ts'
import { sizeText } from '../../../shared/names/size_text.ts'
import { intervalText } from '../../../shared/names/interval_text.ts'
import { amountText, distanceText, fit, joinedLines, percentText, tableLines, wrap, wrapParts } from '../format.ts'
import { pairCounts, type PairCounts } from '../left_out_rows.ts'
import { headLines, noteLines } from './report_head.ts'
import { findingLines } from './report_findings.ts'
import { reusedObjectLines } from './report_reused_objects.ts'
import { reuseLines } from './report_reuse.ts'
import { reusedObjectReports } from '../reused_objects.ts'
import { accessesOf } from '../../../shared/tools.ts'
import { fitsSideBySide, flatSideBySide, treeSideBySide } from './report_side_by_side.ts'
import { registerLines } from './report_registers.ts'
import { rankLines } from '../ranks.ts'
import { objectLines, statisticsLines, threadLines } from './report_tables.ts'
import { valuesReport } from '../values/values_report.ts'
import { valuesLines } from '../values/values_text.ts'
import { regionLines, spatialValueLines } from './report_spatial_values.ts'
import { countTitle, treeLines } from './report_tree.ts'
import { buildReport, wholeProgram, type ReportOptions } from '../report.ts'

export const REPORT_VIEWS = ['findings', 'pairs', 'tree', 'flat', 'cpu-time', 'reuse', 'values', 'objects', 'regions', 'ranks', 'threads', 'stats'] as const
export type ReportView = (typeof REPORT_VIEWS)[number]

export interface TextOptions {
  view: ReportView
  /** At most this many pairs or functions of each tool. */
  top: number
  /** This many findings are printed in full; absent: three. */
  detailed?: number
  /** Columns of the terminal. */
  width: number
  /** How reuse distances are shown; absent: as the report has them. */
  reuse?: ReportOptions['reuse']
  findings?: FindingOptions
  kept?: ReportOptions['kept']
}

const DETAILED = 3
/** Pairs of each tool below the findings. */
const FEW_PAIRS = 3

/** Ends with a newline. */
export function reportText(profile: ProfileTables, { view, top, detailed = DETAILED, width, reuse = {}, findings = {}, kept }: TextOptions): string {
  const report = buildReport(profile, {
    ...(kept === undefined ? {} : { kept }),
    top: view === 'pairs' ? top : view === 'findings' ? FEW_PAIRS : 0,
    reuse,
    ...(view === 'findings' || view === 'pairs' ? { findings: { top: MOST_FINDINGS, ...findings } } : {}),
  })
  const body = {
    findings: () => [...findingLines(report.findings!, report, profile.files, { detailed, top, width }), ...shortPairLines(report, profile.files, width)],
    pairs: () => {
      const counts = kept?.counts ?? pairCounts(profile)
      return byTool(report, (tool) => [
        ...(tool === 'registers' ? [...registerLines(report.registers), ''] : []),
        ...pairsLines(report, counts[tool], profile.files, tool, width),
      ])
    },
    tree: () =>
      sideBySide(
        report,
        width,
        (tools) => treeSideBySide(profile, tools, width),
        (tool) => treeLines(profile, tool, width),
      ),
    flat: () =>
      sideBySide(
        report,
        width,
        (tools) => flatSideBySide(profile, report.totals, tools, top, width),
        (tool) => flatLines(profile, report, tool, top, width),
      ),
    'cpu-time': () => runCostLines(profile, top, width),
    reuse: () =>
      paragraphs(reuseLines(report, width), report.reuse ? reusedObjectLines(reusedObjectReports(profile, wholeProgram(profile, reuse), top), width) : []),
    values: () => valuesLines(valuesReport(profile, top), top, width, profile.files),
    objects: () => paragraphs(objectLines(report, top, width), spatialValueLines(report, top, width, profile.files)),
    regions: () => regionLines(report, width),
    ranks: () => rankLines(report),
    threads: () => threadLines(report),
    stats: () => [...statisticsLines(report), ...(report.registers ? ['', ...registerLines(report.registers)] : [])],
  }[view]()
  const notes = noteLines(report, width)
  return joinedLines([...headLines(report, width), '', ...body, ...(notes.length > 0 ? ['', ...notes] : []), ''])
}

/** The largest of each tool, a line for each where there is room. */
function shortPairLines({ pairs, outcomes, run, measured }: Report, files: readonly string[], width: number): string[] {
  const shown = pairs.filter(({ relation }) => isSought(relation))
  const unmeasured = run.tools.flatMap((tool) => (outcomes[tool]?.kind === 'not-measured' ? wrap(`${tool}: ${outcomeText(outcomes[tool])}`, width, '  ') : []))
  const lines = shown.flatMap(({ tool, shareOfTotal, relation, source, target }) => {
    const first = `  ${tool}: ${percentText(shareOfTotal)} of ${wholeText(measured[tool] ?? null)}, ${leafPlace(source, files)}`
    const second = `${relation} ${leafPlace(target, files)}`
    const whole = `${first} ${second}`
    // Cutting the middle would leave neither side.
    return whole.length <= width ? [whole] : [fit(first, width), fit(`      ${second}`, width)]
  })
  return [
    ...(unmeasured.length > 0 ? ['', ...unmeasured] : []),
    ...(lines.length > 0 ? ['', 'Largest pairs of accesses (--view pairs shows them with their calling contexts):', ...lines] : []),
  ]
}

function leafPlace(chain: PairReport['source'], files: readonly string[]): string {
  const leaf = leafOf(chain)
  return leaf.file === null && leaf.module !== '' ? addressPlace(leaf) : frameText(leaf, files)
}

/** One after another, with a blank line between non-empty ones. */
function paragraphs(...parts: string[][]): string[] {
  return parts.filter((lines) => lines.length > 0).flatMap((lines, i) => (i > 0 ? ['', ...lines] : lines))
}

/** A section for each recorded tool: each sampled different accesses. */
function byTool({ run }: Pick<Report, 'run'>, section: (tool: Tool) => string[], recorded: readonly Tool[] = run.tools): string[] {
  const tools = recorded.filter((tool) => tool !== 'values')
  if (tools.length === 0) return ['Values have no pairs: see --view values.']
  if (run.tools.length < 2 || areEqual(tools.map(section))) return section(tools[0]!)
  return tools.flatMap((tool, i) => [...(i > 0 ? [''] : []), `== ${tool} ==`, '', ...section(tool)])
}

/** Sections are equal if nothing was measured for the same reason, for example. */
function areEqual(sections: string[][]): boolean {
  return sections.length > 1 && sections.every((lines) => lines.join('\n') === sections[0]!.join('\n'))
}

/**
 * Tools that all measured every access are side by side if there is room; reuse, which has no waste, has a section of
 * its own.
 */
function sideBySide(report: Report, width: number, together: (tools: Tool[]) => string[], section: (tool: Tool) => string[]): string[] {
  const { run } = report
  const wasting: Tool[] = run.tools.filter((tool) => tool !== 'reuse-distance' && tool !== 'values')
  if (run.engine !== 'exhaustive' || !fitsSideBySide(wasting, width)) return byTool(report, section)
  const others = run.tools.filter((tool) => !wasting.includes(tool))
  return [...together(wasting), ...(others.length > 0 ? ['', ...byTool(report, section, others)] : [])]
}

/** Frames shown per side before the middle is left out. */
const MOST_FRAMES = 12

/** Useful pairs are hidden (metrics.md section 1) and only counted. */
function pairsLines(report: Report, counts: PairCounts[Tool], files: readonly string[], tool: Tool, width: number): string[] {
  const outcome = report.outcomes[tool]
  if (outcome?.kind === 'not-measured') return wrap(capitalized(outcomeText(outcome)), width, '')
  if (counts === undefined) return ['No pairs: none of the accesses was wasted.']
  const shown = report.pairs.filter((pair) => pair.tool === tool && isSought(pair.relation))
  const { all, use: usefulTotal, waiting: waitingTotal } = counts
  const shownTotal = all - usefulTotal - waitingTotal
  if (shownTotal === 0)
    return wrap(
      `${outcome?.kind === 'none-found' ? capitalized(outcomeText(outcome)) : 'No waste was seen.'} ${waitingTotal > 0 ? counted(usefulTotal + waitingTotal, 'pair of use or waiting is', 'pairs of use or waiting are') : counted(usefulTotal, 'useful pair is', 'useful pairs are')} not shown (--json has them).`,
      width,
      '',
    )
  const lines = shown.flatMap((pair, i) => [...(i > 0 ? [''] : []), ...pairLines(pair, i + 1, report, files, width)])
  const hidden = [
    ...(shownTotal > shown.length ? [`${counted(shownTotal - shown.length, 'smaller pair')} (--top ${shownTotal} shows all)`] : []),
    ...(usefulTotal > 0 ? [`${counted(usefulTotal, 'useful pair')} (--json has them)`] : []),
    ...(waitingTotal > 0 ? [`${counted(waitingTotal, 'pair')} of waiting (--json has them)`] : []),
  ]
  return hidden.length > 0 ? [...lines, '', ...wrap(`Not shown: ${hidden.join(', ')}.`, width, '')] : lines
}

/**
 * One pair as two chains, innermost frame first; the shared part is printed once.
 * @param files of the profile: those of one name get the directories that tell them apart
 */
export function pairLines(
  pair: PairReport,
  rank: number,
  { run, measured }: Pick<Report, 'measured' | 'run'>,
  files: readonly string[],
  width: number,
): string[] {
  const sure = pair.exact ? ' (exact)' : pair.fewSamples ? ' (few samples)' : pair.ci95 ? ` (95 %: ${intervalText(pair.ci95)})` : ''
  const { source, target } = pair
  const shared = commonFrames(source, target)
  const outside = source.slice(0, Math.max(0, shared - 1))
  return [
    ...wrapParts(
      [
        `#${rank}  ${percentText(pair.shareOfTotal)} of ${wholeText(measured[pair.tool] ?? null)}${sure}`,
        ...amountTexts(pair, run),
        counted(pair.traps, run.engine === 'exhaustive' ? 'instance' : 'observation'),
        ...factTexts(pair, run),
      ],
      width,
      '    ',
    ),
    ...sideLines(earlierWord(pair), source.slice(outside.length), files, width),
    ...sideLines(pair.relation, target.slice(outside.length), files, width),
    ...(outside.length > 0
      ? [
          fit(
            `    ${'both from'.padEnd(LABEL)}${outside
              .toReversed()
              .map((frame) => frame.function)
              .join(' ← ')}`,
            width,
          ),
        ]
      : []),
    ...adviceOnPair(pair, `    ${'advice'.padEnd(LABEL)}`, width),
  ]
}

function amountTexts(pair: PairReport, { unit }: RunDescription): string[] {
  if (pair.relation === 'REUSED_BY') return []
  return [
    pair.shareOfWaste === null ? `use ${amountText(pair.use, unit)}` : `waste ${amountText(pair.waste, unit)}, ${percentText(pair.shareOfWaste)} of all waste`,
  ]
}

/** The facts of this pair's tool; the obvious ones are left out. */
function factTexts(
  { tool, comparison, sharing, reuseOf, object, distance, latency, commonAncestor, scope, scopeKind, interleaved }: PairReport,
  run: RunDescription,
): string[] {
  return [
    ...(comparison === 'approximate' ? ['within the tolerance'] : []),
    ...(sharing ? [`${sharing} sharing`] : []),
    ...(reuseOf === 'other' ? ['another part of the line'] : []),
    ...(object ? [`on ${object}`] : []),
    ...(distance ? [`time distance median ${distanceText(distance.p50, run)}, 90 % below ${distanceText(distance.p90, run)}`] : []),
    ...(distance?.beyond ?? []).map(({ bytes, share }) => `${percentText(share)} beyond ${sizeText(bytes)}`),
    ...(scopeKind === 'measured' ? [`scope ${scope}`] : commonAncestor !== null && tool !== 'dead-stores' ? [`within ${commonAncestor}`] : []),
    ...(interleaved && interleaved.instances > 0 ? [`${counted(interleaved.instances, 'more instance')} with another thread in between`] : []),
    ...(latency ? [`latency ${latency.cycles.toFixed(0)} cycles, ${percentText(latency.missShare)} missed the last-level cache`] : []),
  ]
}

const LABEL = 15

function earlierWord({ tool }: PairReport): string {
  const [kind, ...others] = accessesOf(tool)
  if (kind === undefined) return 'write'
  return others.length > 0 ? 'access' : kind.slice(0, -1)
}

function sideLines(label: string, frames: Frame[], files: readonly string[], width: number): string[] {
  const inward = frames.toReversed()
  const left = inward.length > MOST_FRAMES ? inward.length - MOST_FRAMES : 0
  const shown = left > 0 ? [...inward.slice(0, MOST_FRAMES - 3), null, ...inward.slice(-3)] : inward
  return shown.map((frame, i) => {
    const start = `    ${(i === 0 ? label : '').padEnd(LABEL)}`
    if (frame === null) return `${start}← … ${counted(left, 'frame')} …`
    const leaf = i === 0 ? (frame as LeafFrame).instruction : null
    const text = `${i === 0 ? '' : '← '}${frameText(frame, files)}`
    return fit(`${start}${leaf === null ? text : `${text}   ${leaf}`}`, width)
  })
}

function frameText(frame: Frame, files: readonly string[]): string {
  // Regions and system calls are in no module.
  const place = frame.file !== null ? ` ${filePlace(files, frame.file, frame.line)}` : frame.module === '' ? '' : ` (${baseName(frame.module)})`
  const tag = callTag(frame)
  return `${tag === null ? '' : `[${tag}] `}${frame.function}${place}`
}

function flatLines(profile: ProfileTables, { run, totals, outcomes }: Report, tool: Tool, top: number, width: number): string[] {
  const outcome = outcomes[tool]
  if (outcome?.kind === 'not-measured') return wrap(capitalized(outcomeText(outcome)), width, '')
  const rows = flatRows(profile, tool)
  const total = (totals[tool]?.waste ?? 0) + (totals[tool]?.use ?? 0)
  const share = (amount: number): string => percentText(total > 0 ? amount / total : null)
  const right = (title: string): { title: string; align: 'right' } => ({ title, align: 'right' })
  const lines = tableLines(
    [right('own waste'), right(''), right('own use'), right('incl. waste'), right(countTitle(profile)), { title: 'function', align: 'left' }],
    rows
      .slice(0, top)
      .map((row) => [
        share(row.wasteExclusive),
        amountText(row.wasteExclusive, run.unit),
        share(row.useExclusive),
        share(row.wasteInclusive),
        String(row.traps),
        `${row.name}  ${functionPlace(row, profile.files)}`,
      ]),
  ).map((line) => fit(line, width))
  return rows.length > top ? [...lines, `${counted(rows.length - top, 'more function')} (--top ${rows.length} shows all)`] : lines
}
