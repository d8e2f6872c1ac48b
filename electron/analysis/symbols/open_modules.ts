/**
 * Modules that stay open between analyses of one program's recordings, with everything learned about them: symbols, loops,
 * and tail calls.
 */
import { systemErrorCode } from '../../failure.ts'
import { fileIdentity } from '../../file_identity.ts'
import type { KeptAnswers } from './kept_answers.ts'
import type { SymbolModule, SymbolSource } from './symbol_source.ts'

interface OpenModule {
  module: SymbolModule
  /** Of the file and its debug file when they were opened. */
  identity: string
  close(): void
}

export class OpenModules implements SymbolSource {
  readonly #symbols: SymbolSource
  readonly #answers: Pick<KeptAnswers, 'extend'> | null
  readonly #modules = new Map<string, OpenModule>()

  /** @param answers of earlier analyses, which the modules use; absent: none */
  constructor(symbols: SymbolSource, answers: Pick<KeptAnswers, 'extend'> | null = null) {
    this.#symbols = symbols
    this.#answers = answers
  }

  /** The same object for the same file. Its `close` does nothing. Throws as the source does. */
  openModule(path: string, options: Parameters<SymbolSource['openModule']>[1]): SymbolModule {
    const key = JSON.stringify([path, options])
    const known = this.#modules.get(key)
    if (known !== undefined && known.identity === identityOf(path, known.module.debugPath)) return known.module
    known?.close()
    this.#modules.delete(key)
    const module = this.#symbols.openModule(path, options)
    const close = module.close.bind(module)
    Object.defineProperty(module, 'close', { value: () => {} })
    this.#answers?.extend(module)
    const identity = identityOf(path, module.debugPath)
    this.#modules.set(key, { module, identity, close })
    return module
  }

  /** Closes all modules. */
  close(): void {
    for (const { close } of this.#modules.values()) close()
    this.#modules.clear()
  }
}

/** '' if a file is gone: the source then fails, or finds another one. */
function identityOf(path: string, debugPath: string | null): string {
  try {
    return [path, ...(debugPath === null ? [] : [debugPath])].map(fileIdentity).join(' ')
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return ''
  }
}
