/**
 * Disassembly of functions as earlier analyses stored it in their profiles, and the mix of accesses in it: large modules
 * are recorded again and again. Kept by build id, in the user's cache directory, for modules without debug information:
 * file numbers of lines would differ between profiles.
 */
import { KeptFiles } from '../../cache/kept_files.ts'
import { identityOfCode } from './code_key.ts'
import type { SymbolModule } from './symbol_source.ts'

/** Bytes. */
const MOST_BYTES = 64 << 20
/** Bytes of a module's functions: about six recordings of a large program. */
const MOST_OF_MODULE = 16 << 20
/** Bytes of machine code: reading less is faster than keeping anything about it. */
const LEAST_CODE = 32 << 10
/** Of the kept machine code: for a smaller addition, writing all of it again takes longer than reading the addition's code. */
const LEAST_ADDITION = 1 / 16
const LENGTH_BYTES = 4

export interface KeptCodeLimits {
  mostOfModule?: number
  leastCode?: number
}

interface Head {
  /** In the order of the bytes that follow. */
  functions: Array<[range: string, bytes: number]>
  mixes: Array<[place: string, mix: number]>
}

/** Of one module. */
class ModuleCode {
  readonly key: string
  /** Deflated lines by range. */
  readonly #functions = new Map<string, Uint8Array>()
  readonly #used = new Map<string, Uint8Array>()
  readonly #mixes: Map<string, number>
  /** Bytes of machine code of all functions. */
  #code = 0
  /** Those disassembled and not yet kept. */
  #disassembled = 0

  constructor(key: string, content: Buffer | null) {
    this.key = key
    const { functions, mixes } = content === null ? { functions: [], mixes: [] } : headOf(content)
    this.#mixes = new Map(mixes)
    let at = content === null ? 0 : content.length - functions.reduce((sum, [, bytes]) => sum + bytes, 0)
    for (const [range, bytes] of functions) {
      this.#functions.set(range, content!.subarray(at, (at += bytes)))
      const [low, high] = range.split(' ').map(Number)
      this.#code += high! - low!
    }
  }

  /** Lines of the function in the profile's form; computed and kept if they are new. */
  deflated(low: number, high: number, compute: () => Uint8Array): Uint8Array {
    const range = `${low} ${high}`
    let found = this.#used.get(range) ?? this.#functions.get(range)
    if (found === undefined) {
      found = compute()
      this.#disassembled += high - low
      this.#code += high - low
    }
    this.#used.set(range, found)
    return found
  }

  /** @param header of the loop; −1: none */
  mix(low: number, header: number, compute: () => number | null): number | null {
    const place = `${low} ${header}`
    const known = this.#mixes.get(place)
    if (known !== undefined) return known
    const found = compute()
    if (found !== null) this.#mixes.set(place, found)
    return found
  }

  /** Null if there is little to add. The functions used last stay if not all fit. */
  content(mostBytes: number, leastCode: number): Buffer | null {
    if (this.#disassembled < Math.max(leastCode, this.#code * LEAST_ADDITION)) return null
    this.#disassembled = 0
    const functions: Head['functions'] = []
    const parts: Uint8Array[] = []
    let room = mostBytes
    for (const [range, bytes] of new Map([...this.#used, ...this.#functions])) {
      if (bytes.length > room) continue
      room -= bytes.length
      functions.push([range, bytes.length])
      parts.push(bytes)
    }
    const head = Buffer.from(JSON.stringify({ functions, mixes: [...this.#mixes] } satisfies Head))
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32LE(head.length)
    return Buffer.concat([length, head, ...parts])
  }
}

export class KeptCode {
  readonly #files: KeptFiles
  readonly #mostOfModule: number
  readonly #leastCode: number
  readonly #modules = new Map<SymbolModule, ModuleCode | null>()

  constructor(files = new KeptFiles('code-1', MOST_BYTES), { mostOfModule = MOST_OF_MODULE, leastCode = LEAST_CODE }: KeptCodeLimits = {}) {
    this.#files = files
    this.#mostOfModule = mostOfModule
    this.#leastCode = leastCode
  }

  /** Null: nothing is kept of this module. */
  of(module: SymbolModule): ModuleCode | null {
    let known = this.#modules.get(module)
    if (known === undefined) {
      const key = module.hasLines ? null : identityOfCode(module)
      this.#modules.set(module, (known = key === null ? null : new ModuleCode(key, this.#files.read(key))))
    }
    return known
  }

  /** The modules with much newly read code. */
  keep(): void {
    for (const code of this.#modules.values()) {
      const content = code?.content(this.#mostOfModule, this.#leastCode) ?? null
      if (content !== null) this.#files.keep(code!.key, content)
    }
  }
}

/** The same program wrote it, and its digest is right. */
function headOf(content: Buffer): Head {
  return JSON.parse(content.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + content.readUInt32LE())) as Head
}
