/** How a row of the calling-context tree reads. */
import { baseName, loopText } from '../../../shared/profile/frames.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { FUNCTION, INLINED, INSTRUCTION, LINE, LOOP, NODE_KINDS, ROOT } from '../../../shared/profile/tables.ts'
import type { NodeMetrics } from '../../../shared/rpc/trees.ts'
import { valueAt } from '../../profile/lazy_property.ts'
import type { LoadedProfile } from './loaded_profile.ts'
import type { RowDescription, TextTest } from './tree_model.ts'

export function describeNode(profile: ProfileTables, node: number): RowDescription {
  const { nodes, functions, files, modules } = profile
  const kind = nodes.kind[node]!
  const line = valueAt(nodes, 'line', node)
  const place = { file: files[valueAt(nodes, 'file', node)] ?? null, line: line > 0 ? line : null }
  const described = functions[valueAt(nodes, 'functionIndex', node)]
  const row: RowDescription = {
    kind: NODE_KINDS[kind]!, label: nodeName(profile, node), file: null, line: null, callSite: null,
    module: modules[described?.module ?? -1]?.path ?? null, link: null,
  }
  if (kind === LINE || kind === LOOP) return { ...row, ...place }
  if (kind === INSTRUCTION) {
    const above = nodes.parent[node]!
    return nodes.kind[above] === LINE ? { ...row, file: files[nodes.file[above]!]!, line: nodes.line[above]! } : row
  }
  if (kind !== FUNCTION && kind !== INLINED) return row
  return { ...row, file: files[described!.file] ?? null, line: described!.line > 0 ? described!.line : null, callSite: place.file === null ? null : place }
}

/** The label of a node's row. */
export function nodeName(profile: ProfileTables, node: number): string {
  const { nodes, functions, files, run } = profile
  switch (nodes.kind[node]) {
    case ROOT: return run.command[0] ?? 'program'
    case LINE: return `${baseName(files[nodes.file[node]!]!)}:${nodes.line[node]}`
    case LOOP: return loopText(profile, node)
    case INSTRUCTION: {
      const { text, address } = profile.instructions[nodes.instruction[node]!]!
      return text ?? `0x${address.toString(16)}`
    }
    default: return functions[valueAt(nodes, 'functionIndex', node)]!.name
  }
}

export function metricsOfNode({ metrics }: LoadedProfile, node: number): NodeMetrics {
  return {
    wasteInclusive: metrics.value(node, 'wasteInclusive'),
    useInclusive: metrics.value(node, 'useInclusive'),
    wasteExclusive: metrics.value(node, 'wasteExclusive'),
    useExclusive: metrics.value(node, 'useExclusive'),
    traps: metrics.value(node, 'traps'),
  }
}

/** Which functions and files a search fits. */
export interface NameMatches { functions: Uint8Array; files: Uint8Array }

export function matchNames({ functions, files }: ProfileTables, test: TextTest): NameMatches {
  const fileMatches = Uint8Array.from(files, (file) => (test(file) ? 1 : 0))
  return { files: fileMatches, functions: Uint8Array.from(functions, (described) => (test(described.name) || fileMatches[described.file] ? 1 : 0)) }
}
