/** The text of a row of the calling-context tree. */
import { apartText } from '../../../../shared/profile/alike_functions.ts'
import { shortPath } from '../../../../shared/names/short_paths.ts'
import { loopText } from '../../../../shared/profile/frames.ts'
import type { ProfileTables } from '../../../../shared/profile/profile.ts'
import { INSTRUCTION, isCalledRow, isFunctionRow, LINE, LOOP, NODE_KINDS, ROOT } from '../../../../shared/profile/tables.ts'
import type { NodeMetrics } from '../../../../shared/rpc/trees.ts'
import { valueAt } from '../../../../shared/profile/columns/lazy_property.ts'
import { lineTest } from '../sources/line_test.ts'
import type { LoadedProfile } from '../loaded_profile.ts'
import type { RowDescription, TextTest } from '../tree_models/tree_model.ts'

export function describeNode(profile: ProfileTables, node: number): RowDescription {
  const { nodes, functions, files, modules } = profile
  const kind = valueAt(nodes, 'kind', node)
  const line = valueAt(nodes, 'line', node)
  const place = { file: files[valueAt(nodes, 'file', node)] ?? null, line: line > 0 ? line : null }
  const described = functions[valueAt(nodes, 'functionIndex', node)]
  const row: RowDescription = {
    kind: NODE_KINDS[kind]!,
    label: nodeName(profile, node),
    file: null,
    line: null,
    callSite: null,
    module: modules[described?.module ?? -1]?.path ?? null,
    link: null,
  }
  if (kind === LINE || kind === LOOP) return { ...row, ...place }
  if (kind === INSTRUCTION) {
    const above = valueAt(nodes, 'parent', node)
    return valueAt(nodes, 'kind', above) === LINE ? { ...row, file: files[valueAt(nodes, 'file', above)]!, line: valueAt(nodes, 'line', above) } : row
  }
  if (!isFunctionRow(kind)) return row
  const apart = isCalledRow(kind) ? apartText(profile, valueAt(nodes, 'functionIndex', node)) : null
  return {
    ...row,
    ...(apart === null ? {} : { apart }),
    ...(described!.oneBody === undefined ? {} : { oneBody: described!.oneBody }),
    file: files[described!.file] ?? null,
    line: described!.line > 0 ? described!.line : null,
    callSite: place.file === null ? null : place,
  }
}

/** The label of a node's row. */
export function nodeName(profile: ProfileTables, node: number): string {
  const { nodes, functions, files, run } = profile
  switch (valueAt(nodes, 'kind', node)) {
    case ROOT:
      return run.command[0] ?? 'program'
    case LINE:
      return `${shortPath(files, files[valueAt(nodes, 'file', node)]!)}:${valueAt(nodes, 'line', node)}`
    case LOOP:
      return loopText(profile, node)
    case INSTRUCTION: {
      const { text, address } = profile.instructions[valueAt(nodes, 'instruction', node)]!
      return text ?? `0x${address.toString(16)}`
    }
    default:
      return functions[valueAt(nodes, 'functionIndex', node)]!.name
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

/** The functions, files and lines ("file:line") that a search matches. */
export interface NameMatches {
  functions: Uint8Array
  files: Uint8Array
  byNumber: boolean
  line(file: number, line: number): boolean
}

export function matchNames({ functions, files }: ProfileTables, test: TextTest): NameMatches {
  const lines = lineTest(files, test)
  return {
    files: lines.files,
    byNumber: lines.byNumber,
    functions: Uint8Array.from(functions, (described) => (test(described.name) || lines.files[described.file] ? 1 : 0)),
    line: lines.fits,
  }
}

/** The functions with a line whose number matches: where lines are not rows, their function is found. */
export function functionsByLine({ nodes, functions }: ProfileTables, { files, byNumber, line }: NameMatches): Uint8Array {
  const found = new Uint8Array(functions.length)
  if (!byNumber) return found
  const { kind, functionIndex: functionOf, file: fileOf, line: lineOf } = nodes
  for (let node = 0; node < nodes.length; node++) {
    if (kind[node] !== LINE) continue
    const [file, functionIndex] = [fileOf[node]!, functionOf[node]!]
    if (found[functionIndex] === 0 && files[file] === 0 && line(file, lineOf[node]!)) found[functionIndex] = 1
  }
  return found
}
