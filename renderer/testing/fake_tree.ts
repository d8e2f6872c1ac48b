/** Trees on made-up data, for tests of the windows. */
import type { TreeKind, TreeRow, TreeWindow } from '../../shared/rpc/trees.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import type { FakeNode } from './fake_profile.ts'
import type { Tool } from '../../shared/run.ts'
import { fakeNodes, fakePairs } from './fake_profile.ts'

interface Item {
  key: string
  depth: number
  node: FakeNode
  pair: number | null
  own: Amounts
  children: Item[]
}
interface Amounts {
  waste: number
  use: number
  traps: number
}

/** A tree view of the made-up profile with the contract's behaviour: expansion, search, hot path, reveal. */
export class FakeTree {
  version = 1
  readonly #tool: Tool
  readonly #roots: Item[]
  readonly #expanded = new Set<string>()
  #search: RegExp | null = null
  #focus: Item | null = null
  #rows: Item[] = []

  constructor(kind: TreeKind, tool: Tool) {
    this.#tool = tool
    this.#roots = kind === 'top-down' ? fakeNodes.filter((node) => node.parent === null).map((node) => item(node, 0, tool)) : leaves(tool)
    if (kind === 'top-down') for (const root of this.#roots) this.#expanded.add(root.key)
    this.#flatten()
  }

  window(start: number, count: number): TreeWindow {
    return {
      version: this.version,
      rowCount: this.#rows.length,
      rows: this.#rows.slice(start, start + count).map((entry, offset) => this.#row(entry, start + offset)),
      matchCount: this.matchCount,
      focus: this.#focus?.node.label ?? null,
      focusPath: this.#focus === null ? [] : [this.#focus.node.label],
    }
  }

  get matchCount(): number {
    return this.#search === null ? 0 : all(this.#roots).filter((entry) => this.#matches(entry)).length
  }

  expand(version: number, index: number, expanded: boolean, deep: boolean): { version: number; rowCount: number } {
    if (version !== this.version) throw new RpcError('stale', 'The rows changed in between: try again.')
    const entry = this.#rows[index]
    for (const each of entry === undefined ? [] : deep ? all([entry]) : [entry]) {
      if (expanded) this.#expanded.add(each.key)
      else this.#expanded.delete(each.key)
    }
    return this.#changed()
  }

  search(text: string): { version: number; matchCount: number } {
    this.#search = text === '' ? null : new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'i')
    this.#changed()
    return { version: this.version, matchCount: this.matchCount }
  }

  focus(version: number, index: number | null): { version: number; index: number | null } {
    if (version !== this.version) throw new RpcError('stale', 'The rows changed in between: try again.')
    const entry = index === null ? this.#focus : (this.#rows[index] ?? null)
    this.#focus = index === null ? null : entry
    if (index !== null && entry !== null) this.#expanded.add(entry.key)
    this.#changed()
    const at = entry === null ? -1 : this.#rows.indexOf(entry)
    return { version: this.version, index: at === -1 ? null : at }
  }

  findMatch(from: number, direction: 1 | -1): { version: number; index: number | null } {
    const entries = all(this.#roots)
    const here = this.#rows[from]
    const start = here === undefined ? (direction === 1 ? -1 : entries.length) : entries.indexOf(here)
    for (let position = start + direction; position >= 0 && position < entries.length; position += direction) {
      const entry = entries[position]
      if (entry !== undefined && this.#matches(entry)) return this.#show(entry)
    }
    return { version: this.version, index: null }
  }

  indexOf(key: string | null): number | null {
    const index = this.#rows.findIndex((entry) => entry.key === key)
    return index < 0 ? null : index
  }

  hotPath(from: number): { version: number; index: number } {
    let entry = this.#rows[from] ?? (this.#roots[0] as Item)
    for (;;) {
      const heaviest = entry.children.filter((child) => child.pair === null).sort((a, b) => waste(b) - waste(a))[0]
      if (heaviest === undefined || waste(heaviest) < waste(entry) / 2) break
      entry = heaviest
    }
    const { version, index } = this.#show(entry)
    return { version, index: index ?? 0 }
  }

  reveal(node: number, pair: number | null): { version: number; index: number | null } {
    const entry = all(this.#roots).find((each) => each.node.node === node && each.pair === pair) ?? all(this.#roots).find((each) => each.node.node === node)
    return entry === undefined ? { version: this.version, index: null } : this.#show(entry)
  }

  text(index: number): string {
    const entry = this.#rows[index]
    return entry === undefined
      ? ''
      : all([entry])
          .map((each) => `${'  '.repeat(each.depth - entry.depth)}${each.node.label}`)
          .join('\n')
  }

  #show(entry: Item): { version: number; index: number | null } {
    for (const each of all(this.#roots)) if (each !== entry && all([each]).includes(entry)) this.#expanded.add(each.key)
    this.#changed()
    const index = this.#rows.indexOf(entry)
    return { version: this.version, index: index === -1 ? null : index }
  }

  #changed(): { version: number; rowCount: number } {
    this.version++
    this.#flatten()
    return { version: this.version, rowCount: this.#rows.length }
  }

  #flatten(): void {
    const walk = (entries: Item[]): Item[] => entries.flatMap((entry) => [entry, ...(this.#expanded.has(entry.key) ? walk(entry.children) : [])])
    this.#rows = walk(this.#focus === null ? this.#roots : [this.#focus])
  }

  #matches(entry: Item): boolean {
    return this.#search !== null && entry.pair === null && this.#search.test(entry.node.label)
  }

  #row(entry: Item, index: number): TreeRow {
    const { node } = entry
    const pair = entry.pair === null ? undefined : fakePairs[entry.pair]
    const exclusive = { wasteExclusive: entry.own.waste, useExclusive: entry.own.use }
    const base = {
      index,
      key: entry.key,
      depth: entry.depth,
      expandable: entry.children.length > 0,
      expanded: this.#expanded.has(entry.key),
      matched: this.#matches(entry),
      module: '/home/ada/solver/solver',
    }
    if (pair !== undefined) {
      const { row } = pair
      return {
        ...base,
        kind: 'link',
        label: row.target,
        file: row.targetFile,
        line: row.targetLine,
        callSite: null,
        heaviestPair: row.pair,
        link: { pair: row.pair, relation: row.relation, outgoing: true, moreCount: 0 },
        metrics: { wasteInclusive: row.waste, useInclusive: row.use, wasteExclusive: 0, useExclusive: 0, traps: row.traps },
      }
    }
    const below = all([entry]).filter((each) => each.pair === null)
    const heaviest = fakePairs
      .filter((each) => each.row.tool === this.#tool && below.some((one) => one.node.node === each.source.node))
      .sort((a, b) => b.row.waste - a.row.waste || b.row.traps - a.row.traps)[0]
    return {
      ...base,
      kind: node.kind,
      label: node.label,
      file: node.file,
      line: node.line,
      callSite: node.callSite,
      link: null,
      heaviestPair: heaviest?.row.pair ?? null,
      metrics: { wasteInclusive: sum(below, 'waste'), useInclusive: sum(below, 'use'), ...exclusive, traps: sum(below, 'traps') },
    }
  }
}

/** A node's own amounts: of dead stores from the made-up tree, of other tools the sum of its pairs. */
function ownAmounts(node: FakeNode, tool: Tool): Amounts {
  if (tool === 'dead-stores') return { waste: node.waste, use: node.use, traps: node.traps }
  const rows = fakePairs.filter((pair) => pair.row.tool === tool && pair.source.node === node.node).map((pair) => pair.row)
  const total = (field: keyof Amounts): number => rows.reduce((sum, row) => sum + row[field], 0)
  return { waste: total('waste'), use: total('use'), traps: total('traps') }
}

function item(node: FakeNode, depth: number, tool: Tool): Item {
  const children = fakeNodes.filter((child) => child.parent === node.node).map((child) => item(child, depth + 1, tool))
  const links = fakePairs
    .filter((pair) => pair.source.node === node.node && pair.row.tool === tool && !['USED_BY', 'CHANGED_BY'].includes(pair.row.relation))
    .map((pair): Item => ({ key: `link-${pair.row.pair}`, depth: depth + 1, node, pair: pair.row.pair, own: { waste: 0, use: 0, traps: 0 }, children: [] }))
  return { key: String(node.node), depth, node, pair: null, own: ownAmounts(node, tool), children: [...children.sort((a, b) => waste(b) - waste(a)), ...links] }
}

function leaves(tool: Tool): Item[] {
  return fakeNodes
    .filter((node) => node.kind === 'instruction')
    .map((node) => item(node, 0, tool))
    .sort((a, b) => waste(b) - waste(a))
}

function all(entries: Item[]): Item[] {
  return entries.flatMap((entry) => [entry, ...all(entry.children)])
}

function sum(entries: Item[], field: 'waste' | 'use' | 'traps'): number {
  return entries.reduce((total, entry) => total + entry.own[field], 0)
}

function waste(entry: Item): number {
  return sum(
    all([entry]).filter((each) => each.pair === null),
    'waste',
  )
}
