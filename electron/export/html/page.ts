/**
 * A self-contained HTML page of a profile: findings, pairs with both contexts, tree, functions, and sources on request.
 */
import { createHash } from 'node:crypto'
import { machineName } from '../../../shared/machine.ts'
import { MOST_PAIRS_OF_PAGE } from '../../../shared/exported.ts'
import { quoteArguments } from '../../../shared/names/command_line.ts'
import { COST_NAMES } from '../../../shared/names/cost_names.ts'
import { counted } from '../../../shared/names/counted.ts'
import { visible } from '../../../shared/names/visible.ts'
import { isSought, type Profile, type ProfileTables } from '../../../shared/profile/profile.ts'
import type { FunctionReport, Report } from '../../../shared/report.ts'
import type { Tool } from '../../../shared/run.ts'
import type { LineText } from '../../report/findings/line_texts.ts'
import { functionPlace } from '../../report/flat.ts'
import { buildReport, type ReportOptions } from '../../report/report.ts'
import { headLines } from '../../report/text/report_head.ts'
import { hagstoneVersion } from '../../version.ts'
import { pairCount } from '../pair_count.ts'
import { contextTree } from './context_tree.ts'
import { costMarkup, shareMarkup } from './evidence.ts'
import { findingSection } from './finding_list.ts'
import { html, Markup } from './markup.ts'
import { changedRemark, lineAnchor, PairList } from './pair_list.ts'
import type { SourceLines } from './sources.ts'
import { pageScript, pageStyle } from './style.ts'

/**
 * @param sources by the names that the profile has for the files; empty: none are shared
 * @param top pairs of each tool, and functions
 * @param changed sources that changed after the program was built
 * @param kept see ReportOptions
 * @param wrotePair called with each pair
 */
export function* htmlPage(
  profile: ProfileTables & Partial<Pick<Profile, 'codeAt'>>,
  sources: ReadonlyMap<string, SourceLines>,
  top = MOST_PAIRS_OF_PAGE,
  changed: ReadonlySet<string> = new Set(),
  kept: ReportOptions['kept'] = undefined,
  wrotePair: () => void = () => {},
): Generator<string> {
  const report = buildReport(profile, { top, functions: true, findings: { lineText: pageLines(sources, changed) }, ...(kept === undefined ? {} : { kept }) })
  const tools = report.run.tools.filter((tool) => tool !== 'values')
  const title = visible(quoteArguments(report.run.command))
  // Only the script below runs, whatever the profile's names contain.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(pageScript).digest('base64')}'`
  yield html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width"><meta name="generator" content="hagstone ${hagstoneVersion()}">
<title>${title}</title><style>${new Markup(pageStyle)}</style></head><body>
<h1>${title}</h1>
${headLines(report, Infinity)
  .slice(1)
  .map((line) => html`<div>${line.trim()}</div>`)}
<p class="dim">Recorded ${report.run.startedAt} on ${machineName(report.run)} by hagstone ${report.run.hagstoneVersion}.</p>
<nav><a href="#findings">findings</a>${tools.map((tool) => html`<a href="#${tool}">${tool}</a>`)}<a href="#functions">functions</a>${sources.size > 0 ? html`<a href="#sources">sources</a>` : null}</nav>
${report.notes.length > 0 ? html`<ul class="notes">${report.notes.map((note) => html`<li>${note}</li>`)}</ul>` : null}`.text
  if (report.findings !== undefined) yield findingSection(report.findings, report, profile.files).text
  const list = new PairList({ sources, changed }, profile.files, report.run.unit)
  for (const tool of tools) yield* toolSection(profile, report, tool, list, wrotePair)
  yield functionsSection(report, tools, profile.files, top).text
  yield* sourcesSection(sources, changed)
  yield `<script>${pageScript}</script></body></html>\n`
}

/** Only sources on the page are shared. Lines of a changed file may have moved. */
export function pageLines(sources: ReadonlyMap<string, SourceLines>, changed: ReadonlySet<string>): LineText {
  return (file, line) => (changed.has(file) ? null : sources.get(file)?.[line - 1]?.trim() || null)
}

function* toolSection(profile: ProfileTables, { pairs }: Report, tool: Tool, list: PairList, wrotePair: () => void): Generator<string> {
  const ofTool = pairs.filter((pair) => pair.tool === tool)
  const useful = ofTool.filter(({ relation }) => !isSought(relation)).sort((a, b) => b.shareOfTotal - a.shareOfTotal)
  const others = ofTool.filter(({ relation }) => isSought(relation)).sort((a, b) => b.shareOfTotal - a.shareOfTotal)
  yield html`<h2 id="${tool}">${tool}</h2>`.text
  if (ofTool.length > 0)
    yield html`<p><input type="search" data-filters="${tool}-pairs" aria-label="Filter pairs of ${tool}" placeholder="Filter pairs"></p><div id="${tool}-pairs">`
      .text
  if (others.length > 0) yield list.heading(others[0]!).text
  for (const pair of others) {
    yield list.pair(pair).text
    wrotePair()
  }
  if (useful.length > 0) yield html`<details><summary>${counted(useful.length, 'pair')} of use or waiting</summary>${list.heading(useful[0]!)}`.text
  for (const pair of useful) {
    yield list.pair(pair).text
    wrotePair()
  }
  if (useful.length > 0) yield '</details>'
  if (ofTool.length > 0) yield '</div>'
  const count = pairCount(profile, tool)
  if (count > ofTool.length)
    yield html`<p class="dim">${ofTool.length === 1 ? 'This is the largest' : `These are the ${ofTool.length} largest`} of ${counted(count, 'pair')}.</p>`.text
  yield html`<h3>Calling contexts</h3>`.text
  yield* contextTree(profile, tool)
}

function functionsSection({ run, functions = [], totals, cpuTime, executed }: Report, tools: Tool[], files: readonly string[], top: number): Markup {
  const cell = ({ tools: numbers }: FunctionReport, tool: Tool): Markup | null => {
    const total = (totals[tool]?.waste ?? 0) + (totals[tool]?.use ?? 0)
    const { wasteExclusive: own = 0, traps = 0 } = numbers[tool] ?? {}
    return total > 0 && own > 0 ? shareMarkup(run, own / total, traps, totals[tool]?.traps ?? 0) : null
  }
  const spent =
    cpuTime === null
      ? executed === null
        ? null
        : { measure: 'instructions' as const, amount: executed.instructions, interrupts: null }
      : { measure: 'cpu-time' as const, amount: cpuTime.time, interrupts: cpuTime.interrupts }
  const costCells = (row: FunctionReport): Markup[] =>
    spent === null
      ? []
      : (['exclusive', 'inclusive'] as const).map((which) => html`<td class="number">${costMarkup((row.cpuTime ?? row.executed)?.[which] ?? 0, spent)}</td>`)
  const heads = spent === null ? [] : [COST_NAMES[spent.measure].ownTitle, COST_NAMES[spent.measure].title].map((head) => html`<th class="number">${head}</th>`)
  const rows = functions.map(
    (row) =>
      html`<tr><td>${row.function}</td><td class="dim">${functionPlace(row, files)}</td>${costCells(row)}${tools.map((tool) => html`<td class="number">${cell(row, tool)}</td>`)}</tr>\n`,
  )
  return html`<h2 id="functions">Functions</h2><p class="dim">${spent === null ? '' : `Shares of ${COST_NAMES[spent.measure].whole}, and `}${spent === null ? 'Waste' : 'waste'} of each function's own lines, as a share of waste and use.</p>
<table><thead><tr><th>function</th><th>declared</th>${heads}${tools.map((tool) => html`<th class="number">${tool}</th>`)}</tr></thead><tbody>${rows}</tbody></table>
${functions.length >= top ? html`<p class="dim">Those that waste most, at most ${top}.</p>` : null}`
}

function* sourcesSection(sources: ReadonlyMap<string, SourceLines>, changed: ReadonlySet<string>): Generator<string> {
  if (sources.size === 0) return
  yield '<h2 id="sources">Sources</h2>'
  for (const [number, [file, lines]] of [...sources].entries()) {
    yield html`<details class="file"><summary>${file}</summary>${changed.has(file) ? changedRemark() : null}<pre>`.text
    for (const [i, text] of lines.entries()) yield html`<span id="${lineAnchor(number, i + 1)}"><span class="number">${i + 1}</span>${text}</span>\n`.text
    yield '</pre></details>\n'
  }
}
