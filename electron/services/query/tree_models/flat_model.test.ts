/** Flat and bottom-up sums of random profiles equal those of counting path by path. */
import { describe, expect, it } from 'vitest'
import { nodeMetrics } from '../../../../shared/metrics/node_metrics.testing.ts'
import { SeededRandom } from '../../../../shared/metrics/statistics/random.ts'
import { pathTo } from '../../../../shared/profile/tree/call_tree.ts'
import { baseName, loopText } from '../../../../shared/profile/frames.ts'
import { isUse, isWasteful, RELATIONS, TOOLS } from '../../../../shared/profile/profile.ts'
import { FUNCTION, INLINED, isFunctionRow, LINE, LOOP } from '../../../../shared/profile/tables.ts'
import type { Tool } from '../../../../shared/run.ts'
import { RpcError } from '../../../../shared/rpc/contract.ts'
import { type NodeMetrics, type TreeKind } from '../../../../shared/rpc/trees.ts'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { loadProfile, withTool, type LoadedProfile } from '../loaded_profile.ts'
import { shapedModel } from './shaped_model.ts'
import { TreeView } from '../trees/tree_view.ts'

/** Recursion, inlined copies, loops in loops, places in other files, two tools. */
function randomProfile(seed: number): LoadedProfile {
  const random = new SeededRandom(seed)
  const frame = (): string => {
    const name = 'fgh'[random.nextBelow(3)]!
    const line = 1 + random.nextBelow(3)
    const loops = Array.from({ length: Math.max(0, random.nextBelow(4) - 1) }, (_, depth) => ` > loop ${name}.c:${10 + depth}`)
    return `${random.nextBelow(4) === 0 ? '~' : ''}${name} ${random.nextBelow(5) === 0 ? 'shared.h' : `${name}.c`}:${line}${loops.join('')}`
  }
  const stack = (): string => ['main main.c:1', ...Array.from({ length: random.nextBelow(7) }, frame)].join(' > ')
  const relation = (): string => ['KILLED_BY', 'KILLED_BY', 'USED_BY', 'silent-stores:REDUNDANT_WITH'][random.nextBelow(4)]!
  const amount = (): string => `${1 + random.nextBelow(50)}/${1 + random.nextBelow(9)}`
  return loadProfile({
    ...profileFromStacks(Array.from({ length: 80 }, () => `${stack()} ${relation()} ${stack()} ${amount()}`).join('\n')),
    codeAt: () => null,
  })
}

/** Names and places of a row's groups in the opened tree. */
function groupsOf({ profile }: LoadedProfile, row: number): string[] {
  const { nodes, functions, files, modules } = profile
  const nest = (at: number): string => (nodes.kind[at] === LOOP ? `${nest(nodes.parent[at]!)} > ${loopText(profile, at)}` : '')
  const place = (functionIndex: number): string[] => {
    const { module, file, name } = functions[functionIndex]!
    const path = modules[module] ? baseName(modules[module].path) : '(no module)'
    const inFile = `${path} > ${files[file] ? baseName(files[file]) : '(file unknown)'}`
    return [path, inFile, `${inFile} > ${name}`]
  }
  const line = (holder: number): string[] => {
    const within = place(holder)[2]!
    return nodes.file[row]! >= 0 && nodes.line[row]! >= 0
      ? [`${within}${nest(nodes.parent[row]!)} > ${baseName(files[nodes.file[row]!]!)}:${nodes.line[row]}`]
      : []
  }
  switch (nodes.kind[row]) {
    case FUNCTION:
    case INLINED:
      return [...place(nodes.functionIndex[row]!), ...(nodes.functionIndex[nodes.parent[row]!]! >= 0 ? line(nodes.functionIndex[nodes.parent[row]!]!) : [])]
    case LOOP:
      return [`${place(nodes.functionIndex[row]!)[2]!}${nest(row)}`]
    case LINE:
      return line(nodes.functionIndex[row]!)
    default:
      return []
  }
}

/** Each pair counts once in every group on its path. */
function countedByPath(loaded: LoadedProfile, tool: Tool): Map<string, NodeMetrics> {
  const { profile } = loaded
  const { pairs, nodes } = profile
  const sums = new Map<string, NodeMetrics>()
  const of = (group: string): NodeMetrics => {
    if (!sums.has(group)) sums.set(group, { wasteInclusive: 0, useInclusive: 0, wasteExclusive: 0, useExclusive: 0, traps: 0 })
    return sums.get(group)!
  }
  for (let pair = 0; pair < pairs.length; pair++) {
    if (TOOLS[pairs.tool[pair]!] !== tool) continue
    const relation = RELATIONS[pairs.relation[pair]!]!
    for (const group of new Set(pathTo((row) => nodes.parent[row]!, pairs.source[pair]!).flatMap((row) => groupsOf(loaded, row)))) {
      of(group).traps += pairs.traps[pair]!
      if (isWasteful(relation)) of(group).wasteInclusive += pairs.amount[pair]!
      if (isUse(relation)) of(group).useInclusive += pairs.amount[pair]!
    }
  }
  const { wasteExclusive, useExclusive } = nodeMetrics(profile, tool)
  for (let row = 1; row < nodes.length; row++) {
    const groups = groupsOf(loaded, row)
    // Nothing of the callee belongs to the line of a call itself.
    for (const group of isFunctionRow(nodes.kind[row]!) ? groups.slice(0, 3) : groups) {
      if (!sums.has(group)) continue
      of(group).wasteExclusive += wasteExclusive[row]!
      of(group).useExclusive += useExclusive[row]!
    }
  }
  return sums
}

function opened(loaded: LoadedProfile, kind: TreeKind): TreeView {
  const view = new TreeView(shapedModel(kind, loaded, {}), { column: 'name', descending: false }, ['silent-stores'])
  if (kind === 'flat') for (let index = view.rowCount - 1; index >= 0; index--) view.expand(index, true, true)
  return view
}

/** With the path of each row before its numbers. */
function rowsOf(view: TreeView): Array<[string, NodeMetrics, NodeMetrics | undefined]> {
  const path: string[] = []
  return view.window(0, view.rowCount).rows.map(({ label, depth, metrics, tools }) => {
    path.length = depth
    path.push(label)
    return [path.join(' > '), metrics, tools?.['silent-stores']]
  })
}

const SEEDS = [1, 2, 3, 4, 5, 6]

describe.each(SEEDS)('of random profile %i', (seed) => {
  const loaded = randomProfile(seed)

  it.each(['dead-stores', 'silent-stores'] as const)('flat rows of %s have what counting path by path comes to', (tool) => {
    const rows = rowsOf(opened(withTool(loaded, tool), 'flat'))
    expect(rows.length).toBeGreaterThan(20)
    expect(new Map(rows.map(([path, metrics]) => [path, metrics]))).toEqual(new Map([...countedByPath(loaded, tool)].filter(([, { traps }]) => traps > 0)))
  })

  it('the other tool beside it has its own numbers', () => {
    const silent = countedByPath(loaded, 'silent-stores')
    const nothing = { wasteInclusive: 0, useInclusive: 0, wasteExclusive: 0, useExclusive: 0, traps: 0 }
    for (const [path, , other] of rowsOf(opened(withTool(loaded, 'dead-stores'), 'flat'))) expect(other).toEqual(silent.get(path) ?? nothing)
  })

  it('functions of bottom-up trees have the same numbers as in flat ones', () => {
    const flat = rowsOf(opened(loaded, 'flat'))
      .filter(([path]) => path.split(' > ').length === 3)
      .map(([path, metrics]) => [path.split(' > ')[2], metrics])
    expect(
      rowsOf(opened(loaded, 'bottom-up'))
        .map(([path, metrics]) => [path, metrics])
        .sort(),
    ).toEqual(flat.sort())
  })
})

it('lines of a function are made when it is opened, and can be opened one function at a time', () => {
  const view = new TreeView(shapedModel('flat', randomProfile(9), {}), { column: 'wasteInclusive', descending: true })
  const labels = (): string[] => view.window(0, view.rowCount).rows.map(({ label }) => label)
  for (const label of ['solver', 'f.c', 'f']) if (!view.window(labels().indexOf(label), 1).rows[0]!.expanded) view.expand(labels().indexOf(label), true, false)
  expect(labels().filter((label) => /^f\.c:|^loop at f/.test(label)).length).toBeGreaterThan(1)
  expect(() => view.expand(1e6, true, false)).toThrow(RpcError)
})
