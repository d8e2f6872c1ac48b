/**
 * Caches the results of classifying a module's loops from their machine code, because large modules are recorded again and
 * again. Kept by build id, in the user's cache directory.
 */
import { KeptFiles } from '../../cache/kept_files.ts'
import { identityOfCode } from '../symbols/code_key.ts'
import type { SymbolModule } from '../symbols/symbol_source.ts'

/** Bytes. */
const MOST_BYTES = 32 << 20
/** Bytes of machine code: reading less is faster than keeping anything about it. */
const LEAST_CODE = 32 << 10

/** By the loop's header and everything else that decides the result. */
export type LoopStates = Map<string, number>

interface Module {
  key: string | null
  states: LoopStates
  /** Bytes of code read and not yet kept. */
  looked: number
}

export class KeptLoops {
  readonly #files: KeptFiles
  readonly #leastCode: number
  readonly #modules = new Map<SymbolModule, Module>()

  constructor(files = new KeptFiles('loops-3', MOST_BYTES), leastCode = LEAST_CODE) {
    this.#files = files
    this.#leastCode = leastCode
  }

  statesOf(module: SymbolModule): LoopStates {
    return this.#moduleOf(module).states
  }

  /** This much of the module's code was read. */
  look(module: SymbolModule, bytes: number): void {
    this.#moduleOf(module).looked += bytes
  }

  /** The modules with much newly read code. */
  keep(): void {
    for (const module of this.#modules.values()) {
      if (module.key === null || module.looked < this.#leastCode) continue
      module.looked = 0
      this.#files.keep(module.key, Buffer.from(JSON.stringify([...module.states])))
    }
  }

  #moduleOf(module: SymbolModule): Module {
    let known = this.#modules.get(module)
    if (known === undefined) {
      const key = identityOfCode(module)
      this.#modules.set(module, (known = { key, states: new Map(key === null ? [] : parsed(this.#files.read(key))), looked: 0 }))
    }
    return known
  }
}

/** The same program wrote it, and its digest is right. */
function parsed(content: Buffer | null): Array<[string, number]> {
  return content === null ? [] : (JSON.parse(content.toString('utf8')) as Array<[string, number]>)
}
