/**
 * What loops of a module do, as an earlier analysis found out by their machine code: large modules are recorded again and again.
 * Kept by build id, in the user's cache directory.
 */
import { codeIdentity } from '../../cache/code_identity.ts'
import { KeptFiles } from '../../cache/kept_files.ts'
import type { SymbolModule } from '../symbols/symbol_source.ts'

/** Bytes. */
const MOST_BYTES = 32 << 20
/** Bytes of machine code: less is looked at sooner than anything about it is kept. */
const LEAST_CODE = 32 << 10

/** By the loop's header and what else decides. */
export type LoopStates = Map<string, number>

interface Module {
  key: string | null
  states: LoopStates
  /** Bytes of code that were looked at anew. */
  looked: number
}

export class KeptLoops {
  readonly #files: KeptFiles
  readonly #leastCode: number
  readonly #modules = new Map<SymbolModule, Module>()

  constructor(files = new KeptFiles('loops-1', MOST_BYTES), leastCode = LEAST_CODE) {
    this.#files = files
    this.#leastCode = leastCode
  }

  statesOf(module: SymbolModule): LoopStates {
    return this.#moduleOf(module).states
  }

  /** So much code of the module was looked at. */
  look(module: SymbolModule, bytes: number): void {
    this.#moduleOf(module).looked += bytes
  }

  /** Of the modules of which much was looked at anew. */
  keep(): void {
    for (const { key, states, looked } of this.#modules.values())
      if (key !== null && looked >= this.#leastCode) this.#files.keep(key, Buffer.from(JSON.stringify([...states])))
  }

  #moduleOf(module: SymbolModule): Module {
    let known = this.#modules.get(module)
    if (known === undefined) {
      // Debug information names what loops call.
      const key = module.buildId === '' ? null : JSON.stringify([codeIdentity(), module.buildId, module.hasLines])
      this.#modules.set(module, (known = { key, states: new Map(key === null ? [] : parsed(this.#files.read(key))), looked: 0 }))
    }
    return known
  }
}

/** The same program wrote it, and its digest is right. */
function parsed(content: Buffer | null): Array<[string, number]> {
  return content === null ? [] : (JSON.parse(content.toString('utf8')) as Array<[string, number]>)
}
