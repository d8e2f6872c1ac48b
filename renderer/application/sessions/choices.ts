/** Checks kept choices, and makes them again. Loaded where there are some, to keep the first page small. */
import { ADVICE_CLASSES } from '../../../shared/advice/advice.ts'
import { CONVERSIONS } from '../../../shared/report.ts'
import { VALUE_CLASSES } from '../../../shared/profile/value_names.ts'
import type { ProfileSummary } from '../../../shared/rpc/contract.ts'
import type { PairColumn, PairFilter, PairGroup } from '../../../shared/rpc/pairs.ts'
import type { TraceColour } from '../../../shared/rpc/trace.ts'
import type { Tool } from '../../../shared/run.ts'
import type { MetricColumn, TreeKind } from '../../../shared/rpc/trees.ts'
import type { ValueColumn, ValueKind } from '../../../shared/values.ts'
import type { ChartChoices } from '../../charts/chart_choices.ts'
import { patternProblem } from '../../components/pattern.ts'
import { noteWords } from '../../format/note_words.ts'
import { pairGroupings } from '../../pairs/pair_groupings.ts'
import { leastBins, mostBins } from '../../reuse/reuse_choices.ts'
import type { ValueSection } from '../../values/value_model.ts'
import type { Application } from '../application.ts'
import { createToolViews } from '../profiles.ts'
import type { OpenProfile, ToolViews } from '../state.ts'
import type { Choices } from './session.ts'

/** Whether stored data is what it should be. */
type Check = (value: unknown) => boolean

const isFlag: Check = (value) => typeof value === 'boolean'
const isText: Check = (value) => typeof value === 'string' && value.length < 10_000
const isAmount: Check = (value) => typeof value === 'number' && value >= 0 && Number.isFinite(value)
const isIndex: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const isOneOf =
  (values: Iterable<unknown>): Check =>
  (value) =>
    [...values].includes(value)
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
/** An object with just these fields. */
const isRecord =
  (fields: Record<string, Check>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).every((name) => Object.hasOwn(fields, name)) &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]))
const both =
  (one: Check, other: (value: never) => boolean): Check =>
  (value) =>
    one(value) && other(value as never)

/** Every name of a type. */
const names = <Name extends string>(all: Record<Name, true>): Name[] => Object.keys(all) as Name[]

const metricColumns = names<Exclude<MetricColumn, 'formula'>>({
  wasteInclusive: true,
  useInclusive: true,
  fractionInclusive: true,
  wasteShareInclusive: true,
  wasteExclusive: true,
  useExclusive: true,
  fractionExclusive: true,
  wasteShareExclusive: true,
  runCostInclusive: true,
  runCostExclusive: true,
  runCostWaiting: true,
  traps: true,
  name: true,
})
const pairColumns = names<PairColumn>({
  advice: true,
  distance: true,
  tool: true,
  object: true,
  waste: true,
  use: true,
  traps: true,
  shareOfWaste: true,
  shareOfTotal: true,
  source: true,
  target: true,
  relation: true,
})
const valueColumns = names<ValueColumn>({
  executions: true,
  inv1: true,
  inv5: true,
  mrv1: true,
  zero: true,
  estimated: true,
  role: true,
  type: true,
  subject: true,
  place: true,
})
const valueKinds = names<ValueKind>({ instructions: true, loads: true, stores: true, results: true, parameters: true, operands: true })
const sections = names<ValueSection>({ tables: true, lines: true, functions: true, summary: true, advice: true, compare: true })
const pairSides = names<PairFilter['side']>({ either: true, source: true, target: true })
const colours = names<TraceColour>({ function: true, region: true, waste: true })

const place = orNull(isText)
/** As the host made it. */
const isGroup = isRecord({
  key: isText,
  source: place,
  target: place,
  object: place,
  advice: place,
  pairs: isIndex,
  waste: isAmount,
  use: isAmount,
  traps: isAmount,
  shareOfWaste: orNull(isAmount),
  shareOfTotal: isAmount,
  heaviest: isIndex,
} satisfies Record<keyof PairGroup, Check>)
const isSearch = ({ search, regularExpression }: { search: string; regularExpression: boolean }): boolean =>
  !regularExpression || patternProblem(search) === null
const isSpan = ({ from, to }: { from: number; to: number }): boolean => from < to

/** Stored data may be damaged or come from another version of Hagstone. @param formulas of the columns that trees have now */
export function areChoices(kept: unknown, { run, threads }: ProfileSummary, formulas: readonly string[]): kept is Choices {
  const isTool = isOneOf(run.tools)
  const isTime = both(isRecord({ from: isAmount, to: isAmount }), isSpan)
  const plainSort = isRecord({ column: isOneOf(metricColumns), descending: isFlag, tool: optional(isTool) })
  const formulaSort = isRecord({ column: isOneOf(['formula']), descending: isFlag, formula: isOneOf(formulas) })
  const isSort: Check = (value) => plainSort(value) || formulaSort(value)
  const isThread: Check = (value) => isIndex(value) && (value as number) < threads.length
  const toolChoices = {
    pairs: isRecord({
      filter: both(
        isRecord({
          wastefulOnly: isFlag,
          search: isText,
          regularExpression: isFlag,
          side: isOneOf(pairSides),
          triage: isOneOf([null, 'open', 'noted']),
          advice: isOneOf([null, 'small', ...ADVICE_CLASSES]),
        }),
        isSearch,
      ),
      sort: isRecord({ column: isOneOf(pairColumns), descending: isFlag }),
      grouping: optional(isOneOf([null, ...pairGroupings.keys()])),
      openedGroup: optional(isRecord({ by: isOneOf([...pairGroupings.keys()]), group: isGroup })),
    }),
    sorts: isRecord({ 'top-down': isSort, 'bottom-up': isSort, flat: isSort }),
  }
  const isOfTool = isRecord(toolChoices)
  const isOfTools: Check = (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length > 0 &&
    Object.entries(value).every(([tool, choices]) => isTool(tool) && isOfTool(choices))
  const isSound = isRecord({
    ...toolChoices,
    others: optional(isOfTools),
    search: orNull(
      both(isRecord({ text: isText, regularExpression: isFlag }), ({ text, regularExpression }: NonNullable<Choices['search']>) =>
        isSearch({ search: text, regularExpression }),
      ),
    ),
    findings: both(
      isRecord({ search: isText, regularExpression: isFlag, tool: orNull(isTool), triage: isOneOf([null, 'open', ...Object.keys(noteWords)]) }),
      isSearch,
    ),
    values: isRecord({
      filter: both(
        isRecord({
          kind: isOneOf(valueKinds),
          instructionClass: isOneOf([null, ...VALUE_CLASSES]),
          search: isText,
          regularExpression: isFlag,
          leastShare: optional(both(isAmount, (share: number) => share <= 1)),
        }),
        isSearch,
      ),
      sort: isRecord({ column: isOneOf(valueColumns), descending: isFlag }),
      section: isOneOf(sections),
      groupKind: optional(isOneOf(valueKinds)),
      summaryKind: optional(orNull(isOneOf(valueKinds))),
    }),
    reuse: isRecord({
      measure: isOneOf(['time', 'stack']),
      of: isOneOf(['program', 'pair', 'object']),
      object: orNull(isIndex),
      scale: isOneOf(['linear', 'log']),
      conversion: isOneOf(CONVERSIONS),
      accessRate: isText,
      firstBin: orNull(both(isAmount, (end: number) => end > 0)),
      binCount: both(isIndex, (count: number) => count >= leastBins && count <= mostBins),
      cacheSize: isText,
    }),
    charts: optional(
      isRecord({
        timelineOf: isOneOf(['program', 'pair']),
        threadsOf: isOneOf(['program', 'context']),
        threadOrder: isOneOf(['number', 'amount']),
        timelineRange: optional(
          orNull(both(isRecord({ tool: isTool, first: isIndex, last: isIndex }), ({ first, last }: { first: number; last: number }) => first <= last)),
        ),
      } satisfies Record<keyof ChartChoices, Check>),
    ),
    trace: orNull(
      both(
        isRecord({
          from: isAmount,
          to: isAmount,
          firstLane: isIndex,
          lastLane: isIndex,
          depth: both(isIndex, (depth: number) => depth > 0),
          colour: isOneOf(colours),
          cursor: orNull(isRecord({ time: isAmount, lane: isIndex })),
          selected: orNull(isTime),
          selectedLanes: orNull(isRecord({ first: isIndex, last: isIndex })),
        }),
        ({ from, to, firstLane, lastLane }: NonNullable<Choices['trace']>) => from < to && firstLane < lastLane && lastLane <= threads.length,
      ),
    ),
    disassembly: isFlag,
    part: orNull(
      isRecord({ time: orNull(isTime), threads: orNull((value) => Array.isArray(value) && value.length > 0 && value.every((thread) => isThread(thread))) }),
    ),
  })
  return isSound(kept)
}

/** Makes choices in views that have asked for nothing yet. */
function chooseInTool(views: ToolViews, { pairs, sorts }: Pick<Choices, 'pairs' | 'sorts'>): void {
  views.pairs.filter = { ...views.pairs.noFilter, ...pairs.filter }
  views.pairs.sort = pairs.sort
  if (pairs.grouping !== undefined) views.pairs.restoreGrouping(pairs.grouping)
  if (pairs.openedGroup !== undefined) views.pairs.restoreGroup(pairs.openedGroup.by, pairs.openedGroup.group)
  for (const kind of Object.keys(sorts) as TreeKind[]) views.trees[kind].sort = sorts[kind]
}

/** Makes choices in a profile whose views have asked for nothing yet. @returns the profile with those that are its own */
export function withChoices<Profile extends OpenProfile>(application: Application, open: Profile, choices: Choices): Profile {
  const { others = {}, findings, values, reuse, charts = open.charts, trace, disassembly } = choices
  chooseInTool(open, choices)
  const leftViews = new Map(open.leftViews)
  for (const tool of Object.keys(others) as Tool[]) {
    const views = leftViews.get(tool) ?? createToolViews(application, open.summary, tool, open.shape)
    chooseInTool(views, others[tool]!)
    leftViews.set(tool, views)
  }
  open.findings.filterBy(findings)
  Object.assign(open.values, values)
  return { ...open, leftViews, reuse, charts, trace, disassembly }
}
