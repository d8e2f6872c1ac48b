/** The study's tables, each with sentences about its runs. Null where nothing was measured. */
import { fewestLeaders, LEADING_PAIRS } from '../../../shared/metrics/statistics/rank_agreement.ts'
import { leadersText } from '../../../shared/names/leaders_text.ts'
import { percent, table } from '../../bench/markdown.ts'
import { mean, median } from '../../bench/statistics.ts'
import type { Estimate, ToolValidation, Validation } from '../../../shared/validation.ts'
import { burstyBesideFull, runToRun } from '../agreement.ts'
import { asked } from '../goals.ts'
import type { StudyProgram } from '../program.ts'
import type { ProgramResults, SectionName, SectionResults } from '../results.ts'

export const toolNames = ['dead-stores', 'silent-stores', 'redundant-loads'] as const
const none = '–'

interface Measured<Name extends SectionName> {
  name: string
  result: SectionResults[Name]
}

export function measured<Name extends SectionName>(programs: ProgramResults[], section: Name): Array<Measured<Name>> {
  return programs.flatMap(({ name, sections }) => {
    const known = sections[section]
    return known === undefined ? [] : [{ name, result: known.result as SectionResults[Name] }]
  })
}

export function toolOf(validation: Validation, tool: string): ToolValidation | null {
  return validation.tools.find((candidate) => candidate.tool === tool) ?? null
}

const points = (value: number | null | undefined, digits = 2): string =>
  value === null || value === undefined ? none : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`
const share = (value: number | null | undefined): string => (value === null || value === undefined ? none : percent(value))
const interval = (value: [number, number] | null | undefined): string =>
  value === null || value === undefined ? none : `${(value[0] * 100).toFixed(1)} … ${(value[1] * 100).toFixed(1)}`
const meanOf = (values: number[]): number | null => (values.length === 0 ? null : mean(values))

export function programsSection(programs: ProgramResults[], known: StudyProgram[]): string {
  const rows = programs.flatMap(({ name, version }) => {
    const program = known.find((candidate) => candidate.name === name)
    return program === undefined
      ? []
      : [
          [
            name,
            `${program.source} ${version}`,
            program.kind,
            program.language,
            program.ranks > 1 ? `${program.ranks} ranks (MPI)` : String(program.threads),
            program.work,
          ],
        ]
  })
  return `## Programs\n\n${table(['program', 'Debian’s source', 'kind', 'language', 'threads', 'work'], rows)}`
}

export function accuracySections(programs: ProgramResults[]): string[] {
  const results = measured(programs, 'accuracy')
  if (results.length === 0) return []
  return [
    `## Fractions compared with the ground truth

Like WITCH's Figure 4. Each program ran once under the exhaustive engine and, in the same execution, under virtual PMUs with 4 debug
registers that see loads and stores. The estimate is the mean of ${seedsOf(results)} seeds; the 95 % interval is that of the first seed. *Freed*: share of the bytes whose memory
was freed, in neither waste nor use.

${toolNames.map((tool) => fractionTable(results, tool)).join('\n\n')}`,
    `## The real sampler

Each program ran natively under the software engine at ${settingOf(programs, 'rate')} samples per second of CPU time, each tool in ${settingOf(programs, 'liveRuns')} runs of its own, which are
analysed as one recording, as if they were ranks of a job. The papers also run one tool at a time; tools that run together share the three registers. *Its truth*: the exact
fractions of the contexts weighted by the runs' own samples, which is what a clock can find. *Reweighted*: weighted by the exact
executions of each instruction, to compare with the plain ground truth. *Covered*: share of the bytes accessed by instructions that have a sample. *Leaders*: see [Order of the pairs](#order-of-the-pairs).

${toolNames.map((tool) => liveTable(results, tool)).join('\n\n')}`,
    settingsSection(results),
    ranksOfPairs(results),
  ]
}

/** "5", or "2 to 5" where programs differ. */
function seedsOf(results: Array<Measured<'accuracy'>> | Array<Measured<'reuse'>>): string {
  const counts = results.flatMap(({ result }) => result.tools.flatMap(({ estimates }) => estimates.map(({ runs }) => runs.length)))
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  return least === most ? String(most) : `${least} to ${most}`
}

/** "3 or 10" where programs differ. */
function settingOf(programs: ProgramResults[], name: 'rate' | 'liveRuns'): string {
  return [...new Set(programs.flatMap(({ sections }) => sections.accuracy?.[name] ?? []))].toSorted((a, b) => a - b).join(' or ') || none
}

const title: Record<(typeof toolNames)[number], string> = {
  'dead-stores': 'Dead stores (D)',
  'silent-stores': 'Silent stores (R)',
  'redundant-loads': 'Redundant loads (L)',
}

/** Periods of the requested settings, the smallest first. */
function periodEstimates({ estimates }: ToolValidation): Estimate[] {
  const registers = estimates[0]?.settings.registers
  return estimates
    .filter(({ variation, settings }) => (variation === null || variation === 'period') && settings.registers === registers)
    .toSorted((a, b) => a.settings.period - b.settings.period)
}

function fractionTable(results: Array<Measured<'accuracy'>>, tool: (typeof toolNames)[number]): string {
  const periods = periodEstimates(toolOf(results[0]!.result, tool)!).map(({ settings }) => settings.period)
  const rows = results.map(({ name, result }) => {
    const of = toolOf(result, tool)!
    const estimates = periodEstimates(of)
    return [
      name,
      share(of.truth.fraction),
      share(of.truth.freed?.share),
      ...periods.flatMap((period) => {
        const estimate = estimates.find(({ settings }) => settings.period === period)
        return [share(estimate?.summary?.mean), interval(estimate?.runs[0]?.ci95), points(estimate?.summary?.difference)]
      }),
    ]
  })
  const image = `![${title[tool]} of each program: truth and estimates](study/${tool}.svg)`
  return `### ${title[tool]}\n\n${image}\n\n${table(['program', 'truth', 'freed', ...periods.flatMap((period) => [`1 of ${period.toLocaleString('en')}`, 'interval', 'points'])], rows)}`
}

function liveTable(results: Array<Measured<'accuracy'>>, tool: (typeof toolNames)[number]): string {
  const rows = results.flatMap(({ name, result }) => {
    const { live, truth } = toolOf(result, tool)!
    return live === null
      ? []
      : [
          [
            name,
            String(live.traps),
            share(live.fraction),
            interval(live.ci95),
            share(live.driverWeightedTruth),
            points(live.difference),
            share(live.reweighted?.fraction),
            share(truth.fraction),
            points(live.reweighted?.difference),
            share(live.reweighted?.covered),
            leadersText(live.reweighted?.ranks?.leaders) ?? none,
          ],
        ]
  })
  return `### ${title[tool]}, by the clock\n\n${table(['program', 'traps', 'estimate', 'interval', 'its truth', 'points', 'reweighted', 'truth', 'points', 'covered', 'leaders'], rows)}`
}

/** Settings that differ in one way from the requested ones, in the order of the results. */
function settingName({ settings, variation }: Estimate): string {
  switch (variation) {
    case 'period':
    case null:
      return `${settings.registers} registers, 1 of ${settings.period.toLocaleString('en')}`
    case 'registers':
      return `${settings.registers} register${settings.registers === 1 ? '' : 's'}, 1 of ${settings.period.toLocaleString('en')}`
    case 'reservoir':
      return `reservoir: ${settings.reservoir}`
    case 'attribution':
      return `attribution: ${settings.attribution}`
    case 'kernel':
      return 'what system calls do is seen'
  }
}

function settingsSection(results: Array<Measured<'accuracy'>>): string {
  const names = toolOf(results[0]!.result, toolNames[0])!.estimates.map(settingName)
  const column = (tool: string, name: string): number[] =>
    results.flatMap(({ result }) =>
      toolOf(result, tool)!
        .estimates.filter((estimate) => settingName(estimate) === name)
        .flatMap(({ summary }) => summary?.absoluteDifference ?? []),
    )
  const undecided = (name: string): number[] =>
    results.flatMap(({ result }) =>
      toolNames.flatMap((tool) =>
        toolOf(result, tool)!
          .estimates.filter((estimate) => settingName(estimate) === name)
          .flatMap(({ summary }) => summary?.unaccountedShare ?? []),
      ),
    )
  const cell = (values: number[]): string => (values.length === 0 ? none : `${median(values).toFixed(2)}, ${Math.max(...values).toFixed(2)}`)
  const rows = names.map((name) => [name, ...toolNames.map((tool) => cell(column(tool, name))), share(meanOf(undecided(name)))])
  return `## Registers, policies, attribution

Like WITCH's Figure 5 and RDX's Figures 3 and 6: the distance of the estimates from the ground truth in percentage points, median and worst of the programs, each
the mean over the seeds. *Unresolved*: share of the samples that no trap accounts for, mean of all.

${table(['setting', ...toolNames.map((tool) => title[tool]), 'unresolved'], rows)}`
}

function ranksOfPairs(results: Array<Measured<'accuracy'>>): string {
  const cell = (of: ToolValidation): string[] => {
    const runs = (asked(of)?.runs ?? []).flatMap(({ ranks }) => ranks ?? [])
    if (runs.length === 0) return [none, none, none, none]
    const first = runs[0]!
    const missed = meanOf(runs.map(({ setDifference }) => setDifference))!
    return [String(first.pairs), percent(missed / first.pairs, 0), share(of.truth.pairs[LEADING_PAIRS - 1]?.share), leadersText(fewestLeaders(runs)) ?? none]
  }
  const rows = results.map(({ name, result }) => [name, ...toolNames.flatMap((tool) => cell(toolOf(result, tool)!))])
  return `## Order of the pairs

- *Pairs*: the smallest number of pairs of calling contexts that make up 90 % of the waste (at most 1,000).
- *Missed*: the share of them that is not among as many pairs of the estimate, mean of the seeds.
- *Third*: the third largest pair's share of all waste in the ground truth; many pairs are about as large.
- *Leaders*: how many of the ground truth's first three pairs are among the estimate's first five, for the worst seed. In brackets: how often a sampler without any error, whose traps are
  independent draws from the ground truth, finds no more of them with as many traps. Above 5 %, a miss cannot be distinguished from chance.

The period is 1 of ${(asked(toolOf(results[0]!.result, toolNames[0])!)?.settings.period ?? 0).toLocaleString('en')}, 4 registers.

${table(['program', ...toolNames.flatMap((tool) => [`${tool}: pairs`, 'missed', 'third', 'leaders'])], rows)}`
}

export function reuseSections(programs: ProgramResults[]): string[] {
  const results = measured(programs, 'reuse')
  if (results.length === 0) return []
  const first = toolOf(results[0]!.result, 'reuse-distance')!
  const similar = (value: number | undefined): string => (value === undefined ? none : value.toFixed(3))
  const periods = periodEstimates(first).map(({ settings }) => settings.period)
  const distances = table(
    ['program', ...periods.flatMap((period) => [`time, 1 of ${period.toLocaleString('en')}`, 'Ŝ', 'stack', 'Ŝ']), 'model', 'cause of a low S'],
    results.map(({ name, result }) => {
      const of = toolOf(result, 'reuse-distance')!
      const estimates = periodEstimates(of)
      const cells = periods.flatMap((period) => {
        const reuse = estimates.find(({ settings }) => settings.period === period)?.reuse
        return [similar(reuse?.time.s), similar(reuse?.time.smoothed), similar(reuse?.stack.s), similar(reuse?.stack.smoothed)]
      })
      const causes = new Set(estimates.flatMap(({ reuse }) => [reuse?.timeCause, reuse?.stackCause]).filter((cause) => cause !== null && cause !== undefined))
      return [name, ...cells, similar(of.truth.reuse?.modelSimilarity.s), [...causes].join(', ') || none]
    }),
  )
  const names = first.estimates.map(settingName)
  const policies = table(
    ['setting', 'time, median', 'time, worst', 'stack, median', 'stack, worst'],
    names.map((name) => {
      const reuses = results.flatMap(({ result }) =>
        toolOf(result, 'reuse-distance')!
          .estimates.filter((estimate) => settingName(estimate) === name)
          .flatMap(({ reuse }) => reuse ?? []),
      )
      const cells = (values: number[]): string[] => (values.length === 0 ? [none, none] : [similar(median(values)), similar(Math.min(...values))])
      return [name, ...cells(reuses.map(({ time }) => time.s)), ...cells(reuses.map(({ stack }) => stack.s))]
    }),
  )
  return [
    `## Reuse distances

Like RDX's Figures 3, 4, 6, and 7: similarity S of the histograms of ${seedsOf(results)} seeds with the exact ones, and RDX's Ŝ; words of 8 bytes, 20 bins from 4 KiB.
*Model*: S of the stack distances that follow from the exact time distances, which is the error of the conversion alone.

![S of time and stack distances of each program](study/reuse-distance.svg)

${distances}

${policies}`,
  ]
}

export function burstySection(programs: ProgramResults[]): string | null {
  const results = measured(programs, 'bursty')
  if (results.length === 0) return null
  const tablesOf = toolNames.map((tool) => {
    const windows = results[0]!.result.windows.map(({ window }) => window)
    const rows = results.map(({ name, result }) => [
      name,
      share(result.full.fractions[tool]),
      ...burstyBesideFull(result, tool).flatMap(({ difference, order }) => [points(difference), `${order.shared} of ${order.listed}, ${order.sameRank}`]),
    ])
    return `### ${title[tool]}, in windows\n\n${table(['program', 'full', ...windows.flatMap((window) => [`${window}: points`, 'top ten, same rank'])], rows)}`
  })
  return `## Bursty runs compared with full runs

Like LOADSPY's Figure 3 and REDSPY's Table 3: windows of 1, 10, and 50 million instructions, with 99 million skipped in between. *Top ten*: how many of the full run's
first ten pairs are among the windows' first ten, and how many of them have the same rank. The runs are short: the first window alone is a large part of them.

${tablesOf.join('\n\n')}`
}

export function deviationSection(programs: ProgramResults[]): string | null {
  const results = measured(programs, 'deviation')
  if (results.length === 0) return null
  const rows = results.map(({ name, result }) => [
    name,
    ...toolNames.flatMap((tool) => [
      points(runToRun(result, tool)).replace('+', ''),
      String(Math.round(meanOf(result.runs.map(({ samples }) => samples[tool] ?? 0)) ?? 0)),
    ]),
  ])
  const worst = [
    'worst',
    ...toolNames.flatMap((tool) => {
      const values = results.flatMap(({ result }) => runToRun(result, tool) ?? [])
      return [values.length === 0 ? none : Math.max(...values).toFixed(2), '']
    }),
  ]
  return `## From run to run

Standard deviation of the fraction over ${results[0]!.result.runs.length} native recordings at ${results[0]!.result.rate} samples per second of CPU time, in percentage points, and the samples of one run. WITCH reports at most
2.27, 1.89, and 0.77 points, for runs of minutes. With 400 independent samples, half of them waste, chance alone causes 2.5 points.

${table(['program', ...toolNames.flatMap((tool) => [title[tool], 'samples'])], [...rows, worst])}`
}

export function ranksSection(programs: ProgramResults[]): string | null {
  const results = measured(programs, 'ranks')
  if (results.length === 0) return null
  const rows = results.flatMap(({ name, result }) =>
    toolNames.map((tool) => [name, String(result.ranks), tool, share(result.exact[tool]), share(result.sampled[tool]), String(result.samples[tool] ?? 0)]),
  )
  return `## Under mpirun

In one run all ranks were counted; in another all ranks were sampled by the clock. Time-weighted fractions are not expected to equal counted ones. A rank that waits
for a message polls for it, and polls longer if the others take longer. So its waiting is a larger part of the counts under the exhaustive engine than natively.

${table(['program', 'ranks', 'tool', 'counted', 'sampled', 'samples'], rows)}`
}
