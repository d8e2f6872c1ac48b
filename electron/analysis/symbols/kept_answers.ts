/**
 * What earlier analyses learned from a module's machine code: loops of functions, tail jumps, references to functions, and
 * exports. Recordings of a large program ask the same again and again. Kept by build id, in the user's cache directory, for
 * modules without debug information: loops have no places in the source there.
 */
import { lastAtMost } from '../../../shared/profile/columns/last_at_most.ts'
import { KeptFiles } from '../../cache/kept_files.ts'
import type { LoopStatistics } from '../../symbols/symbols_addon.ts'
import { identityOfCode } from './code_key.ts'
import { FunctionIndex } from './function_index.ts'
import type { SymbolModule } from './symbol_source.ts'

/** Bytes. */
const MOST_BYTES = 64 << 20
/** Bytes of a module's answers. */
const MOST_OF_MODULE = 4 << 20
/** Answers: computing fewer is faster than keeping anything about them. */
const LEAST = 64
/** Of the kept answers: for a smaller addition, writing all of them again takes longer than computing it. */
const LEAST_ADDITION = 1 / 16

export interface KeptAnswersLimits {
  mostOfModule?: number
  least?: number
}

type Answered = 'loops' | 'loopStatistics' | 'tailJumps' | 'mayBePointedTo' | 'jumpedToFrom' | 'exportedCode'
type Asked = 'loopsOfFunction' | Exclude<Answered, 'loops' | 'loopStatistics'>

/** The question for a function's loops; its ranges follow. */
const LOOPS = 'loops '

interface Loops {
  header: number[]
  parent: number[]
  low: number[]
  loop: number[]
  statistics: LoopStatistics
}

/** Of one module, which answers the rest. */
class ModuleAnswers implements Pick<SymbolModule, Answered> {
  readonly key: string
  readonly #module: Pick<SymbolModule, Asked>
  /** JSON by question, those used last at the end. */
  readonly #texts: Map<string, string>
  readonly #answers = new Map<string, unknown>()
  /** Those of this object's questions. */
  readonly #functions = new FunctionIndex<Loops>()
  readonly #keptFunctions = new FunctionIndex<string>()
  readonly #statistics = { functions: 0, loops: 0, irreducibleRegions: 0, unresolvedJumps: 0, tooLarge: 0 }
  #computed = 0

  constructor(module: Pick<SymbolModule, Asked>, key: string, content: Buffer | null) {
    this.key = key
    this.#module = module
    this.#texts = content === null ? new Map() : textsIn(content)
    for (const question of this.#texts.keys()) if (question.startsWith(LOOPS)) this.#keptFunctions.add(rangesIn(question), question)
  }

  /** Of the functions that this object was asked about, kept or not. */
  get loopStatistics(): LoopStatistics {
    return { ...this.#statistics }
  }

  loops(addresses: Float64Array): ReturnType<SymbolModule['loops']> {
    const loopStart = new Uint32Array(addresses.length + 1)
    const header: number[] = []
    addresses.forEach((address, i) => {
      header.push(...this.#headersAround(address))
      loopStart[i + 1] = header.length
    })
    const none = new Uint32Array(header.length)
    return { loopStart, frame: none, file: none, line: none, header: Float64Array.from(header), strings: [''] }
  }

  tailJumps(entry: number): ReturnType<SymbolModule['tailJumps']> {
    const { jump, address, imported, unresolved } = this.#answer(`jumps ${entry}`, () => {
      const found = this.#module.tailJumps(entry)
      return { jump: [...found.jump], address: [...found.address], imported: found.imported, unresolved: found.unresolved }
    })
    return { jump: Float64Array.from(jump), address: Float64Array.from(address), imported, unresolved }
  }

  mayBePointedTo(entry: number): boolean {
    return this.#answer(`pointed ${entry}`, () => this.#module.mayBePointedTo(entry))
  }

  jumpedToFrom(entry: number): Float64Array | null {
    const found = this.#answer(`from ${entry}`, () => {
      const callers = this.#module.jumpedToFrom(entry)
      return callers === null ? null : [...callers]
    })
    return found === null ? null : Float64Array.from(found)
  }

  exportedCode(linkageName: string): Float64Array {
    return Float64Array.from(this.#answer(`export ${linkageName}`, () => [...this.#module.exportedCode(linkageName)]))
  }

  /** Null if there is little to add. The answers used last stay if not all fit. */
  content(mostBytes: number, least: number): Buffer | null {
    if (this.#computed < Math.max(least, this.#texts.size * LEAST_ADDITION)) return null
    this.#computed = 0
    const lines: string[] = []
    let room = mostBytes
    for (const [question, text] of [...this.#texts].toReversed()) {
      const line = `${question}\t${text}\n`
      room -= Buffer.byteLength(line)
      if (room < 0) break
      lines.push(line)
    }
    return Buffer.from(lines.toReversed().join(''))
  }

  /** Outermost first. */
  #headersAround(address: number): number[] {
    const found: number[] = []
    const loops = this.#functions.at(address) ?? this.#counted(address)
    if (loops === null) return found
    for (let at = loops.loop[lastAtMost(loops.low, address)] ?? -1; at >= 0; at = loops.parent[at]!) found.push(loops.header[at]!)
    return found.toReversed()
  }

  #counted(address: number): Loops | null {
    let analysed: Loops | null = null
    let question = this.#keptFunctions.at(address)
    if (question === null) {
      const found = this.#module.loopsOfFunction(address)
      if (found === null) return null
      const { ranges, header, parent, low, loop, statistics } = found
      analysed = { header: [...header], parent: [...parent], low: [...low], loop: [...loop], statistics }
      question = `${LOOPS}${ranges.join(' ')}`
    }
    const loops = this.#answer(question, () => analysed!)
    for (const name of Object.keys(this.#statistics) as Array<keyof LoopStatistics>) this.#statistics[name] += loops.statistics[name]
    this.#functions.add(rangesIn(question), loops)
    return loops
  }

  #answer<T>(question: string, compute: () => T): T {
    if (this.#answers.has(question)) return this.#answers.get(question) as T
    const text = this.#texts.get(question)
    const answer = text === undefined ? compute() : (JSON.parse(text) as T)
    this.#answers.set(question, answer)
    if (text === undefined) this.#computed++
    this.#texts.delete(question)
    // A name in a damaged file can hold what separates answers.
    if (!/[\t\n]/.test(question)) this.#texts.set(question, text ?? JSON.stringify(answer))
    return answer
  }
}

export class KeptAnswers {
  readonly #files: KeptFiles
  readonly #mostOfModule: number
  readonly #least: number
  readonly #modules: ModuleAnswers[] = []

  constructor(files = new KeptFiles('answers-1', MOST_BYTES), { mostOfModule = MOST_OF_MODULE, least = LEAST }: KeptAnswersLimits = {}) {
    this.#files = files
    this.#mostOfModule = mostOfModule
    this.#least = least
  }

  /** From now on the module answers from what is kept, where it can. */
  extend(module: SymbolModule): void {
    const key = module.hasLines ? null : identityOfCode(module)
    if (key === null) return
    const own: Pick<SymbolModule, Asked> = {
      loopsOfFunction: module.loopsOfFunction.bind(module),
      tailJumps: module.tailJumps.bind(module),
      mayBePointedTo: module.mayBePointedTo.bind(module),
      jumpedToFrom: module.jumpedToFrom.bind(module),
      exportedCode: module.exportedCode.bind(module),
    }
    const answers = new ModuleAnswers(own, key, this.#files.read(key))
    this.#modules.push(answers)
    Object.defineProperties(module, {
      loops: { value: answers.loops.bind(answers) },
      loopStatistics: { get: () => answers.loopStatistics },
      tailJumps: { value: answers.tailJumps.bind(answers) },
      mayBePointedTo: { value: answers.mayBePointedTo.bind(answers) },
      jumpedToFrom: { value: answers.jumpedToFrom.bind(answers) },
      exportedCode: { value: answers.exportedCode.bind(answers) },
    })
  }

  /** The modules with many new answers. */
  keep(): void {
    for (const answers of this.#modules) {
      const content = answers.content(this.#mostOfModule, this.#least)
      if (content !== null) this.#files.keep(answers.key, content)
    }
  }
}

/** The same program wrote it, and its digest is right. */
function textsIn(content: Buffer): Map<string, string> {
  const lines = content.toString('utf8').split('\n').slice(0, -1)
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]))
}

function rangesIn(question: string): number[] {
  return question.slice(LOOPS.length).split(' ').map(Number)
}
