/**
 * Flame graphs of the waste of a tool's pairs (for a tool without waste: of its observations), by the calling contexts
 * of either access, or of the CPU time. Contexts with the same functions in the same order share a box, whatever their
 * call sites. All frames of a long recursion except its first and last one are one box, numbered after all functions.
 * Start-up frames have no boxes, as in trees, unless the access itself is in one.
 */
import { runCost } from '../../../../shared/metrics/run_cost.ts'
import { growingFloat64, growingInt32 } from '../../../../shared/profile/columns/growing_column.ts'
import { PairInterner } from '../../../../shared/profile/pair_interner.ts'
import { isSought, isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../../../../shared/profile/profile.ts'
import { RowSet } from '../../../../shared/profile/columns/row_set.ts'
import { isFunctionRow, UNKNOWN } from '../../../../shared/profile/tables.ts'
import { partOf, rowProgress, UNOBSERVED, type Progress } from '../../../../shared/progress.ts'
import { RpcError } from '../../../../shared/rpc/contract.ts'
import { type FlameGraph, type FlameQuestion } from '../../../../shared/rpc/charts.ts'
import { foldedPath, recursionFrom } from './folded_frames.ts'
import { toolTotal, type LoadedProfile } from '../loaded_profile.ts'

/** Boxes below this share of the whole are narrower than a pixel of the widest window. */
const LEAST_SHARE = 1 / 4000
/** More boxes are indistinguishable, and a window need not hold them. */
const MOST_BOXES = 20_000
const ROOT_BOX = 0

/** @throws RpcError not-found if a requested box does not exist */
export function flameGraph(loaded: LoadedProfile, { measure = 'waste', side, inverted, around, narrowed }: FlameQuestion, progress = UNOBSERVED): FlameGraph {
  const { profile } = loaded
  const startUp = loaded.startUpRows()
  const amounts = narrowed === null ? pairAmounts(loaded, null) : pairAmounts(loaded, boxTest(loaded, narrowed, startUp))
  const boxes = new Boxes()
  const named = around === null ? null : functionsNamed(profile, around)
  const isAroundStartUp = named !== null && Array.from(startUp).some((row) => named[profile.nodes.functionIndex[row]!] === 1)
  const path = pathOfFunctions(profile, inverted, named, isAroundStartUp ? new Set() : startUp)
  const weights = measure === 'run-cost' ? runCostByNode(profile) : byNode(profile.nodes.length, profile.pairs, side, amounts)
  const { rows, own, traps, heaviest } = weights
  if (inverted && around === null) {
    addOutwards(boxes, profile, weights, amounts, startUp, progress)
    return boxes.drawn(profile)
  }
  const reached = rowProgress(progress, own.length)
  for (let at = 0; at < own.length; at++) {
    reached(at)
    boxes.add(path(rows[at]!), own[at]!, traps[at]!, heaviest[at]!, amounts)
  }
  return boxes.drawn(profile)
}

class Boxes {
  readonly #children = new PairInterner()
  readonly #amount = growingFloat64()
  readonly #traps = growingFloat64()
  readonly #heaviest = growingInt32()

  constructor() {
    this.#push()
  }

  #push(): void {
    this.#amount.push(0)
    this.#traps.push(0)
    this.#heaviest.push(-1)
  }

  add(path: number[] | null, amount: number, traps: number, pair: number, amounts: Float64Array): void {
    if (path === null) return
    let box = ROOT_BOX
    this.put(box, amount, traps, pair, amounts)
    for (const functionIndex of path) {
      box = this.on(box, functionIndex)
      this.put(box, amount, traps, pair, amounts)
    }
  }

  /** The box of a function on another box. */
  on(box: number, functionIndex: number): number {
    const child = this.#children.intern(box, functionIndex) + 1
    if (child === this.#amount.length) this.#push()
    return child
  }

  isWide(box: number): boolean {
    return this.#amount.get(box) >= this.#amount.get(ROOT_BOX) * LEAST_SHARE
  }

  /** The boxes that are wide enough, row by row: parents before their children, neighbours by name. */
  drawn({ functions }: ProfileTables): FlameGraph {
    const total = this.#amount.get(ROOT_BOX)
    // Only for boxes that are drawn.
    const children = new Map<number, number[]>()
    let leftOut = 0
    for (let box = 1; box < this.#amount.length; box++) {
      const parent = this.#children.first(box - 1)
      const siblings = children.get(parent)
      if (!this.isWide(box)) leftOut++
      else if (siblings) siblings.push(box)
      else children.set(parent, [box])
    }
    const name = (box: number): string => {
      const number = this.#children.second(box - 1)
      return number < functions.length ? functions[number]!.name : `recursive frames of ${functions[number - functions.length]!.name}`
    }
    const graph: FlameGraph = { total, leftOut, names: [], functions: [], parent: [], start: [], amount: [], traps: [], pair: [] }
    const pending: Array<{ box: number; parent: number; start: number }> = [{ box: ROOT_BOX, parent: -1, start: 0 }]
    // Row by row: if there are too many boxes, the rows farthest from the whole are left out, equally in all its parts.
    for (const { box, parent, start } of pending) {
      if (graph.parent.length === MOST_BOXES) {
        graph.leftOut++
        continue
      }
      const drawn = graph.parent.push(parent) - 1
      graph.names.push(box === ROOT_BOX ? '' : name(box))
      graph.functions.push(box === ROOT_BOX ? -1 : this.#children.second(box - 1))
      graph.start.push(start)
      graph.amount.push(this.#amount.get(box))
      graph.traps.push(this.#traps.get(box))
      graph.pair.push(this.#heaviest.get(box))
      let at = start
      for (const child of (children.get(box) ?? []).sort((a, b) => (name(a) < name(b) ? -1 : 1))) {
        pending.push({ box: child, parent: drawn, start: at })
        at += this.#amount.get(child)
      }
    }
    return graph
  }

  put(box: number, amount: number, traps: number, pair: number, amounts: Float64Array): void {
    this.#amount.set(box, this.#amount.get(box) + amount)
    this.#traps.set(box, this.#traps.get(box) + traps)
    const held = this.#heaviest.get(box)
    if (pair >= 0 && (held < 0 || amounts[pair]! > amounts[held]!)) this.#heaviest.set(box, pair)
  }
}

/**
 * Contexts from the accesses outwards, all together one function at a time: boxes above one that is too small to see
 * are never built. A compiler's contexts differ in their millions of outer callers.
 */
function addOutwards(
  boxes: Boxes,
  { nodes: { parent, kind, functionIndex }, functions }: Pick<ProfileTables, 'nodes' | 'functions'>,
  { rows, own, traps, heaviest }: NodeWeights,
  amounts: Float64Array,
  startUp: ReadonlySet<number>,
  progress: Progress,
): void {
  const all = rows.length
  /** By position in `rows`: how far outwards the context is, and in which box. */
  const at = rows.slice()
  const boxOf = new Int32Array(all).fill(ROOT_BOX)
  /** Outermost frame of the recursion that the context stands in; 0: in none. */
  const recursionEnd = new Int32Array(all)
  const innerFramesShown = new Uint8Array(all)
  const frameFrom = (row: number, isInnermost = false): number => {
    let frame = row
    while (frame > 0 && !(isFrame(kind[frame]!) && (isInnermost || !startUp.has(frame)))) frame = parent[frame]!
    return frame
  }
  let contexts = new Int32Array(all)
  for (let context = 0; context < all; context++) {
    contexts[context] = context
    boxes.put(ROOT_BOX, own[context]!, traps[context]!, heaviest[context]!, amounts)
  }
  /** Outermost frame of the recursion that begins with the frame; 0: none does. */
  const endOfRecursion = (frame: number): number => {
    const frames = [frame]
    const last = recursionFrom((count) => {
      while (frames.length <= count && frames.at(-1)! > 0) frames.push(frameFrom(parent[frames.at(-1)!]!))
      const row = frames[count] ?? 0
      return row > 0 ? functionIndex[row]! : undefined
    })
    return last === 0 ? 0 : frames[last]!
  }
  while (contexts.length > 0) {
    const reached = rowProgress(partOf(progress, 1 - contexts.length / all, 1), contexts.length)
    let left = 0
    for (let position = 0; position < contexts.length; position++) {
      reached(position)
      const context = contexts[position]!
      const end = recursionEnd[context]!
      const between = end > 0 && innerFramesShown[context] === 0
      const frame = end > 0 ? end : frameFrom(at[context]!, boxOf[context] === ROOT_BOX)
      if (frame <= 0) continue
      boxOf[context] = boxes.on(boxOf[context]!, functionIndex[frame]! + (between ? functions.length : 0))
      boxes.put(boxOf[context]!, own[context]!, traps[context]!, heaviest[context]!, amounts)
      if (between) innerFramesShown[context] = 1
      else {
        recursionEnd[context] = end > 0 ? 0 : endOfRecursion(frame)
        innerFramesShown[context] = 0
        at[context] = parent[frame]!
      }
      contexts[left++] = context
    }
    contexts = contexts.subarray(0, left).filter((context) => boxes.isWide(boxOf[context]!))
  }
}

function isFrame(kind: number): boolean {
  return isFunctionRow(kind) || kind === UNKNOWN
}

/** Waste of each of the tool's pairs, 0 for all others; if the tool has no waste, its traps. */
function pairAmounts(loaded: LoadedProfile, passes: ((pair: number) => boolean) | null): Float64Array {
  const { pairs } = loaded.profile
  const tool = TOOLS.indexOf(loaded.tool)
  const knowsWaste = toolTotal(loaded) > 0
  return pairs.amount.map((amount, pair) => {
    const relation = RELATIONS[pairs.relation[pair]!]!
    if (pairs.tool[pair] !== tool || (passes !== null && !passes(pair))) return 0
    if (knowsWaste) return isWasteful(relation) ? amount : 0
    return isSought(relation) ? pairs.traps[pair]! : 0
  })
}

/** Rows of the tree with an amount of their own, and by position among them that amount, the traps behind it, and the heaviest pair. */
interface NodeWeights {
  rows: Int32Array
  own: Float64Array
  traps: Float64Array
  heaviest: Int32Array
}

function byNode(nodeCount: number, pairs: ProfileTables['pairs'], side: FlameQuestion['side'], amounts: Float64Array): NodeWeights {
  const nodeOf = pairs[side]
  const set = new RowSet(nodeCount)
  for (let pair = 0; pair < amounts.length; pair++) if (amounts[pair]! > 0) set.add(nodeOf[pair]!)
  const own = new Float64Array(set.size)
  const traps = new Float64Array(set.size)
  const heaviest = new Int32Array(set.size).fill(-1)
  for (let pair = 0; pair < amounts.length; pair++) {
    if (!(amounts[pair]! > 0)) continue
    const at = set.rank(nodeOf[pair]!)
    own[at]! += amounts[pair]!
    traps[at]! += pairs.traps[pair]!
    if (heaviest[at]! < 0 || amounts[pair]! > amounts[heaviest[at]!]!) heaviest[at] = pair
  }
  return { rows: set.members(), own, traps, heaviest }
}

function runCostByNode(profile: Pick<ProfileTables, 'cpuTimes' | 'executed' | 'run'>): NodeWeights {
  const cost = runCost(profile)
  if (cost === null) return { rows: new Int32Array(), own: new Float64Array(), traps: new Float64Array(), heaviest: new Int32Array() }
  return { rows: cost.node, own: cost.own, traps: cost.observations, heaviest: new Int32Array(cost.node.length).fill(-1) }
}

/**
 * Functions of a context, as boxes are stacked: from the outermost on, or from the access outwards.
 * @param startUp rows without a box, of startUpRows
 * @param around starts at the outermost frame of these functions: inwards, or inverted outwards; null for contexts
 * without
 */
function pathOfFunctions(
  { nodes, functions }: ProfileTables,
  inverted: boolean,
  around: Uint8Array | null,
  startUp: ReadonlySet<number>,
): (node: number) => number[] | null {
  return (node) => {
    const outwards: number[] = []
    for (let at = node; at > 0; at = nodes.parent[at]!) {
      if (isFrame(nodes.kind[at]!) && (outwards.length === 0 || !startUp.has(at))) outwards.push(nodes.functionIndex[at]!)
    }
    const from = around === null ? -1 : outwards.findLastIndex((functionIndex) => around[functionIndex] === 1)
    if (around !== null && from < 0) return null
    const standIn = (functionIndex: number): number => functions.length + functionIndex
    if (inverted) return foldedPath(around === null ? outwards : outwards.slice(from), standIn)
    return foldedPath(around === null ? outwards : outwards.slice(0, from + 1), standIn).reverse()
  }
}

/** Pairs whose access on the box's side is in the box. */
function boxTest(
  { profile }: LoadedProfile,
  { side, inverted, path }: NonNullable<FlameQuestion['narrowed']>,
  startUp: ReadonlySet<number>,
): (pair: number) => boolean {
  const functionsOf = pathOfFunctions(profile, inverted, null, startUp)
  const known = new Map<number, boolean>()
  const fits = (node: number): boolean => {
    let runsThrough = known.get(node)
    if (runsThrough === undefined) {
      const own = functionsOf(node)!
      runsThrough = path.every((functionIndex, depth) => own[depth] === functionIndex)
      known.set(node, runsThrough)
    }
    return runsThrough
  }
  return (pair) => fits(profile.pairs[side][pair]!)
}

function functionsNamed({ functions }: ProfileTables, wanted: string): Uint8Array {
  const named = Uint8Array.from(functions, ({ name }) => (name === wanted ? 1 : 0))
  if (!named.includes(1)) throw new RpcError('not-found', `The profile has no function ${wanted}; choose one from its trees`)
  return named
}
