/** Functions that a list omits when start-up frames are folded: those that only start others. */
import { isFunctionRow } from '../../../../shared/profile/tables.ts'
import { hasRunCost, withTool, type LoadedProfile } from '../loaded_profile.ts'

/**
 * @param startUp rows, of startUpRows @returns by row of `functions`, 1: all its frames are start-up rows, and its own
 * code has no samples
 */
export function hiddenFunctions(loaded: LoadedProfile, startUp: ReadonlySet<number>): Uint8Array {
  const { nodes, functions } = loaded.profile
  const hidden = new Uint8Array(functions.length)
  if (startUp.size === 0) return hidden
  const columns = [loaded.metrics, ...(hasRunCost(loaded) ? [withTool(loaded, 'run-cost').metrics] : [])]
  const hasOwn = (row: number): boolean =>
    columns.some(
      (metrics) =>
        metrics.value(row, 'wasteExclusive') + metrics.value(row, 'useExclusive') > 0 ||
        loaded.subtrees.childrenOf(row).some((child) => !isFunctionRow(nodes.kind[child]!) && metrics.value(child, 'traps') > 0),
    )
  for (const row of startUp) hidden[nodes.functionIndex[row]!] = 1
  for (const row of startUp) if (hasOwn(row)) hidden[nodes.functionIndex[row]!] = 0
  for (let row = 1; row < nodes.length; row++) {
    if (isFunctionRow(nodes.kind[row]!) && hidden[nodes.functionIndex[row]!] === 1 && !startUp.has(row)) hidden[nodes.functionIndex[row]!] = 0
  }
  return hidden
}
