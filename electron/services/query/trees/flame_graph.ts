/**
 * Flame graphs of the waste of a tool's pairs (for a tool without waste: of its observations), by the calling contexts
 * of either access, or of the CPU time. Contexts with the same functions and loops in the same order share a box, whatever
 * their call sites; inverted graphs are about callers and have no loops. All frames of a long recursion except its first and
 * last one are one box, without loops. Start-up frames have no boxes, as in trees, unless the access itself is in one. Each
 * box also says how much of what the tool saw in it was waste.
 */
import { runCost } from '../../../../shared/metrics/run_cost.ts'
import { ownSums } from '../../../../shared/metrics/tool_sums.ts'
import { growingFloat64, growingInt32 } from '../../../../shared/profile/columns/growing_column.ts'
import { PairInterner } from '../../../../shared/profile/pair_interner.ts'
import { isSought, isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../../../../shared/profile/profile.ts'
import { RowSet } from '../../../../shared/profile/columns/row_set.ts'
import { LOOP } from '../../../../shared/profile/tables.ts'
import { partOf, rowProgress, UNOBSERVED, type Progress } from '../../../../shared/progress.ts'
import { RpcError } from '../../../../shared/rpc/contract.ts'
import { type FlameGraph, type FlameQuestion } from '../../../../shared/rpc/charts.ts'
import { foldedPath, recursionFrom } from './folded_frames.ts'
import { BoxNumbers } from './box_numbers.ts'
import { InwardBoxes, isFrame, ROOT_BOX } from './inward_boxes.ts'
import { toolTotal, type LoadedProfile } from '../loaded_profile.ts'

/** Boxes below this share of the whole are narrower than a pixel of the widest window. */
const LEAST_SHARE = 1 / 4000
/** More boxes are indistinguishable, and a window need not hold them. */
const MOST_BOXES = 20_000
const NO_LOOPS: readonly number[] = []

/** @throws RpcError not-found if a requested box does not exist */
export function flameGraph(loaded: LoadedProfile, { measure = 'waste', side, inverted, around, narrowed }: FlameQuestion, progress = UNOBSERVED): FlameGraph {
  const { profile } = loaded
  const startUp = loaded.startUpRows()
  const amounts = pairAmounts(loaded, narrowed === null ? null : boxTest(loaded, narrowed, startUp))
  const boxes = new Boxes()
  const named = around === null ? null : functionsNamed(profile, around)
  const isAroundStartUp = named !== null && Array.from(startUp).some((row) => named[profile.nodes.functionIndex[row]!] === 1)
  // What was used is known of earlier accesses only, and of all pairs.
  const withShares = side === 'source' && narrowed === null && toolTotal(loaded) > 0
  const weights = weightsByNode(loaded, measure, side, amounts, withShares)
  if (around === null) {
    const add = inverted ? addOutwards : addInwards
    add(boxes, loaded, weights, startUp, progress)
    return boxes.drawn(new BoxNumbers(loaded))
  }
  const path = pathOfFrames(loaded, inverted, named, isAroundStartUp ? new Set() : startUp)
  const reached = rowProgress(progress, weights.rows.length)
  for (const [at, row] of weights.rows.entries()) {
    reached(at)
    const boxesOfRow = path(row)
    if (boxesOfRow !== null) boxes.put(boxes.ofPath(boxesOfRow), weights, at)
  }
  boxes.sumUp(weights)
  return boxes.drawn(new BoxNumbers(loaded))
}

/** Rows with an amount make the boxes. What the tool saw elsewhere counts in the innermost box that there is. */
function addInwards(boxes: Boxes, loaded: LoadedProfile, weights: NodeWeights, startUp: ReadonlySet<number>, progress: Progress): void {
  const { rows, own } = weights
  const inwards = new InwardBoxes(loaded.profile.nodes, startUp, new BoxNumbers(loaded), boxes)
  const path = pathOfFrames(loaded, false, null, startUp)
  for (const makes of [true, false]) {
    const reached = rowProgress(partOf(progress, makes ? 0 : 0.5, makes ? 0.5 : 1), rows.length)
    for (let at = 0; at < rows.length; at++) {
      reached(at)
      if (own[at]! > 0 === makes) boxes.put(inwards.of(rows[at]!, makes) ?? boxes.ofPath(path(rows[at]!)!), weights, at)
    }
  }
  boxes.sumUp(weights)
}

class Boxes {
  readonly #children = new PairInterner()
  readonly #amount = growingFloat64()
  readonly #traps = growingFloat64()
  readonly #heaviest = growingInt32()
  readonly #waste = growingFloat64()
  readonly #use = growingFloat64()
  readonly #observed = growingFloat64()

  constructor() {
    this.#push()
  }

  #push(): void {
    for (const column of [this.#amount, this.#traps, this.#waste, this.#use, this.#observed]) column.push(0)
    this.#heaviest.push(-1)
  }

  /** The box of a number on another box. */
  on(box: number, number: number): number {
    const child = this.#children.intern(box, number) + 1
    if (child === this.#amount.length) this.#push()
    return child
  }

  known(box: number, number: number): number {
    const child = this.#children.known(box, number)
    return child < 0 ? child : child + 1
  }

  ofPath(path: readonly number[]): number {
    return path.reduce((box, number) => this.on(box, number), ROOT_BOX)
  }

  /** Adds what each box has to the boxes that it is on. */
  sumUp({ amounts }: NodeWeights): void {
    for (let box = this.#amount.length - 1; box > ROOT_BOX; box--) {
      const parent = this.#children.first(box - 1)
      for (const column of [this.#amount, this.#traps, this.#waste, this.#use, this.#observed]) increase(column, parent, column.get(box))
      this.#keepHeaviest(parent, this.#heaviest.get(box), amounts)
    }
  }

  #keepHeaviest(box: number, pair: number, amounts: Float64Array): void {
    const held = this.#heaviest.get(box)
    if (pair >= 0 && (held < 0 || amounts[pair]! > amounts[held]!)) this.#heaviest.set(box, pair)
  }

  isWide(box: number): boolean {
    return this.#amount.get(box) >= this.#amount.get(ROOT_BOX) * LEAST_SHARE
  }

  /** The boxes that are wide enough, row by row: parents before their children, neighbours by name. */
  drawn(numbers: BoxNumbers): FlameGraph {
    const total = this.#amount.get(ROOT_BOX)
    // Only for boxes that are drawn.
    const children = new Map<number, number[]>()
    let leftOut = 0
    for (let box = 1; box < this.#amount.length; box++) {
      const parent = this.#children.first(box - 1)
      const siblings = children.get(parent)
      // Only observed, without an amount of its own: nothing is missing.
      if (this.#amount.get(box) === 0) continue
      if (!this.isWide(box)) leftOut++
      else if (siblings) siblings.push(box)
      else children.set(parent, [box])
    }
    const numberOf = (box: number): number => this.#children.second(box - 1)
    const name = (box: number): string => numbers.name(numberOf(box))
    const graph: FlameGraph = {
      total,
      leftOut,
      names: [],
      numbers: [],
      isLoop: [],
      parent: [],
      start: [],
      amount: [],
      traps: [],
      pair: [],
      wasted: [],
      observed: [],
    }
    const pending: Array<{ box: number; parent: number; start: number }> = [{ box: ROOT_BOX, parent: -1, start: 0 }]
    // Row by row: if there are too many boxes, the rows farthest from the whole are left out, equally in all its parts.
    for (const { box, parent, start } of pending) {
      if (graph.parent.length === MOST_BOXES) {
        graph.leftOut++
        continue
      }
      const drawn = graph.parent.push(parent) - 1
      graph.names.push(box === ROOT_BOX ? '' : name(box))
      graph.numbers.push(box === ROOT_BOX ? -1 : numberOf(box))
      graph.isLoop.push(box !== ROOT_BOX && numbers.isLoop(numberOf(box)))
      graph.start.push(start)
      graph.amount.push(this.#amount.get(box))
      graph.traps.push(this.#traps.get(box))
      graph.pair.push(this.#heaviest.get(box))
      const seen = this.#waste.get(box) + this.#use.get(box)
      graph.wasted.push(seen > 0 ? this.#waste.get(box) / seen : -1)
      graph.observed.push(this.#observed.get(box))
      let at = start
      for (const child of (children.get(box) ?? []).sort((a, b) => (name(a) < name(b) ? -1 : 1))) {
        pending.push({ box: child, parent: drawn, start: at })
        at += this.#amount.get(child)
      }
    }
    return graph
  }

  put(box: number, { own, traps, heaviest, amounts, waste, use, observed }: NodeWeights, at: number): void {
    increase(this.#amount, box, own[at]!)
    increase(this.#traps, box, traps[at]!)
    increase(this.#waste, box, waste[at]!)
    increase(this.#use, box, use[at]!)
    increase(this.#observed, box, observed[at]!)
    this.#keepHeaviest(box, heaviest[at]!, amounts)
  }
}

function increase(column: ReturnType<typeof growingFloat64>, row: number, by: number): void {
  if (by !== 0) column.set(row, column.get(row) + by)
}

/**
 * Contexts from the accesses outwards, all together one function at a time: boxes above one that is too small to see
 * are never built. A compiler's contexts differ in their millions of outer callers.
 */
function addOutwards(boxes: Boxes, loaded: LoadedProfile, weights: NodeWeights, startUp: ReadonlySet<number>, progress: Progress): void {
  const { parent, kind, functionIndex } = loaded.profile.nodes
  const numbers = new BoxNumbers(loaded)
  const { rows } = weights
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
    boxes.put(ROOT_BOX, weights, context)
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
      boxOf[context] = boxes.on(boxOf[context]!, between ? numbers.innerFrames(functionIndex[frame]!) : functionIndex[frame]!)
      boxes.put(boxOf[context]!, weights, context)
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

/** Rows of the tree with something of their own; all columns are by position among these rows. */
interface NodeWeights {
  rows: Int32Array
  /** What the boxes' widths are of, and the traps or interrupts behind it. */
  own: Float64Array
  traps: Float64Array
  /** The pair with the largest of `amounts`; −1: none. */
  heaviest: Int32Array
  /** By pair. */
  amounts: Float64Array
  /** What the tool saw in the row, and the traps behind it; nothing if that is not wanted. */
  waste: Float64Array
  use: Float64Array
  observed: Float64Array
}

/** @param amounts of the pairs @param withShares what the tool saw is wanted, too */
function weightsByNode(
  { profile, tool, storedSums }: LoadedProfile,
  measure: NonNullable<FlameQuestion['measure']>,
  side: FlameQuestion['side'],
  amounts: Float64Array,
  withShares: boolean,
): NodeWeights {
  const { nodes, pairs } = profile
  const nodeOf = pairs[side]
  const cost = measure === 'run-cost' ? runCost(profile) : null
  const sums = withShares ? (storedSums(tool) ?? ownSums(profile, tool)) : null
  const set = sums?.charged.with(new RowSet(nodes.length)) ?? new RowSet(nodes.length)
  if (measure === 'run-cost') for (const node of cost?.node ?? []) set.add(node)
  else for (let pair = 0; pair < pairs.length; pair++) if (amounts[pair]! > 0) set.add(nodeOf[pair]!)
  const column = (): Float64Array => new Float64Array(set.size)
  const [own, traps, waste, use, observed] = [column(), column(), column(), column(), column()]
  const heaviest = new Int32Array(set.size).fill(-1)
  if (sums !== null) {
    const [wasted, used, seen] = [sums.waste.values.all(), sums.use.values.all(), sums.traps.values.all()]
    sums.charged.each((node, number) => {
      const at = set.rank(node)
      waste[at] = wasted[number]!
      use[at] = used[number]!
      observed[at] = seen[number]!
    })
  }
  if (measure === 'run-cost') {
    for (let i = 0; i < (cost?.node.length ?? 0); i++) {
      const at = set.rank(cost!.node[i]!)
      own[at]! += cost!.own[i]!
      traps[at]! += cost!.observations[i]!
    }
    return { rows: set.members(), own, traps, heaviest, amounts, waste, use, observed }
  }
  for (let pair = 0; pair < pairs.length; pair++) {
    if (!(amounts[pair]! > 0)) continue
    const at = set.rank(nodeOf[pair]!)
    own[at]! += amounts[pair]!
    traps[at]! += pairs.traps[pair]!
    if (heaviest[at]! < 0 || amounts[pair]! > amounts[heaviest[at]!]!) heaviest[at] = pair
  }
  return { rows: set.members(), own, traps, heaviest, amounts, waste, use, observed }
}

/**
 * Numbers of a context's boxes as they are stacked: from the outermost on, or from the access outwards.
 * @param startUp rows without a box, of startUpRows
 * @param around starts at the outermost frame of these functions: inwards, or inverted outwards; null for contexts
 * without
 */
function pathOfFrames(loaded: LoadedProfile, inverted: boolean, around: Uint8Array | null, startUp: ReadonlySet<number>): (node: number) => number[] | null {
  const { nodes } = loaded.profile
  const numbers = new BoxNumbers(loaded)
  const innerFrames = (functionIndex: number): number => numbers.innerFrames(functionIndex)
  return (node) => {
    const outwards: number[] = []
    /** By frame: its loops around the access or the call, the innermost first. */
    const loops: Array<readonly number[]> = []
    let passed: number[] = []
    for (let at = node; at > 0; at = nodes.parent[at]!) {
      const kind = nodes.kind[at]!
      if (kind === LOOP && !inverted) passed.push(numbers.loop(at))
      if (!isFrame(kind)) continue
      if (outwards.length === 0 || !startUp.has(at)) {
        outwards.push(nodes.functionIndex[at]!)
        loops.push(passed.length === 0 ? NO_LOOPS : passed)
        if (passed.length > 0) passed = []
      }
    }
    const from = around === null ? -1 : outwards.findLastIndex((functionIndex) => around[functionIndex] === 1)
    if (around !== null && from < 0) return null
    if (inverted) return foldedPath(around === null ? outwards : outwards.slice(from), innerFrames, () => NO_LOOPS)
    return foldedPath(around === null ? outwards : outwards.slice(0, from + 1), innerFrames, (frame) => loops[frame]!).reverse()
  }
}

/** Pairs whose access on the box's side is in the box. */
function boxTest(
  loaded: LoadedProfile,
  { side, inverted, path }: NonNullable<FlameQuestion['narrowed']>,
  startUp: ReadonlySet<number>,
): (pair: number) => boolean {
  const pathOf = pathOfFrames(loaded, inverted, null, startUp)
  const known = new Map<number, boolean>()
  const fits = (node: number): boolean => {
    let runsThrough = known.get(node)
    if (runsThrough === undefined) {
      const own = pathOf(node)!
      runsThrough = path.every((number, depth) => own[depth] === number)
      known.set(node, runsThrough)
    }
    return runsThrough
  }
  return (pair) => fits(loaded.profile.pairs[side][pair]!)
}

function functionsNamed({ functions }: ProfileTables, wanted: string): Uint8Array {
  const named = Uint8Array.from(functions, ({ name }) => (name === wanted ? 1 : 0))
  if (!named.includes(1)) throw new RpcError('not-found', `The profile has no function ${wanted}; choose one from its trees`)
  return named
}
