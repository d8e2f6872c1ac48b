/** The calling-context tree of a page as nested disclosures; small rows are folded into one that counts them. */
import { treeOf, treeSums } from '../../../shared/metrics/tree_sums.ts'
import { recursionBelow, type RecursiveFrames } from '../../../shared/profile/recursion.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import type { Tool } from '../../../shared/run.ts'
import { belowRecursion, foldedChildren, splitChildren, type Folding } from '../../report/folded_children.ts'
import { percentText } from '../../report/format.ts'
import { nothingText } from '../../report/text/nothing_text.ts'
import { treeRowText } from '../../report/text/report_tree.ts'
import { shareMarkup } from './evidence.ts'
import { html } from './markup.ts'

/** Rows with at least this share are open at first. */
const shareOfOpenRows = 0.5

/** `recursive`: the row is the first of frames that are one row. */
type Step = { kind: 'row'; row: number; recursive?: RecursiveFrames } | { kind: 'folded'; count: number; share: number } | { kind: 'end' }

/** Shares are of waste + use, or of all reuses where there is neither. */
export function* contextTree(profile: ProfileTables, tool: Tool): Generator<string> {
  const { nodes } = profile
  const tree = treeOf(profile)
  const childrenOf = (row: number): Int32Array => tree.childrenOf(row)
  const sums = treeSums(profile, tree, tool)
  const traps = (row: number): number => sums.value(row, 'traps')
  const decided = (row: number): number => sums.value(row, 'wasteInclusive') + sums.value(row, 'useInclusive')
  const isDecided = decided(0) > 0
  const cost = isDecided ? decided : traps
  const waste = isDecided ? (row: number): number => sums.value(row, 'wasteInclusive') : traps
  const [total, allWaste, allTraps] = [cost(0), waste(0), traps(0)]
  if (!(total > 0)) {
    yield html`<p>${nothingText(profile, tool)}</p>`.text
    return
  }
  const share = (row: number): number => cost(row) / total
  const folding: Folding = { share, wasteShare: (row) => waste(row) / (allWaste || 1), compare: (a, b) => waste(a) - waste(b) || cost(a) - cost(b) }
  const steps: Step[] = [{ kind: 'row', row: 0 }]
  yield '<div class="tree">'
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (step.kind === 'end') {
      yield '</details>'
      continue
    }
    if (step.kind === 'folded') {
      yield html`<div class="leaf dim">${step.count} more, ${percentText(step.share)}</div>`.text
      continue
    }
    const { row, recursive } = step
    const name =
      recursive === undefined
        ? treeRowText(profile, row)
        : `${recursive.frames} recursive frames of ${profile.functions[nodes.functionIndex[row]!]?.name ?? ''}`
    const text = html`<b>${shareMarkup(profile.run, waste(row) / total, traps(row), allTraps)}</b>${name}`
    const run = recursive === undefined ? recursionBelow(nodes, row, childrenOf) : null
    const { large, folded } =
      recursive === undefined ? foldedChildren(profile, childrenOf, row, folding) : splitChildren(nodes, row, belowRecursion(childrenOf, recursive), folding)
    if (large.length === 0 && folded === null) {
      yield html`<div class="leaf">${text}</div>`.text
      continue
    }
    yield html`<details${share(row) >= shareOfOpenRows ? ' open' : ''}><summary>${text}</summary>`.text
    steps.push({ kind: 'end' })
    if (folded !== null) steps.push({ kind: 'folded', ...folded })
    for (const child of large) steps.push({ kind: 'row', row: child, ...(run !== null && child === run.hidden[0] ? { recursive: run } : {}) })
  }
  yield '</div>\n'
}
