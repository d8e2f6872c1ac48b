/**
 * Modules ▸ files ▸ functions ▸ loops ▸ lines with their costs; inclusive values count each path once. Lines are
 * created when their function is opened.
 */
import { buildEdgeIndex, edgesOf, type EdgeIndex } from '../../../../shared/profile/columns/edge_index.ts'
import { shortPath } from '../../../../shared/names/short_paths.ts'
import { baseName, loopText } from '../../../../shared/profile/frames.ts'
import { isFunctionRow, LINE } from '../../../../shared/profile/tables.ts'
import { partOf, UNOBSERVED } from '../../../../shared/progress.ts'
import type { NodeMetrics } from '../../../../shared/rpc/trees.ts'
import { FlatGroups, type FlatSums } from './flat_sums.ts'
import { metricsAt } from './grouped_sums.ts'
import { lineCosts, type LineCosts } from '../sources/line_costs.ts'
import { hasRunCost, nodeIn, wholeMetrics, withTool, type LoadedProfile } from '../loaded_profile.ts'
import { functionsByLine, matchNames } from '../trees/node_rows.ts'
import { hiddenFunctions } from '../start_up/hidden_functions.ts'
import type { MetricsOf, RowDescription, TextTest, TreeModel } from './tree_model.ts'

interface FlatRow {
  level: keyof FlatSums | 'line'
  parent: number
  /** Into modules, files, functions; of loops into the groups' loops, of lines into those of their function. */
  index: number
  /** Number in FlatSums, of lines in LineCosts. */
  number: number
  /** The function that the row belongs to; −1 for files and modules. */
  functionIndex: number
  metrics: NodeMetrics
}

/** Lines of one function. */
interface FunctionLines {
  /** Costs by tool. */
  costs: Map<MetricsOf, LineCosts>
  /** Row of each line; −1 if it has none. */
  rows: Int32Array
}

export class FlatModel implements TreeModel {
  readonly #loaded: LoadedProfile
  readonly #groups: FlatGroups
  readonly #sums = new Map<MetricsOf, FlatSums>()
  /** Lines come behind all other rows. */
  readonly #rows: FlatRow[] = []
  /** By row: a module or file whose functions are all hidden. */
  readonly #isEmpty: Uint8Array
  readonly #roots: Int32Array
  readonly #childIndex: EdgeIndex
  /** Rows below a root come in order of level, so children of one row need not be neighbours. */
  readonly #childRows: Int32Array
  /** With their lines, of functions and loops. */
  readonly #children = new Map<number, Int32Array>()
  readonly #lines = new Map<number, FunctionLines>()
  readonly #functionRows = new Map<number, number>()
  /** Row of each loop; −1 if it has none. */
  readonly #loopRows: number[] = []
  /** Null where it is not known. */
  readonly #runCost: LoadedProfile | null
  #match: Uint8Array | null = null
  #below: Uint8Array | null = null

  /** @param startUp rows whose functions are no rows without a cost of their own */
  constructor(loaded: LoadedProfile, progress = UNOBSERVED, startUp: ReadonlySet<number> = new Set()) {
    this.#loaded = loaded
    this.#runCost = hasRunCost(loaded) ? withTool(loaded, 'run-cost') : null
    this.#groups = new FlatGroups(loaded, partOf(progress, 0, 0.5))
    this.#sums.set(loaded.tool, this.#groups.sums(loaded, partOf(progress, 0.5, 1)))
    this.#makeRows(hiddenFunctions(loaded, startUp))
    this.#isEmpty = emptyGroups(this.#rows)
    const filled = Int32Array.from(this.#rows.keys()).filter((row) => this.#isEmpty[row] === 0)
    this.#roots = filled.filter((row) => this.#rows[row]!.parent < 0)
    this.#childRows = filled.filter((row) => this.#rows[row]!.parent >= 0)
    this.#childIndex = buildEdgeIndex(
      this.#childRows.map((row) => this.#rows[row]!.parent),
      this.#rows.length,
    )
  }

  roots(): Int32Array {
    return this.#roots
  }

  children(row: number): Int32Array {
    const { level, functionIndex, index } = this.#rows[row]!
    if (level === 'module' || level === 'file') return this.#childrenAbove(row)
    if (level === 'line') return new Int32Array()
    let children = this.#children.get(row)
    if (!children) {
      const { costs, rows } = this.#linesOf(functionIndex)
      const { loop } = costs.get(this.#loaded.tool)!
      const own = level === 'loop' ? index : -1
      children = Int32Array.from([...this.#childrenAbove(row), ...rows.filter((line, number) => line >= 0 && loop[number] === own)])
      this.#children.set(row, children)
    }
    return children
  }

  isExpandable(row: number): boolean {
    const { level, functionIndex } = this.#rows[row]!
    if (level === 'line') return false
    if (this.#childrenAbove(row).length > 0) return true
    // In functions that were never opened, finding one line is enough.
    if (level === 'function' && !this.#children.has(row))
      return this.#groups
        .linesOf(functionIndex)
        .some((node) => this.#loaded.metrics.value(node, 'traps') > 0 || (this.#runCost?.metrics.value(node, 'traps') ?? 0) > 0)
    return this.children(row).length > 0
  }

  describe(row: number): RowDescription {
    const { functions, files, modules } = this.#loaded.profile
    const { level, index, parent, functionIndex } = this.#rows[row]!
    const plain: RowDescription = { kind: level, label: '', file: null, line: null, callSite: null, module: null, link: null }
    switch (level) {
      case 'module':
        return { ...plain, label: modules[index] ? baseName(modules[index].path) : '(no module)', module: modules[index]?.path ?? null }
      case 'file':
        return {
          ...plain,
          label: files[index] ? shortPath(files, files[index]) : '(file unknown)',
          file: files[index] ?? null,
          module: this.describe(parent).module,
        }
      case 'function': {
        const described = functions[index]!
        return {
          ...plain,
          label: described.name,
          file: files[described.file] ?? null,
          line: described.line > 0 ? described.line : null,
          module: modules[described.module]?.path ?? null,
        }
      }
      case 'loop': {
        const node = this.#groups.loops.node[index]!
        const line = this.#loaded.profile.nodes.line[node]!
        return {
          ...plain,
          label: loopText(this.#loaded.profile, node),
          file: files[this.#loaded.profile.nodes.file[node]!] ?? null,
          line: line > 0 ? line : null,
          module: this.describe(parent).module,
        }
      }
      case 'line': {
        const lines = this.#costsOf(functionIndex, this.#loaded.tool)
        const file = files[lines.file[index]!]!
        const line = lines.line[index]!
        return { ...plain, label: `${shortPath(files, file)}:${line}`, file, line, module: this.describe(parent).module }
      }
    }
  }

  metrics(row: number, tool: MetricsOf = this.#loaded.tool): NodeMetrics {
    const { level, number, functionIndex, metrics } = this.#rows[row]!
    if (tool === this.#loaded.tool) return metrics
    return metricsAt(level === 'line' ? this.#costsOf(functionIndex, tool) : this.#sumsOf(tool)[level], number)
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

  /**
   * Modules match by path, files by name, functions by name and by their lines, which are rows only once opened; loops
   * never: their file already does.
   */
  search(test: TextTest | null): number {
    this.#match = null
    this.#below = null
    if (test === null) return 0
    const { modules, functions, files } = this.#loaded.profile
    const names = matchNames(this.#loaded.profile, test)
    const byLine = functionsByLine(this.#loaded.profile, names)
    const match = new Uint8Array(this.#rows.length)
    const below = new Uint8Array(this.#rows.length)
    for (let row = this.#rows.length - 1; row >= 0; row--) {
      const { level, index, parent } = this.#rows[row]!
      if (this.#isEmpty[row] === 1) continue
      const fits =
        (level === 'module' && modules[index] !== undefined && test(modules[index].path)) ||
        (level === 'file' && files[index] !== undefined && names.files[index] === 1) ||
        (level === 'function' && (test(functions[index]!.name) || byLine[index] === 1))
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
    const { loops } = this.#groups
    const loop = this.#loopRows[loops.ofNode(lineNode ?? node)] ?? -1
    const line = lineNode === undefined ? undefined : this.#lineRow(functionIndex, lineNode)
    const isOwn = !isFunctionRow(nodes.kind[node]!)
    const last = line ?? (isOwn && loop >= 0 ? loop : this.#functionRows.get(functionIndex))
    if (last === undefined) return null
    const path: number[] = []
    for (let row = last; row >= 0; row = this.#rows[row]!.parent) path.push(row)
    return path.reverse()
  }

  #sumsOf(tool: MetricsOf): FlatSums {
    let sums = this.#sums.get(tool)
    if (!sums) this.#sums.set(tool, (sums = this.#groups.sums(withTool(this.#loaded, tool), UNOBSERVED)))
    return sums
  }

  #costsOf(functionIndex: number, tool: MetricsOf): LineCosts {
    const { costs } = this.#linesOf(functionIndex)
    let ofTool = costs.get(tool)
    if (!ofTool) costs.set(tool, (ofTool = lineCosts(withTool(this.#loaded, tool), this.#groups.loops, this.#groups.linesOf(functionIndex))))
    return ofTool
  }

  /** Below a row there, without lines. */
  #childrenAbove(row: number): Int32Array {
    return edgesOf(this.#childIndex, row).map((at) => this.#childRows[at]!)
  }

  /** Created with its rows when the function is first opened. */
  #linesOf(functionIndex: number): FunctionLines {
    let lines = this.#lines.get(functionIndex)
    if (!lines) {
      const costs = lineCosts(this.#loaded, this.#groups.loops, this.#groups.linesOf(functionIndex))
      const timed = this.#runCost === null ? null : lineCosts(this.#runCost, this.#groups.loops, this.#groups.linesOf(functionIndex))
      const rows = costs.loop.map((loop, number) =>
        this.#make('line', number, { index: number, functionIndex, metrics: metricsAt(costs, number) }, timed?.traps[number] ?? 0, () =>
          loop >= 0 ? this.#loopRows[loop]! : this.#functionRows.get(functionIndex)!,
        ),
      )
      this.#lines.set(functionIndex, (lines = { costs: new Map([[this.#loaded.tool, costs]]), rows }))
    }
    return lines
  }

  /** Row of the line that the node is of; undefined without one. */
  #lineRow(functionIndex: number, node: number): number | undefined {
    if (!this.#functionRows.has(functionIndex)) return undefined
    const { nodes } = this.#loaded.profile
    const { costs, rows } = this.#linesOf(functionIndex)
    const { loop, file, line } = costs.get(this.#loaded.tool)!
    const own = this.#groups.loops.ofNode(node)
    const row = rows.find((_, number) => line[number] === nodes.line[node] && file[number] === nodes.file[node] && loop[number] === own) ?? -1
    return row < 0 ? undefined : row
  }

  /** @param interrupts of the CPU clock. @returns its number; −1 for a row without data of the tool or CPU time */
  #make(level: FlatRow['level'], number: number, row: Pick<FlatRow, 'index' | 'functionIndex' | 'metrics'>, interrupts: number, parent: () => number): number {
    return row.metrics.traps + interrupts > 0 ? this.#rows.push({ ...row, level, number, parent: parent() }) - 1 : -1
  }

  /** Rows of all levels except lines. */
  #makeRows(hidden: Uint8Array): void {
    const { nodes, functions, modules } = this.#loaded.profile
    const { files, fileOfFunction, loops } = this.#groups
    const sums = this.#sumsOf(this.#loaded.tool)
    const timed = this.#runCost === null ? null : this.#sumsOf('run-cost')
    const make = (
      level: keyof FlatSums,
      number: number,
      { index = number, functionIndex = -1 }: { index?: number; functionIndex?: number },
      parent: () => number,
    ): number => this.#make(level, number, { index, functionIndex, metrics: metricsAt(sums[level], number) }, timed?.[level].traps[number] ?? 0, parent)
    // Modules are numbered from −1 (none).
    const moduleRows = Array.from({ length: modules.length + 1 }, (_, number) => make('module', number, { index: number - 1 }, () => -1))
    const fileRows = Array.from({ length: files.length }, (_, number) =>
      make('file', number, { index: files.second(number) }, () => moduleRows[files.first(number) + 1]!),
    )
    for (let index = 0; index < functions.length; index++) {
      if (hidden[index] === 1) continue
      const row = make('function', index, { functionIndex: index }, () => fileRows[fileOfFunction[index]!]!)
      if (row >= 0) this.#functionRows.set(index, row)
    }
    for (let index = 0; index < loops.length; index++) {
      const around = loops.parent[index]!
      const functionIndex = nodes.functionIndex[loops.node[index]!]!
      this.#loopRows.push(make('loop', index, { functionIndex }, () => (around >= 0 ? this.#loopRows[around]! : this.#functionRows.get(functionIndex)!)))
    }
  }
}

/** By row 1: a module or file without functions. */
function emptyGroups(rows: readonly FlatRow[]): Uint8Array {
  const isEmpty = Uint8Array.from(rows, ({ level }) => (level === 'module' || level === 'file' ? 1 : 0))
  // Rows come behind the one that they are in.
  for (let row = rows.length - 1; row >= 0; row--) {
    const { parent } = rows[row]!
    if (isEmpty[row] === 0 && parent >= 0) isEmpty[parent] = 0
  }
  return isEmpty
}
