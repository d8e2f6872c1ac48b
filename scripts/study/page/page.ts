/** docs/study.md and its charts, from the available results: a section without results is left out. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { table } from '../../bench/markdown.ts'
import { charts } from './study_charts.ts'
import { accuracySections, burstySection, deviationSection, programsSection, ranksSection, reuseSections } from './tables.ts'
import { costSection } from './cost_table.ts'
import { root } from '../directories.ts'
import { firstFindingsSection } from '../first_findings.ts'
import { judge } from '../goals.ts'
import type { Goal } from '../goals.ts'
import { studyPrograms } from '../programs.ts'
import { resultsDirectory } from '../results.ts'
import type { ProgramResults } from '../results.ts'
import { remarks } from './remarks.ts'

/**
 * @param documents directory of study.md, and of study/ with its charts
 * Throws without any results: the page that is there says more than an empty one.
 */
export function writePage(results: ProgramResults[], documents = join(root, 'docs')): void {
  if (results.length === 0)
    throw new Error(`no results are kept in ${relative(root, resultsDirectory)}, so the page stays as it is; measure first: npm run study`)
  const directory = join(documents, 'study')
  mkdirSync(directory, { recursive: true })
  for (const { name, svg } of charts(results)) writeFileSync(join(directory, `${name}.svg`), svg)
  writeFileSync(join(documents, 'study.md'), page(results))
}

export function page(results: ProgramResults[]): string {
  const measured = results.flatMap(({ sections }) => Object.values(sections))
  const seconds = [...new Set(measured.map((section) => section.seconds))].toSorted((a, b) => a - b)
  const machines = [...new Set(measured.map(({ machine }) => machine))]
  return `${[
    `# Study: programs of Debian

How accurate is Hagstone on real programs, how good are its first findings, and what does it cost? This page answers that
for programs that we did not write. Read [Goals](#goals) for the result, [Causes of large differences](#causes-of-large-differences)
for the reasons, and the tables for each program. For the definitions of the numbers, see [metrics.md](metrics.md); for the
comparison of estimates with the ground truth, see [validation.md](validation.md).

Written by \`npm run study\` on ${machines.join('; and on ')}, of ${results.length} programs. It fetches their sources from Debian, builds them
with \`-O3 -g\` in \`build/study\`, and runs each with a made-up input, the same bytes on every machine. A native run takes about
${seconds.join(' and ')} s (\`STUDY_SECONDS\`; 1 s by default). To run one program and one part, use \`npm run study -- --program lua --section accuracy\`.
Earlier results are reused, including those of this page.`,
    goalsSection(judge(results)),
    remarks(),
    programsSection(results, studyPrograms),
    unmeasured(results),
    firstFindingsSection(),
    ...accuracySections(results),
    ...reuseSections(results),
    burstySection(results),
    deviationSection(results),
    ranksSection(results),
    costSection(results),
  ]
    .filter((section) => section !== null && section !== '')
    .join('\n\n')}\n`
}

/** Empty where every program of the table has results of every part. */
function unmeasured(results: ProgramResults[]): string {
  const parts = Object.entries(sectionTitles).flatMap(([section, title]) => {
    const missing = studyPrograms
      .filter(({ name, ranks }) => (section !== 'ranks' || ranks > 1) && !results.some((result) => result.name === name && section in result.sections))
      .map(({ name }) => name)
    return missing.length === 0
      ? []
      : [`- ${title}: ${missing.length === studyPrograms.length || (section === 'ranks' && missing.length > 0) ? 'any program' : missing.join(', ')}`]
  })
  return parts.length === 0 ? '' : `Not measured yet:\n\n${parts.join('\n')}`
}

const sectionTitles = {
  accuracy: 'fractions and the real sampler',
  reuse: 'reuse distances',
  bursty: 'bursty runs compared with full runs',
  deviation: 'from run to run',
  ranks: 'under mpirun',
  cost: 'cost',
}

function goalsSection(goals: Goal[]): string {
  const judged = goals.filter(({ met }) => met !== null)
  const missed = judged.filter(({ met }) => met === false)
  const rows = goals.map(({ name, wanted, found, met, worst }) => [
    name,
    wanted,
    found ?? 'not measured',
    met === null ? '–' : met ? 'met' : '**missed**',
    worst.map(({ program, tool, value }) => `${program} ${tool} ${value.toFixed(2)}`).join('; ') || '–',
  ])
  return `## Goals

${judged.length - missed.length} of ${judged.length} are met. Differences are in percentage points, of the mean over the seeds. Similarities are S of RDX. The period is the
smallest of at least 10,000 accesses, with 4 registers.

${table(['goal', 'wanted', 'found', '', 'furthest off'], rows)}`
}
