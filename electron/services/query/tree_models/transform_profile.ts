/**
 * A profile with fewer frames in its calling contexts: merged, dropped and collapsed ones. Pairs keep their numbers, so
 * that all other views still mean the same pair; dropped contexts no longer belong to any tool.
 */
import { TreeBuilder, type NodeContent } from '../../../analysis/tree_builder.ts'
import { baseName } from '../../../../shared/profile/frames.ts'
import type { Profile, ProfileFunction } from '../../../../shared/profile/profile.ts'
import { FUNCTION, INSTRUCTION, isFunctionRow, LOOP, UNKNOWN } from '../../../../shared/profile/tables.ts'
import { withColumns } from '../../../../shared/profile/columns/with_columns.ts'
import { rowProgress, UNOBSERVED, type Progress } from '../../../../shared/progress.ts'
import type { TreeTransform } from '../../../../shared/rpc/trees.ts'

/** In columns of tools: the row counts for none. */
export const NO_TOOL = 255
const DROPPED = -1
const NO_GROUP = -1
const NO_OWNER = -1

export interface TransformedProfile {
  profile: Profile
  /** Row of each row of the untransformed tree; −1 where it was dropped. */
  nodeOf: Int32Array
}

export function transformProfile(profile: Profile, transforms: readonly TreeTransform[], progress = UNOBSERVED): TransformedProfile {
  const roles = rolesOf(profile, transforms)
  const { builder, built } = buildTree(profile, roles, progress)
  const { nodes, rowOf } = builder.finish()
  const nodeOf = built.map((row) => (row < 0 ? DROPPED : rowOf[row]!))
  const mapped = (column: Int32Array): Int32Array => column.map((node) => (node < 0 ? node : Math.max(0, nodeOf[node]!)))
  const maskedTools = (tool: Uint8Array, columns: Int32Array[]): Uint8Array =>
    tool.map((own, row) => (columns.some((column) => nodeOf[column[row]!] === DROPPED) ? NO_TOOL : own))
  const { pairs, watches, cpuTimes, executed, contextTotals, censored } = profile
  return {
    nodeOf,
    profile: {
      ...profile,
      functions: [...profile.functions, ...roles.groups],
      nodes,
      pairs: withColumns(pairs, {
        source: mapped(pairs.source),
        target: mapped(pairs.target),
        scope: mapped(pairs.scope),
        tool: maskedTools(pairs.tool, [pairs.source, pairs.target]),
      }),
      watches: { ...watches, node: mapped(watches.node), tool: maskedTools(watches.tool, [watches.node]) },
      cpuTimes: { ...cpuTimes, node: cpuTimes.node.map((node) => nodeOf[node]!) },
      executed: { ...executed, node: executed.node.map((node) => nodeOf[node]!) },
      contextTotals: withColumns(contextTotals, { node: mapped(contextTotals.node), tool: maskedTools(contextTotals.tool, [contextTotals.node]) }),
      censored: { ...censored, node: mapped(censored.node) },
      objects: profile.objects.map((object) => ({ ...object, allocation: object.allocation < 0 ? -1 : nodeOf[object.allocation]! })),
    },
  }
}

/** The transformation of each function's frames. */
interface Roles {
  merged: Uint8Array
  dropped: Uint8Array
  /** Functions whose recursion is collapsed. */
  recursive: Int32Array
  /** Into `groups`: whose frames become one frame; −1: its own. */
  group: Int32Array
  /** The functions that represent collapsed modules and folders, numbered after the profile's. */
  groups: ProfileFunction[]
}

function rolesOf({ functions, modules, files }: Profile, transforms: readonly TreeTransform[]): Roles {
  const roles: Roles = {
    merged: new Uint8Array(functions.length),
    dropped: new Uint8Array(functions.length),
    recursive: new Int32Array(),
    group: new Int32Array(functions.length).fill(NO_GROUP),
    groups: [],
  }
  const recursive: number[] = []
  for (const { kind, name } of transforms) {
    const fits = (described: ProfileFunction): boolean => {
      if (kind === 'collapse-module') return modules[described.module]?.path === name
      if (kind === 'collapse-folder') return files[described.file]?.startsWith(`${name}/`) === true
      return described.name === name
    }
    const chosen = Array.from(functions.keys()).filter((index) => fits(functions[index]!))
    for (const index of chosen) {
      if (kind === 'merge-function') roles.merged[index] = 1
      else if (kind === 'drop-function') roles.dropped[index] = 1
      else if (kind === 'collapse-recursion') recursive.push(index)
      else roles.group[index] = roles.groups.length
    }
    const first = functions[chosen[0] ?? -1]
    if ((kind === 'collapse-module' || kind === 'collapse-folder') && first !== undefined) {
      roles.groups.push({ name: `[${baseName(name)}]`, linkageName: '', module: first.module, file: -1, line: -1 })
    }
  }
  return { ...roles, recursive: Int32Array.from(recursive) }
}

/** @returns the builder's row of each row of the profile; −1 for dropped ones */
function buildTree(
  { nodes, functions }: Profile,
  { merged, dropped, recursive, group }: Roles,
  progress: Progress,
): { builder: TreeBuilder; built: Int32Array } {
  const builder = new TreeBuilder()
  const built = new Int32Array(nodes.length).fill(TreeBuilder.root)
  /** For frames and their contents: the group of the innermost frame. */
  const groupAt = new Int32Array(nodes.length).fill(NO_GROUP)
  /** Function of the innermost remaining frame at or above each row, which gets the contents of removed frames. */
  const owner = new Int32Array(nodes.length).fill(NO_OWNER)
  /** For each collapsed recursion the outermost frame of the function at or above each row. */
  const outermost = Array.from(recursive, () => new Int32Array(nodes.length).fill(DROPPED))
  const reached = rowProgress(progress, nodes.length)
  for (let node = 1; node < nodes.length; node++) {
    reached(node)
    const above = nodes.parent[node]!
    const parent = built[above]!
    const kind = nodes.kind[node]!
    const functionIndex = nodes.functionIndex[node]!
    const isFrame = isFunctionRow(kind)
    owner[node] = owner[above]!
    const content: NodeContent = {
      kind,
      functionIndex: isFrame || kind === UNKNOWN ? functionIndex : owner[node]!,
      file: nodes.file[node]!,
      line: nodes.line[node]!,
      address: nodes.address[node]!,
    }
    for (const column of outermost) column[node] = column[above]!
    groupAt[node] = groupAt[above]!
    if (parent === DROPPED) built[node] = DROPPED
    else if (kind === INSTRUCTION) built[node] = builder.instruction(parent, content.functionIndex, nodes.instruction[node]!, nodes.address[node]!)
    else if (kind === LOOP) built[node] = groupAt[node] === NO_GROUP ? builder.node(parent, content) : parent
    else if (!isFrame) built[node] = builder.node(parent, content)
    else if (dropped[functionIndex]) built[node] = DROPPED
    // A frame without a caller stays: its costs need an owner.
    else if (merged[functionIndex] && owner[above] !== NO_OWNER) built[node] = parent
    else {
      const recursion = recursive.indexOf(functionIndex)
      const own = group[functionIndex]!
      if (recursion >= 0 && outermost[recursion]![above] !== DROPPED) built[node] = outermost[recursion]![above]!
      else if (own === NO_GROUP) built[node] = builder.node(parent, content)
      else built[node] = own === groupAt[above] ? parent : builder.node(parent, { ...content, kind: FUNCTION, functionIndex: functions.length + own })
      groupAt[node] = own
      owner[node] = own === NO_GROUP ? functionIndex : functions.length + own
      if (recursion >= 0) outermost[recursion]![node] = built[node]!
    }
  }
  return { builder, built }
}
