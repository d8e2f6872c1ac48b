/** The view state of a profile, and the choices of a person that are kept with it. */
import type { PairId } from '../../../shared/rpc/identifiers.ts'
import type { PairFilter, PairGroup, PairGrouping } from '../../../shared/rpc/pairs.ts'
import type { Sort, TreeKind } from '../../../shared/rpc/trees.ts'
import type { Tool } from '../../../shared/run.ts'
import type { ValueFilter, ValueKind } from '../../../shared/values.ts'
import type { FindingFilter } from '../../findings/finding_filter.ts'
import type { ChartChoices } from '../../charts/chart_choices.ts'
import type { FlameChoices } from '../../flame/flame_choices.ts'
import type { PairSort } from '../../pairs/pair_model.ts'
import type { ReuseChoices } from '../../reuse/reuse_choices.ts'
import type { TraceChoices } from '../../trace/trace_viewport.ts'
import type { ValueSection, ValueSort } from '../../values/value_model.ts'
import type { ChosenShape, OpenProfile, ProfileView, RunPart, ToolViews } from '../state.ts'

/** What a place in the browser's history shows of a profile. */
export interface ViewState {
  /** Tells another run that was recorded under the same path. */
  startedAt: string
  tool: Tool
  view: ProfileView
  shape: ChosenShape
  flame: FlameChoices
  pair: PairId | null
}

export interface Session extends ViewState {
  /** Absent: kept by an earlier version. */
  choices?: Choices
}

/** Choices for the pairs and trees of one tool. */
interface ToolChoices {
  pairs: {
    filter: Pick<PairFilter, 'wastefulOnly' | 'search' | 'regularExpression' | 'side' | 'triage' | 'advice'>
    sort: PairSort
    /** Null: each pair alone; absent: not chosen. */
    grouping?: PairGrouping | null
    /** The group whose pairs alone are listed; absent: none, or the views are of a part of the run, which numbers its groups anew. */
    openedGroup?: { by: PairGrouping; group: PairGroup }
  }
  sorts: Record<TreeKind, Sort>
}

/** Choices that Back does not take back: of the shown tool, as far as tools have their own. */
export interface Choices extends ToolChoices {
  /** Of tools that were shown before; absent: none was. */
  others?: Partial<Record<Tool, ToolChoices>>
  /** In the tree that is shown; null: none. */
  search: { text: string; regularExpression: boolean } | null
  findings: FindingFilter
  /** The kinds are absent in what an earlier version kept. */
  values: { filter: ValueFilter; sort: ValueSort; section: ValueSection; groupKind?: ValueKind; summaryKind?: ValueKind | null }
  reuse: ReuseChoices
  /** Absent: kept by an earlier version. */
  charts?: ChartChoices
  trace: TraceChoices | null
  disassembly: boolean
  /** The part of the run that all views are of; null: all of it. */
  part: RunPart | null
}

export function viewStateOf({ summary, tool, view, shape, flame, selection }: OpenProfile): ViewState {
  return { startedAt: summary.run.startedAt, tool, view, shape, flame, pair: selection?.pair ?? null }
}

function toolChoicesOf({ pairs, trees }: ToolViews, withGroup: boolean): ToolChoices {
  const { openedGroup, groups } = pairs
  const { wastefulOnly, search, regularExpression, side, triage = null, advice = null } = pairs.filter
  return {
    pairs: {
      filter: { wastefulOnly, search, regularExpression, side, triage, advice },
      sort: pairs.sort,
      ...(pairs.chosenGrouping === undefined ? {} : { grouping: pairs.chosenGrouping }),
      ...(openedGroup === null || groups.by === null || !withGroup ? {} : { openedGroup: { by: groups.by, group: openedGroup } }),
    },
    sorts: { 'top-down': trees['top-down'].sort, 'bottom-up': trees['bottom-up'].sort, flat: trees.flat.sort },
  }
}

/** @param withGroups also the opened groups of pairs, which are numbered anew in each part of a run */
export function choicesOf(open: OpenProfile, withGroups = (open.part ?? null) === null): Choices {
  const { tool, leftViews, view, trees, findings, values, reuse, charts, trace, disassembly, part = null } = open
  const searched = view in trees ? trees[view as TreeKind].search : null
  const others = [...leftViews].filter(([other]) => other !== tool).map(([other, views]) => [other, toolChoicesOf(views, withGroups)] as const)
  return {
    ...toolChoicesOf(open, withGroups),
    ...(others.length === 0 ? {} : { others: Object.fromEntries(others) }),
    search: searched === null || searched.text === '' ? null : { text: searched.text, regularExpression: searched.regularExpression },
    findings: findings.state.getState().filter,
    values: { filter: values.filter, sort: values.sort, section: values.section, groupKind: values.groupKind, summaryKind: values.summaryKind },
    reuse,
    charts: part === null ? charts : { ...charts, timelineRange: null },
    trace: trace ?? null,
    disassembly,
    part: part === null ? null : { time: part.time, threads: part.threads },
  }
}
