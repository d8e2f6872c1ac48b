/** Calling contexts as other profilers store them: a tree of stacks, each a frame below another stack. */
import { PairInterner } from '../../shared/profile/pair_interner.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { valuesOf } from '../../shared/profile/columns/lazy_property.ts'
import { INLINED, INSTRUCTION, isFunctionRow, LINE, LOOP, UNKNOWN, type NodeTable } from '../../shared/profile/tables.ts'

/** A function and its current place: the call of the next frame, or the access itself. */
export interface StackFrame {
  /** Function's name, or the words of a frame that represents no function. */
  name: string
  /** Into the profile's functions; −1 for a frame that represents no function. */
  functionIndex: number
  /** Into the profile's files; −1 if unknown. */
  file: number
  /** 1-based; −1 if unknown. */
  line: number
  /** Into the profile's modules; −1 for code in no known module. */
  module: number
  /** ELF virtual address of the call or the access; −1 if unknown. */
  address: number
  /** Inlined into the frame above it. */
  inlined: boolean
}

export class StackTable {
  readonly frames: StackFrame[] = []
  readonly #profile: ProfileTables
  readonly #frameNumbers = new Map<string, number>()
  /** (parent stack, frame); parent −1 of outermost frames. */
  readonly #stacks = new PairInterner()
  /** Stack of each row of the calling-context tree whose outermost frame has no parent, as far as requested. */
  readonly #ofRow = new Map<number, number>()
  readonly #nodes: NodeValues

  /** @param few few stacks are requested: only the rows on their way are read */
  constructor(profile: ProfileTables, few = false) {
    this.#profile = profile
    this.#nodes = eachColumn((name) => (few ? valuesOf(profile.nodes, name) : whole(profile.nodes[name])))
  }

  get length(): number {
    return this.#stacks.length
  }

  /** Smaller than `stack`; −1 of an outermost frame. */
  parent(stack: number): number {
    return this.#stacks.first(stack)
  }

  /** Into `frames`. */
  frame(stack: number): number {
    return this.#stacks.second(stack)
  }

  /** Frames of a stack, outermost first, as numbers into `frames`. */
  path(stack: number): number[] {
    const path: number[] = []
    for (let at = stack; at >= 0; at = this.parent(at)) path.push(this.frame(at))
    return path.reverse()
  }

  /** @param row of the calling-context tree; its outermost frame gets no parent */
  stackOf(row: number): number {
    const stack = this.#ofRow.get(row) ?? this.#append(-1, row)
    this.#ofRow.set(row, stack)
    return stack
  }

  /** The context of `row`, begun below `stack` after a frame of text: this is how one chain shows a pair. */
  below(stack: number, words: string, row: number): number {
    const link = this.#number({ name: words, functionIndex: -1, file: -1, line: -1, module: -1, address: -1, inlined: false })
    return this.#append(this.#stacks.intern(stack, link), row)
  }

  #append(stack: number, row: number): number {
    const nodes = this.#nodes
    const holders: number[] = []
    for (let at = row; at > 0; at = nodes.parent(at)) if (isFrame(nodes.kind(at))) holders.push(at)
    let appended = stack
    for (let i = holders.length - 1; i >= 0; i--) appended = this.#stacks.intern(appended, this.#frameOf(holders[i]!, holders[i - 1] ?? row))
    return appended
  }

  /** @param running the row below `holder` that is its place: a call, or the access; `holder` itself if unknown */
  #frameOf(holder: number, running: number): number {
    const { functions, instructions } = this.#profile
    const nodes = this.#nodes
    const functionIndex = nodes.functionIndex(holder)
    const { name, module } = functions[functionIndex]!
    const isAccess = nodes.kind(running) === INSTRUCTION
    const line = isAccess && nodes.kind(nodes.parent(running)) === LINE ? nodes.parent(running) : running
    const isPlaced = running !== holder && (!isAccess || line !== running)
    return this.#number({
      name,
      functionIndex,
      file: isPlaced ? nodes.file(line) : -1,
      line: isPlaced ? nodes.line(line) : -1,
      module: isAccess ? instructions[nodes.instruction(running)]!.module : module,
      address: isAccess ? instructions[nodes.instruction(running)]!.address : addressOf(nodes.kind(running), nodes.address(running), running === holder),
      inlined: nodes.kind(holder) === INLINED,
    })
  }

  #number(frame: StackFrame): number {
    const key = `${frame.functionIndex} ${frame.file} ${frame.line} ${frame.module} ${frame.address} ${frame.inlined ? 1 : 0} ${frame.functionIndex < 0 ? frame.name : ''}`
    const known = this.#frameNumbers.get(key)
    if (known !== undefined) return known
    this.#frameNumbers.set(key, this.frames.length)
    return this.frames.push(frame) - 1
  }
}

function isFrame(kind: number): boolean {
  return isFunctionRow(kind) || kind === UNKNOWN
}

/** Address of calls and loop headers; lines have none of their own. */
function addressOf(kind: number, address: number, isHolder: boolean): number {
  return isHolder || kind === LINE ? -1 : kind === LOOP || isFrame(kind) ? address : -1
}

/** Values of the tree's rows, by column. */
type NodeValues = Record<Exclude<keyof NodeTable, 'length'>, (row: number) => number>

function whole(column: ArrayLike<number>): (row: number) => number {
  return (row) => column[row]!
}

function eachColumn(values: (name: keyof NodeValues) => (row: number) => number): NodeValues {
  return {
    parent: values('parent'),
    kind: values('kind'),
    functionIndex: values('functionIndex'),
    file: values('file'),
    line: values('line'),
    address: values('address'),
    instruction: values('instruction'),
  }
}
