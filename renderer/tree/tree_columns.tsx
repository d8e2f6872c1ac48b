import { measuredPart, type MeasuredPart } from '../../shared/outcome.ts'
import type { RunCostTotal } from '../../shared/metrics/run_cost.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { MetricColumn, NodeMetrics, TreeKind, TreeRow } from '../../shared/rpc/trees.ts'
import type { RunDescription, Tool, Totals } from '../../shared/run.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import { countText } from '../format/quantities.ts'
import type { FormulaColumn } from '../application/preferences.ts'
import type { GridColumn } from '../grid/columns.ts'
import { evidenceBasis, evidenceWords, shareEvidence } from '../tools/evidence.ts'
import { ofPart, partClass } from '../tools/measured_columns.ts'
import { isNeutral, toolWords } from '../tools/tools.ts'
import { shareOfWhole, wasteWhole, wholeDescription, type ShareOf, type WasteWhole } from '../tools/waste_whole.ts'
import { runCostColumns } from './run_cost_columns.tsx'
import { formulaColumn, wholeOf } from './formula_column.tsx'
import { toolColumns } from './tool_columns.tsx'
import { TreeLabel } from './TreeLabel.tsx'

export interface TreeScale {
  tool: Tool
  run: RunDescription
  totals: Partial<Record<Tool, Totals>>
  /** 100 % of the columns with shares of waste. */
  whole: WasteWhole
  totalTraps: number
  /** The denominator of a tool's shares; null: everything. */
  partOf: (tool: Tool) => MeasuredPart | null
  /** Cost of the whole run; null if rows have none. */
  runCost: RunCostTotal | null
  /** The tool distinguishes no waste and use: only observations count. */
  neutral: boolean
  /** Waste is not charged to the earlier access, or is of some threads only: use is unknown. */
  charged: boolean
  /** Rows show their own accesses first: in all views except top-down. */
  own: boolean
}

export function treeScale(
  { totals, run, runCost, stats, lacking }: Pick<ProfileSummary, 'totals' | 'run' | 'runCost' | 'stats' | 'lacking'>,
  tool: Tool,
  charged: boolean,
  ofThreads: boolean,
  kind: TreeKind,
  shareOf: ShareOf,
): TreeScale {
  return {
    tool,
    runCost: ofThreads ? null : runCost,
    run,
    totals,
    charged,
    own: kind !== 'top-down',
    whole: wasteWhole({ totals, run, runCost }, tool, shareOf),
    totalTraps: totals[tool]?.traps ?? 0,
    partOf: (each) => measuredPart({ totals, run, stats, ...(lacking === undefined ? {} : { lacking }) }, each),
    neutral: isNeutral(tool),
  }
}

function fraction(waste: number, use: number): number | null {
  return waste + use === 0 ? null : waste / (waste + use)
}

/** CSS pixels of a column's title with the sort arrow. */
function headWidth(title: string): number {
  return title.length * 7 + 29
}

/** CSS pixels by which the title of an own share is wider than that of an inclusive one. */
const WIDER_OWN = 40

/**
 * Ids of columns, in the order in which they are hidden for lack of room; unlisted columns are hidden first.
 * @param tools of the columns that stand side by side
 */
function byImportance(own: boolean, tools: string[]): string[] {
  const [main, other] = own ? ['Exclusive', 'Inclusive'] : ['Inclusive', 'Exclusive']
  return [
    ...['use', 'fraction', 'waste', 'runCost', 'wasteShare'].map((metric) => `${metric}${other}`),
    'traps',
    'runCostWaiting',
    ...['use', 'fraction', 'waste', 'runCost'].map((metric) => `${metric}${main}`),
    ...tools,
    `wasteShare${main}`,
  ]
}

/** Estimates a row's own traps: the host sends inclusive traps, which are divided like the row's amounts. */
function ownTraps({ traps, wasteInclusive, useInclusive, wasteExclusive, useExclusive }: NodeMetrics): number {
  const inclusive = wasteInclusive + useInclusive
  return inclusive === 0 ? 0 : Math.round((traps * (wasteExclusive + useExclusive)) / inclusive)
}

/** All metric columns of windows.md: waste, use and fraction, inclusive and exclusive, and the share of all waste. */
export function treeColumns(
  { tool, run, totals, whole, totalTraps, partOf, runCost, neutral, charged, own }: TreeScale,
  formulas: readonly FormulaColumn[],
  search: RegExp | null,
): Array<GridColumn<TreeRow>> {
  const { unit } = run
  const words = evidenceWords(run)
  const basis = evidenceBasis(run, totals[tool])
  const ofWaste = (waste: number, traps: number): string => shareEvidence(basis, share(waste), traps, whole.evidence)
  const part = partOf(tool)
  const others = toolColumns(tool, run, totals, partOf)
  // With several tools side by side, there is room only for the waste of each.
  const sideBySide = others.some((column) => column.hiddenAtFirst !== true)
  const share = (waste: number): number | null => shareOfWhole(waste, whole)
  const metric = (
    id: MetricColumn,
    title: string,
    description: string,
    width: number,
    rest: Pick<GridColumn<TreeRow>, 'render' | 'bar' | 'hiddenAtFirst'>,
  ): GridColumn<TreeRow> => ({
    id,
    title,
    description,
    width,
    minimumWidth: 48,
    alignment: 'end',
    sortable: true,
    descendingFirst: true,
    ...rest,
  })
  const name: GridColumn<TreeRow> = {
    id: 'name',
    title: 'context',
    description: 'Calling context; below an access, links to the other side of its pairs',
    // Contexts of real programs are deep, and the pair is at their end.
    width: 304 - (own ? WIDER_OWN : 0),
    ...(sideBySide ? { narrowestBeside: 230 } : {}),
    minimumWidth: 140,
    alignment: 'start',
    flexible: true,
    fixed: true,
    sortable: true,
    descendingFirst: false,
    render: (row) => <TreeLabel row={row} search={search} />,
  }
  const traps = metric('traps', words.title, words.description, words.title.length * 7 + 29, { render: ({ metrics }) => countText(metrics.traps) })
  const importance = byImportance(
    own,
    others.filter((column) => column.hiddenAtFirst !== true).map(({ id }) => id),
  )
  const ranked = (columns: Array<GridColumn<TreeRow>>): Array<GridColumn<TreeRow>> =>
    columns.map((column) => (importance.includes(column.id) ? { ...column, importance: importance.indexOf(column.id) } : column))
  const timed = runCost === null ? [] : runCostColumns(runCost, own)
  if (neutral) {
    const shareOfAll = (reuses: number): number => (totalTraps === 0 ? 0 : reuses / totalTraps)
    const below = {
      ...traps,
      title: 'reuses',
      description: 'Observed reuses of the row and everything below it',
      width: 96,
      bar: ({ metrics }: TreeRow) => ({ share: shareOfAll(metrics.traps), meaning: 'use' as const }),
    }
    // This tool's traps are stored as its use.
    const alone = metric('useExclusive', 'own reuses', 'Observed reuses of the row itself', 104, {
      render: ({ metrics }) => countText(metrics.useExclusive),
      bar: ({ metrics }) => ({ share: shareOfAll(metrics.useExclusive), meaning: 'use' }),
    })
    return ranked([name, ...timed, ...(own ? [alone, { ...below, hiddenAtFirst: true }] : [below, { ...alone, hiddenAtFirst: true }]), ...others])
  }
  const shareInclusive = metric(
    'wasteShareInclusive',
    whole.title,
    ofPart(wholeDescription('Waste of the row and everything below it', whole), part),
    headWidth(whole.title),
    {
      hiddenAtFirst: own,
      render: ({ metrics }) => (
        <span className={partClass(part)}>
          <Percent share={share(metrics.wasteInclusive)} of={whole.words} evidence={ofWaste(metrics.wasteInclusive, metrics.traps)} />
        </span>
      ),
      bar: ({ metrics }) => ({ share: share(metrics.wasteInclusive) ?? 0, meaning: 'waste' }),
    },
  )
  const shareExclusive = metric(
    'wasteShareExclusive',
    whole.ownTitle,
    ofPart(wholeDescription('Waste of the row itself', whole), part),
    headWidth(whole.ownTitle),
    {
      hiddenAtFirst: !own,
      render: ({ metrics }) => (
        <span className={partClass(part)}>
          <Percent share={share(metrics.wasteExclusive)} of={whole.words} evidence={ofWaste(metrics.wasteExclusive, ownTraps(metrics))} />
        </span>
      ),
      bar: ({ metrics }) => ({ share: share(metrics.wasteExclusive) ?? 0, meaning: 'waste' }),
    },
  )
  const shares = own ? [shareExclusive, shareInclusive] : [shareInclusive, shareExclusive]
  const columns = [
    name,
    ...timed,
    ...shares,
    metric('wasteInclusive', 'waste', 'Wasted accesses of the row and everything below it', 72, {
      render: ({ metrics }) => <Amount value={metrics.wasteInclusive} unit={unit} />,
    }),
    metric('useInclusive', 'use', 'Useful accesses, of the row and everything below it', 72, {
      hiddenAtFirst: sideBySide || timed.length > 0,
      render: ({ metrics }) => <Amount value={metrics.useInclusive} unit={unit} />,
    }),
    metric('fractionInclusive', 'fraction', ofPart('waste / (waste + use) of the row and everything below it', part), 72, {
      hiddenAtFirst: own,
      render: ({ metrics }) => (
        <span className={partClass(part)}>
          <Percent
            share={fraction(metrics.wasteInclusive, metrics.useInclusive)}
            of={`the accesses in the row and below it checked for ${toolWords[tool].name}`}
            evidence={shareEvidence(basis, fraction(metrics.wasteInclusive, metrics.useInclusive), metrics.traps)}
          />
        </span>
      ),
      bar: ({ metrics }) => ({ share: fraction(metrics.wasteInclusive, metrics.useInclusive) ?? 0, meaning: 'waste' }),
    }),
    metric('wasteExclusive', 'own waste', 'Wasted accesses of the row itself', 102, {
      hiddenAtFirst: sideBySide && !own,
      render: ({ metrics }) => <Amount value={metrics.wasteExclusive} unit={unit} />,
    }),
    metric('useExclusive', 'own use', 'Useful accesses, of the row alone', 88, {
      hiddenAtFirst: true,
      render: ({ metrics }) => <Amount value={metrics.useExclusive} unit={unit} />,
    }),
    metric('fractionExclusive', 'own fraction', ofPart('waste / (waste + use) of the row itself', part), 88, {
      hiddenAtFirst: !own,
      render: ({ metrics }) => (
        <span className={partClass(part)}>
          <Percent
            share={fraction(metrics.wasteExclusive, metrics.useExclusive)}
            of={`the accesses in the row alone checked for ${toolWords[tool].name}`}
            evidence={shareEvidence(basis, fraction(metrics.wasteExclusive, metrics.useExclusive), ownTraps(metrics))}
          />
        </span>
      ),
      bar: ({ metrics }) => ({ share: fraction(metrics.wasteExclusive, metrics.useExclusive) ?? 0, meaning: 'waste' }),
    }),
    ...formulas.flatMap((formula) => formulaColumn(formula, unit, wholeOf(totals[tool]), basis) ?? []),
    ...others,
    { ...traps, hiddenAtFirst: sideBySide },
  ]
  return ranked(charged ? columns.filter(({ id }) => !/use|fraction/i.test(id)) : columns)
}
