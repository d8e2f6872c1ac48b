/** The visible part of a subtree as readable text for an issue. */
import type { TreeRow } from '../../../../shared/rpc/trees.ts'
import { amountText, changeText, costText, percentText, relativeText } from '../../../report/format.ts'
import { toolTotal, type LoadedProfile } from '../loaded_profile.ts'
import { shortPath } from '../../../../shared/names/short_paths.ts'
import type { TreeView } from './tree_view.ts'

const MOST_LINES = 2000

export function treeText(view: TreeView, index: number, loaded: LoadedProfile): string {
  const { rows, leftOut } = view.subtree(index, MOST_LINES)
  const total = toolTotal(loaded)
  const share = (amount: number): string => percentText(total > 0 ? amount / total : null).padStart(7)
  const top = rows[0]!.depth
  if (rows[0]!.compared) return comparedText(rows, leftOut, loaded)
  const lines = rows.map(
    (row) => `${share(row.metrics.wasteInclusive)} ${share(row.metrics.useInclusive)}  ${'  '.repeat(row.depth - top)}${rowText(row, loaded.profile.files)}`,
  )
  const header = `${'waste'.padStart(7)} ${'used'.padStart(7)}`
  return [header, ...lines, ...(leftOut > 0 ? [`… ${leftOut} more rows`] : []), ''].join('\n')
}

/** Waste of both runs. */
function comparedText(rows: TreeRow[], leftOut: number, { profile }: LoadedProfile): string {
  const { run, files } = profile
  const measure = run.engine === 'exhaustive' ? 'instructions' : 'cpu-time'
  const spentCells = ({ compared }: TreeRow): string[] =>
    compared?.runCost === undefined
      ? []
      : [`${costText(compared.runCost.inclusive.old, measure)} → ${costText(compared.runCost.inclusive.new, measure)}`.padStart(20)]
  const top = rows[0]!.depth
  const lines = rows.map((row) => {
    const { old, new: recent, change } = row.compared!.wasteInclusive
    const cells = [amountText(old, run.unit), amountText(recent, run.unit), changeText(change, run.unit), relativeText(row.compared!.wasteInclusive)].map(
      (cell) => cell.padStart(9),
    )
    return `${[...cells, ...spentCells(row)].join(' ')}  ${'  '.repeat(row.depth - top)}${rowText(row, files)}`
  })
  const spent = rows.some(({ compared }) => compared?.runCost !== undefined)
    ? ` ${(profile.run.engine === 'exhaustive' ? 'instructions' : 'CPU time').padStart(30)}`
    : ''
  const header = `${['old', 'new', 'change'].map((title) => title.padStart(9)).join(' ')}${spent}`
  return [header, ...lines, ...(leftOut > 0 ? [`… ${leftOut} more rows`] : []), ''].join('\n')
}

function rowText({ kind, label, apart, link, callSite }: TreeRow, files: readonly string[]): string {
  if (link) return `${link.outgoing ? '↳ ' : '↰ '}${link.outgoing ? link.relation : `earlier side of ${link.relation}`} ${label}`
  const place = callSite?.file ? `  called at ${shortPath(files, callSite.file)}:${callSite.line}` : ''
  const tag = kind === 'inlined' ? '[inlined] ' : kind === 'tail-call' ? '[tail call] ' : ''
  return `${tag}${label}${apart === undefined ? '' : ` (${apart})`}${place}`
}
