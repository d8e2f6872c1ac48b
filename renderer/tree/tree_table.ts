/** The rows of a tree that its view shows, as a table for CSV and Markdown. */
import type { Rows } from '../../shared/tables/table_text.ts'
import type { TreeModel } from './tree_model.ts'

/** Rows that are folded are not among them. Amounts are in `unit`; of links those of their pair. */
export async function treeTable(tree: TreeModel, unit: string): Promise<Rows> {
  const titles = ['level', 'context', 'relation', 'file', 'line', ...['waste', 'use', 'own waste', 'own use'].map((title) => `${title} (${unit})`), 'traps']
  const rows = await tree.pager.everyRow()
  return [
    titles,
    ...rows.map(({ depth, label, link, file, line, metrics }) => [
      depth,
      label,
      link?.relation ?? '',
      file,
      line,
      metrics.wasteInclusive,
      metrics.useInclusive,
      metrics.wasteExclusive,
      metrics.useExclusive,
      metrics.traps,
    ]),
  ]
}
