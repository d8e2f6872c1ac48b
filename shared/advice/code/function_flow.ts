/** Control flow of one function as its disassembly shows it: which instructions belong to a loop, and what happens in it. */
import { firstIndex } from '../../profile/columns/lower_bound.ts'
import { parseInstruction, type Instruction, type InstructionText } from './instruction.ts'

/** One natural loop: positions of its instructions, ascending. */
export interface Loop {
  /** Position of the header. */
  header: number
  body: number[]
  inBody: Uint8Array
  /** No jump in it leads to a place that is not known: all of its code is in the body. */
  complete: boolean
}

export class FunctionFlow {
  readonly name: string
  readonly instructions: readonly Instruction[]
  readonly #positions: Map<number, number>
  readonly #loops = new Map<number, Loop | null>()
  #predecessors: number[][] | null = null

  /** @param lines the whole function by address, entered at the first */
  constructor(name: string, lines: readonly InstructionText[]) {
    this.name = name
    this.instructions = lines.map(parseInstruction)
    this.#positions = new Map(this.instructions.map(({ address }, position) => [address, position]))
  }

  /** Position of the instruction at an address, which may lie inside of it; −1 outside of the function. */
  positionOf(address: number): number {
    const exact = this.#positions.get(address)
    if (exact !== undefined) return exact
    const position = firstIndex(0, this.instructions.length, (index) => this.instructions[index]!.address > address) - 1
    const found = this.instructions[position]
    return found !== undefined && address < found.address + found.length ? position : -1
  }

  /** Positions that control may go to next. Jumps through registers and tables lead nowhere that is known. */
  successors(position: number): number[] {
    const { mnemonic, target } = this.instructions[position]!
    if (/^(ret|ud2|hlt|iret)/.test(mnemonic)) return []
    const next = position + 1 < this.instructions.length ? [position + 1] : []
    if (!mnemonic.startsWith('j')) return next
    const jump = target === null ? -1 : (this.#positions.get(target) ?? -1)
    return [...(mnemonic === 'jmp' ? [] : next), ...(jump < 0 ? [] : [jump])]
  }

  /** Positions that control may have come from. */
  predecessors(position: number): readonly number[] {
    return this.#previous()[position] ?? []
  }

  /** The natural loop with a header at the address; null if there is none. */
  loopAt(headerAddress: number): Loop | null {
    let loop = this.#loops.get(headerAddress)
    if (loop === undefined) this.#loops.set(headerAddress, (loop = this.#findLoop(this.positionOf(headerAddress))))
    return loop
  }

  #findLoop(header: number): Loop | null {
    if (header < 0) return null
    const previous = this.#previous()
    // Blocks that the header dominates are reached only through it.
    const withoutHeader = reached([0], (position) => (position === header ? [] : this.successors(position)), this.instructions.length, header)
    const fromHeader = reached([header], (position) => this.successors(position), this.instructions.length, -1)
    const sources = previous[header]!.filter((position) => fromHeader[position] === 1 && (header === 0 || withoutHeader[position] === 0))
    if (sources.length === 0) return null
    const inBody = reached(
      sources.filter((position) => position !== header),
      (position) => previous[position]!.filter((at) => fromHeader[at] === 1),
      this.instructions.length,
      header,
    )
    inBody[header] = 1
    const body = Array.from(inBody.keys()).filter((position) => inBody[position] === 1)
    return {
      header,
      inBody,
      body,
      complete: !Array.from(fromHeader.keys()).some((position) => fromHeader[position] === 1 && withoutHeader[position] === 0 && this.#leadsAnywhere(position)),
    }
  }

  /** A jump through a register or table; the table of dynamic linking leads out of the function. */
  #leadsAnywhere(position: number): boolean {
    const { mnemonic, target, memory } = this.instructions[position]!
    return mnemonic === 'jmp' && target === null && !(memory !== null && memory.base === null && memory.index === null)
  }

  /** 1 for the positions that the same iteration of a loop may come to after one of its body. */
  laterInIteration({ header, inBody }: Loop, position: number): Uint8Array {
    const steps = (at: number): number[] => this.successors(at).filter((next) => inBody[next] === 1 && next !== header)
    return reached(steps(position), steps, this.instructions.length, -1)
  }

  /**
   * Positions that control may pass on its way from one position to another, both left out, without a new iteration of the loop.
   * @param loop around both; null: none @returns null: no such way is known
   */
  between(from: number, to: number, loop: Loop | null): number[] | null {
    const isInside = (at: number): boolean => at !== loop?.header && loop?.inBody[at] !== 0
    const onwards = (at: number): number[] => (at === to ? [] : this.successors(at).filter(isInside))
    const back = (at: number): number[] => (at === from || at === loop?.header ? [] : this.#previous()[at]!.filter((each) => loop?.inBody[each] !== 0))
    const { length } = this.instructions
    const after = reached(onwards(from), onwards, length, -1)
    if (after[to] === 0) return null
    const before = reached(back(to), back, length, -1)
    return Array.from(after.keys()).filter((at) => after[at] === 1 && before[at] === 1 && at !== from && at !== to)
  }

  /** Whether control may come from one position to the end of the iteration, or of the function, without passing another one. @param loop around both; null: none */
  mayPassBy(from: number, other: number, loop: Loop | null): boolean {
    const isEnd = (at: number): boolean => at === loop?.header || loop?.inBody[at] === 0
    const steps = (at: number): number[] => (at === other || isEnd(at) ? [] : this.successors(at))
    const passed = reached(steps(from), steps, this.instructions.length, other)
    return Array.from(passed.keys()).some((at) => passed[at] === 1 && (isEnd(at) || this.instructions[at]!.mnemonic === 'ret'))
  }

  #previous(): number[][] {
    if (this.#predecessors === null) {
      const predecessors = this.instructions.map((): number[] => [])
      this.instructions.forEach((_, position) => this.successors(position).forEach((next) => predecessors[next]!.push(position)))
      this.#predecessors = predecessors
    }
    return this.#predecessors
  }
}

/** 1 for everything that the steps reach from the starts, the starts included; `stop` is not reached. */
function reached(starts: readonly number[], steps: (position: number) => readonly number[], length: number, stop: number): Uint8Array {
  const seen = new Uint8Array(length)
  const open = starts.filter((position) => position !== stop)
  for (const position of open) seen[position] = 1
  for (let position = open.pop(); position !== undefined; position = open.pop()) {
    for (const next of steps(position)) {
      if (next === stop || seen[next] === 1) continue
      seen[next] = 1
      open.push(next)
    }
  }
  return seen
}
