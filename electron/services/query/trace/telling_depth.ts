/** The depth at which a trace first tells the phases of a program apart. */
import { pathTo } from '../../../../shared/profile/tree/call_tree.ts'
import type { Profile } from '../../../../shared/profile/profile.ts'
import { isFunctionRow } from '../../../../shared/profile/tables.ts'

/** The callees of main or of a thread's function: deep enough for most programs. */
const LEAST = 2
/** Share of the samples with which one function hides all others. */
const NEARLY_ALL = 0.9
/** Samples examined, evenly spread. */
const MOST = 4096

/**
 * @param startUp see startUpRows @param waits 1: the row's code waits
 * @returns the least depth, from 2, at which no function has nearly all samples that work; 2 if there is none
 */
export function tellingDepth({ trace, nodes, functions }: Profile, startUp: ReadonlySet<number>, waits: Uint8Array, deepest: number): number {
  const { parent, kind, functionIndex } = nodes
  const step = Math.max(1, Math.floor(trace.length / MOST))
  const paths: number[][] = []
  for (let sample = 0; sample < trace.length; sample += step) {
    const leaf = trace.node[sample]!
    if (waits[leaf] === 1) continue
    const path = pathTo((row) => parent[row]!, leaf).filter((row) => isFunctionRow(kind[row]!) && !startUp.has(row))
    if (path.length > 0) paths.push(path.map((row) => functionIndex[row]!))
  }
  for (let depth = LEAST; depth <= deepest; depth++) {
    const counts = new Float64Array(functions.length)
    for (const path of paths) counts[path[Math.min(depth, path.length) - 1]!]!++
    if (counts.every((count) => count < NEARLY_ALL * paths.length)) return depth
  }
  return Math.min(LEAST, Math.max(1, deepest))
}
