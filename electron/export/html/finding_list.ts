/** Findings of a page: each opens to the problem, the remedy, the possible saving and the measurement. */
import { wholeOf } from '../../../shared/names/cost_names.ts'
import { intervalText } from '../../../shared/names/interval_text.ts'
import { sortedEvidence } from '../../../shared/findings/evidence.ts'
import type { Finding, FindingPlace, Findings } from '../../../shared/findings/finding.ts'
import { coverageText } from '../../../shared/findings/wording/coverage_words.ts'
import { groupHeading } from '../../../shared/findings/wording/group_words.ts'
import { missingLinesText } from '../../../shared/findings/wording/missing_lines_words.ts'
import { leadingWaits } from '../../../shared/findings/waits/leading_waits.ts'
import type { Wait } from '../../../shared/findings/waits/wait.ts'
import { gainText } from '../../../shared/findings/waits/ratio_words.ts'
import { MORE_WAITS } from '../../../shared/findings/waits/wait_words.ts'
import { leftOutAs, noFindingsText, withoutText } from '../../../shared/findings/wording/no_findings_words.ts'
import { sureSentence } from '../../../shared/findings/wording/sureness_words.ts'
import { counted } from '../../../shared/names/counted.ts'
import { filePlace } from '../../../shared/names/short_paths.ts'
import type { Report } from '../../../shared/report.ts'
import { percentText } from '../../report/format.ts'
import { costText } from '../../report/text/report_findings.ts'
import { html, type Markup } from './markup.ts'

/** @param files of the profile: those of one name get the directories that tell them apart */
export function findingSection(all: Findings, { run, outcomes }: Pick<Report, 'run' | 'outcomes'>, files: readonly string[]): Markup {
  const { measure, findings, leftOut, coverage, toolsWithout = [], withoutLines } = all
  const { leading, others } = leadingWaits(all)
  const none = noFindingsText(all, run.tools, outcomes)
  return html`<h2 id="findings">Findings</h2>
${leading.length === 0 ? null : waitSection(leading, all)}
${withoutLines === undefined ? null : html`<p>${missingLinesText(withoutLines)}</p>`}
${findings.length === 0 ? (none === null ? null : html`<p>${none}</p>`) : html`<ol class="findings">${findings.map((finding, index) => item(finding, { isOpen: index === 0, heading: groupHeading(findings, index) }, measure, files))}</ol>`}
${toolsWithout.map((tool) => html`<p>${tool}: ${withoutText(tool)}</p>`)}
${others.length === 0 ? null : leading.length === 0 ? waitSection(others, all) : html`<h3>${MORE_WAITS}</h3>${waitList(others, measure)}`}
${coverage === undefined ? null : html`<p class="dim">${coverageText(coverage)}</p>`}
${leftOut.length === 0 ? null : html`<details class="dim"><summary>Left out: ${leftOutAs(leftOut)}</summary><ul>${leftOut.map(({ text, share, shareOfRun }) => html`<li>${shareOfRun === null ? `${percentText(share)} of a tool's accesses` : `${percentText(shareOfRun)} of the run`}: ${text}</li>`)}</ul></details>`}
`
}

function waitSection(waits: readonly Wait[], { measure, waitCaveat }: Pick<Findings, 'measure' | 'waitCaveat'>): Markup {
  return html`<h3 id="waiting">Waiting for other threads</h3><p class="dim">In neither waste nor use.${waitCaveat === undefined ? '' : ` ${waitCaveat}`}</p>${waitList(waits, measure)}`
}

function waitList(waits: readonly Wait[], measure: Findings['measure']): Markup {
  return html`<ul>${waits.map(({ text, remedy, shareOfRun, ...even }) => html`<li>${shareOfRun === 0 ? null : html`<strong>${percentText(shareOfRun)}</strong> of ${wholeOf({ measure })}: `}${text}. <span class="dim">${remedy}</span>${even.gain === undefined ? null : html` <strong>${gainText(even)}</strong>`}</li>`)}</ul>`
}

function item(
  finding: Finding,
  { isOpen, heading }: { isOpen: boolean; heading: string | null },
  measure: Findings['measure'],
  files: readonly string[],
): Markup {
  const { title, cause, remedy, sketch, bound, evidence, interval, places, tools, pairs, contextCount } = finding
  const { source: seen, machineCode } = sortedEvidence(evidence)
  const cost = `${costText(finding, measure)}${interval === null ? '' : ` (95 % CI ${intervalText(interval)})`}`
  return html`<li>${heading === null ? null : html`<h3>${heading}</h3>`}<details class="finding${finding.fewObservations ? ' few' : ''}"${isOpen ? html` open` : null}><summary><strong>${title}</strong><br><span class="cost">${cost}</span> <span class="dim">${tools.join(', ')}<br>${sureSentence(finding)}</span></summary>
<table class="places">${places.map((place) => html`<tr class="${place.role}"><td>${places.length === 1 ? null : place.role}</td><td class="place">${placeText(place, files)}</td><td><code>${place.text}</code></td></tr>`)}</table>
<h3>What is wrong</h3><p>${cause}</p>
<h3>What to do</h3><p>${remedy}</p>${sketch === null ? null : html`<pre>${sketch}</pre>`}
${bound === null ? null : html`<h3>What it may save</h3><p>${bound.text}</p>`}${listed('What was measured', seen)}${listed('Machine code', machineCode)}<p class="dim">${counted(pairs, 'pair')} in ${counted(contextCount, 'calling context')}</p></details></li>
`
}

function listed(title: string, sentences: readonly string[]): Markup | null {
  return sentences.length === 0 ? null : html`<h3>${title}</h3><ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
}

function placeText({ function: name, file, line, inLibrary }: FindingPlace, files: readonly string[]): string {
  const place = file === null ? name : `${filePlace(files, file, line)} in ${name}`
  return `${place}${inLibrary === null ? '' : `, through ${inLibrary}`}`
}
