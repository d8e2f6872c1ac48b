/** Prints a tree view as text, so that a test is readable at a glance. */
import type { TreeRow } from '../../../../shared/rpc/trees.ts'
import { baseName } from '../../../../shared/profile/frames.ts'
import type { TreeView } from './tree_view.ts'

/** One line per visible row: mark, label, call site, then inclusive waste/use and, if any, exclusive waste/use. */
export function printTree(view: TreeView): string {
  return `\n${view
    .window(0, view.rowCount)
    .rows.map((row) => `${'  '.repeat(row.depth)}${printRow(row)}\n`)
    .join('')}`
}

function printRow(row: TreeRow): string {
  const mark = row.expandable ? (row.expanded ? '▾' : '▸') : '·'
  const arrow = row.link ? `${row.link.outgoing ? '→' : '←'}${row.link.relation} ` : ''
  const call = row.callSite?.file ? ` @${baseName(row.callSite.file)}:${row.callSite.line}` : ''
  const { wasteInclusive, useInclusive, wasteExclusive, useExclusive } = row.metrics
  const own = wasteExclusive + useExclusive > 0 ? ` own ${wasteExclusive}/${useExclusive}` : ''
  return `${mark} ${arrow}${row.kind === 'inlined' ? '~' : row.kind === 'tail-call' ? '^' : ''}${row.label}${call} ${wasteInclusive}/${useInclusive}${own}${row.matched ? ' *' : ''}`
}
