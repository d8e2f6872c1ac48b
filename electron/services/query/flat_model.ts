/** Modules ▸ files ▸ functions ▸ loops ▸ lines with what is spent in them; inclusive values count each path once. */
import { buildEdgeIndex, edgesOf, type EdgeIndex } from '../../../shared/profile/edge_index.ts'
import { baseName, loopText } from '../../../shared/profile/frames.ts'
import { FUNCTION, INLINED, LINE } from '../../../shared/profile/tables.ts'
import { partOf, UNOBSERVED } from '../../../shared/progress.ts'
import type { NodeMetrics } from '../../../shared/rpc/contract.ts'
import { FlatGroups, flatSums, type FlatSums, type Level } from './flat_sums.ts'
import { lineCosts, type LineCosts } from './line_costs.ts'
import { nodeIn, wholeMetrics, withTool, type LoadedProfile } from './loaded_profile.ts'
import { loopGroups, type LoopGroups } from './loop_groups.ts'
import { matchNames } from './node_rows.ts'
import type { MetricsOf, RowDescription, TextTest, TreeModel } from './tree_model.ts'

interface FlatRow {
  level: Level
  parent: number
  /** Into modules, files, functions; of loops into #loops, of lines into #lines. */
  index: number
  /** Number in FlatSums. */
  number: number
  metrics: NodeMetrics
}

export class FlatModel implements TreeModel {
  readonly #loaded: LoadedProfile
  readonly #loops: LoopGroups
  readonly #lines: LineCosts
  readonly #rows: FlatRow[] = []
  readonly #roots: Int32Array
  readonly #childIndex: EdgeIndex
  /** Rows below a root come in order of level, so children of one row need not be neighbours. */
  readonly #childRows: Int32Array
  readonly #functionRows = new Map<number, number>()
  /** Row of each loop; −1 if it has none. */
  #loopRows: number[] = []
  readonly #lineRows = new Map<string, number>()
  readonly #groups: FlatGroups
  readonly #sums = new Map<MetricsOf, FlatSums>()
  #match: Uint8Array | null = null
  #below: Uint8Array | null = null

  constructor(loaded: LoadedProfile, progress = UNOBSERVED) {
    this.#loaded = loaded
    this.#loops = loopGroups(loaded.profile.nodes, partOf(progress, 0, 0.2))
    this.#lines = lineCosts(loaded, this.#loops, partOf(progress, 0.2, 0.5))
    this.#groups = new FlatGroups(loaded.profile)
    this.#sums.set(loaded.tool, flatSums(loaded, this.#groups, this.#loops, this.#lines, partOf(progress, 0.5, 1)))
    this.#makeRows()
    this.#roots = Int32Array.from(this.#rows.keys()).filter((row) => this.#rows[row]!.parent < 0)
    this.#childRows = Int32Array.from(this.#rows.keys()).filter((row) => this.#rows[row]!.parent >= 0)
    this.#childIndex = buildEdgeIndex(this.#childRows.map((row) => this.#rows[row]!.parent), this.#rows.length)
  }

  roots(): Int32Array {
    return this.#roots
  }

  children(row: number): Int32Array {
    return edgesOf(this.#childIndex, row).map((at) => this.#childRows[at]!)
  }

  isExpandable(row: number): boolean {
    return edgesOf(this.#childIndex, row).length > 0
  }

  describe(row: number): RowDescription {
    const { functions, files, modules } = this.#loaded.profile
    const { level, index, parent } = this.#rows[row]!
    const plain: RowDescription = { kind: level, label: '', file: null, line: null, callSite: null, module: null, link: null }
    switch (level) {
      case 'module': return { ...plain, label: modules[index] ? baseName(modules[index].path) : '(no module)', module: modules[index]?.path ?? null }
      case 'file': return { ...plain, label: files[index] ? baseName(files[index]) : '(file unknown)', file: files[index] ?? null, module: this.describe(parent).module }
      case 'function': {
        const described = functions[index]!
        return { ...plain, label: described.name, file: files[described.file] ?? null, line: described.line > 0 ? described.line : null, module: modules[described.module]?.path ?? null }
      }
      case 'loop': {
        const node = this.#loops.node[index]!
        const line = this.#loaded.profile.nodes.line[node]!
        return { ...plain, label: loopText(this.#loaded.profile, node), file: files[this.#loaded.profile.nodes.file[node]!] ?? null, line: line > 0 ? line : null, module: this.describe(parent).module }
      }
      case 'line': {
        const file = files[this.#lines.file[index]!]!
        const line = this.#lines.line[index]!
        return { ...plain, label: `${baseName(file)}:${line}`, file, line, module: this.describe(parent).module }
      }
    }
  }

  metrics(row: number, tool: MetricsOf = this.#loaded.tool): NodeMetrics {
    const { level, number, metrics } = this.#rows[row]!
    return tool === this.#loaded.tool ? metrics : this.#sumsOf(tool)[level](number)
  }

  metric(row: number, name: keyof NodeMetrics, tool: MetricsOf = this.#loaded.tool): number {
    return this.metrics(row, tool)[name]
  }

  whole(tool = this.#loaded.tool): NodeMetrics {
    return wholeMetrics(withTool(this.#loaded, tool))
  }

  name(row: number): string {
    return this.describe(row).label
  }

  keepsOrder(): boolean {
    return false
  }

  expandsDeep(): boolean {
    return true
  }

  opensWithParent(): boolean {
    return false
  }

  /** Modules fit by path, files and functions by name, loops and lines never: their file already does. */
  search(test: TextTest | null): number {
    this.#match = null
    this.#below = null
    if (test === null) return 0
    const { modules, functions, files } = this.#loaded.profile
    const names = matchNames(this.#loaded.profile, test)
    const match = new Uint8Array(this.#rows.length)
    const below = new Uint8Array(this.#rows.length)
    for (let row = this.#rows.length - 1; row >= 0; row--) {
      const { level, index, parent } = this.#rows[row]!
      const fits =
        (level === 'module' && modules[index] !== undefined && test(modules[index].path)) ||
        (level === 'file' && files[index] !== undefined && names.files[index] === 1) ||
        (level === 'function' && test(functions[index]!.name))
      match[row] = fits ? 1 : 0
      if (parent >= 0 && (fits || below[row])) below[parent] = 1
    }
    this.#match = match
    this.#below = below
    return match.reduce((sum, one) => sum + one, 0)
  }

  isMatch(row: number): boolean {
    return this.#match?.[row] === 1
  }

  matchesBelow(row: number): boolean {
    return this.#below?.[row] === 1
  }

  find(asked: number): number[] | null {
    const { nodes } = this.#loaded.profile
    const node = nodeIn(this.#loaded, asked)
    const functionIndex = nodes.functionIndex[node] ?? -1
    const lineNode = [node, nodes.parent[node] ?? -1].find((row) => nodes.kind[row] === LINE)
    const holder = lineNode ?? node
    const loop = this.#loopRows[this.#loops.ofNode[holder] ?? -1] ?? -1
    const line = lineNode === undefined ? undefined : this.#lineRows.get(lineKey(functionIndex, this.#loops.ofNode[lineNode]!, nodes.file[lineNode]!, nodes.line[lineNode]!))
    const isOwn = nodes.kind[node] !== FUNCTION && nodes.kind[node] !== INLINED
    const last = line ?? (isOwn && loop >= 0 ? loop : this.#functionRows.get(functionIndex))
    if (last === undefined) return null
    const path: number[] = []
    for (let row = last; row >= 0; row = this.#rows[row]!.parent) path.push(row)
    return path.reverse()
  }

  #sumsOf(tool: MetricsOf): FlatSums {
    let sums = this.#sums.get(tool)
    if (!sums) this.#sums.set(tool, (sums = flatSums(withTool(this.#loaded, tool), this.#groups, this.#loops, lineCosts(withTool(this.#loaded, tool), this.#loops, UNOBSERVED), UNOBSERVED)))
    return sums
  }

  /** Rows that the tool knows anything of. */
  #makeRows(): void {
    const { nodes, functions, modules } = this.#loaded.profile
    const { files, fileOfFunction } = this.#groups
    const sums = this.#sumsOf(this.#loaded.tool)
    const make = (level: Level, number: number, index: number, parent: () => number): number => {
      const metrics = sums[level](number)
      return metrics.traps > 0 ? this.#rows.push({ level, parent: parent(), index, number, metrics }) - 1 : -1
    }
    // Modules are numbered from −1 (none).
    const moduleRows = Array.from({ length: modules.length + 1 }, (_, number) => make('module', number, number - 1, () => -1))
    const fileRows = Array.from({ length: files.length }, (_, number) => make('file', number, files.second(number), () => moduleRows[files.first(number) + 1]!))
    functions.forEach((_, index) => {
      const row = make('function', index, index, () => fileRows[fileOfFunction[index]!]!)
      if (row >= 0) this.#functionRows.set(index, row)
    })
    for (let index = 0; index < this.#loops.length; index++) {
      const around = this.#loops.parent[index]!
      this.#loopRows.push(make('loop', index, index, () => (around >= 0 ? this.#loopRows[around]! : this.#functionRows.get(nodes.functionIndex[this.#loops.node[index]!]!)!)))
    }
    const lines = this.#lines
    for (let index = 0; index < lines.length; index++) {
      const loop = lines.loop[index]!
      const parent = loop >= 0 ? this.#loopRows[loop] : this.#functionRows.get(lines.functionIndex[index]!)
      if (parent === undefined) continue
      const row = make('line', index, index, () => parent)
      if (row >= 0) this.#lineRows.set(lineKey(lines.functionIndex[index]!, loop, lines.file[index]!, lines.line[index]!), row)
    }
  }
}

function lineKey(functionIndex: number, loop: number, file: number, line: number): string {
  return `${functionIndex} ${loop} ${file}:${line}`
}
