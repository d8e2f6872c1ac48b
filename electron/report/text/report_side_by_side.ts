/**
 * Tree and functions with the numbers of several tools side by side: each measured every access of the same run, so a
 * row shows at a glance its kinds of waste. Each tool's shares are of its own waste + use.
 */
import type { NodeSums } from '../../../shared/metrics/node_sums.ts'
import { fraction, type TotalsByTool } from '../../../shared/metrics/totals.ts'
import { counted } from '../../../shared/names/counted.ts'
import { treeOf, treeSums } from '../../../shared/metrics/tree_sums.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import type { Tool } from '../../../shared/run.ts'
import { functionPlace, functionsSideBySide } from '../flat.ts'
import { fit, percentText } from '../format.ts'
import { foldedTree } from './report_tree.ts'

/** Columns that each tool takes: share of waste and fraction. */
const FIGURE = 8
const GROUP = 2 * FIGURE + 2
/** Columns left for the names of rows; with less the tools come one after another. */
const NARROWEST_NAMES = 24

/** Whether the tools fit side by side. */
export function fitsSideBySide(tools: readonly Tool[], width: number): boolean {
  return tools.length > 1 && tools.length * GROUP + NARROWEST_NAMES <= width
}

export function treeSideBySide(profile: ProfileTables, tools: readonly Tool[], width: number): string[] {
  const tree = treeOf(profile)
  const columns = tools.map((tool) => treeSums(profile, tree, tool))
  const waste = (sums: NodeSums, row: number): number => sums.value(row, 'wasteInclusive')
  const used = (sums: NodeSums, row: number): number => sums.value(row, 'useInclusive')
  const decided = (sums: NodeSums, row: number): number => waste(sums, row) + used(sums, row)
  const [total, allWaste] = [columns.map((sums) => decided(sums, 0)), columns.map((sums) => waste(sums, 0))]
  if (total.every((amount) => amount === 0)) return ['No outcome is known, so there is no tree to show.']
  const largest = (value: (sums: NodeSums) => number): number =>
    columns.reduce((most, sums, i) => Math.max(most, total[i]! > 0 ? value(sums) / total[i]! : 0), 0)
  const share = (row: number): number => largest((sums) => decided(sums, row))
  return foldedTree(profile, tree, {
    header: header(tools, 'context'),
    share,
    wasteShare: (row) => Math.max(...columns.map((sums, i) => waste(sums, row) / (allWaste[i]! || 1))),
    compare: (a, b) => largest((sums) => waste(sums, a)) - largest((sums) => waste(sums, b)) || share(a) - share(b),
    cells: (row) => columns.map((sums, i) => figures(waste(sums, row), used(sums, row), total[i]!, row === 0 || knowsUse(tools[i]!))).join('  '),
    width,
  })
}

/** Functions by their own lines. */
export function flatSideBySide(profile: ProfileTables, totals: TotalsByTool, tools: readonly Tool[], top: number, width: number): string[] {
  const rows = functionsSideBySide(profile, tools, totals)
  const total = tools.map((tool) => (totals[tool]?.waste ?? 0) + (totals[tool]?.use ?? 0))
  const lines = rows.slice(0, top).map((row) => {
    const cells = tools
      .map((tool, i) => figures(row.tools[tool]?.wasteExclusive ?? 0, row.tools[tool]?.useExclusive ?? 0, total[i]!, knowsUse(tool)))
      .join('  ')
    return `${cells}  ${fit(`${row.name}  ${functionPlace(row, profile.files)}`, width - cells.length - 2)}`
  })
  return [
    ...header(tools, 'function, own lines'),
    ...lines,
    ...(rows.length > top ? [`${counted(rows.length - top, 'more function')} (--top ${rows.length} shows all)`] : []),
  ]
}

function header(tools: readonly Tool[], names: string): string[] {
  return [
    tools
      .map((tool) => tool.padEnd(GROUP - 1))
      .join(' ')
      .trimEnd(),
    `${tools.map(() => `${'waste'.padStart(FIGURE)}${'frac.'.padStart(FIGURE)}`).join('  ')}  ${names}`,
  ]
}

function figures(waste: number, use: number, total: number, hasFraction: boolean): string {
  return `${shareText(total > 0 ? waste / total : null).padStart(FIGURE)}${shareText(hasFraction ? fraction(waste, use) : null).padStart(FIGURE)}`
}

/** Loads that repeat nothing are known of objects, not of places in the program. */
function knowsUse(tool: Tool): boolean {
  return tool !== 'spatial-loads'
}

/** Small shares need no extra digits beside larger ones. */
function shareText(share: number | null): string {
  return share !== null && share > 0 && share < 0.001 ? '< 0.1 %' : percentText(share)
}
