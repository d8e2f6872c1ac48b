/** Symbols for many analyses of one execution: every module is opened once. */
import type { SymbolModule, SymbolSource } from '../analysis/symbols/symbol_source.ts'

export class SharedSymbols implements SymbolSource {
  readonly #source: SymbolSource
  readonly #opened = new Map<string, SymbolModule>()

  constructor(source: SymbolSource) {
    this.#source = source
  }

  openModule(path: string, options: Parameters<SymbolSource['openModule']>[1]): SymbolModule {
    const key = `${options?.buildId ?? ''}\n${path}`
    let module = this.#opened.get(key)
    if (module === undefined) {
      module = this.#source.openModule(path, options)
      this.#opened.set(key, module)
    }
    return new Lent(module)
  }

  close(): void {
    for (const module of this.#opened.values()) module.close()
    this.#opened.clear()
  }
}

/** An opened module whose borrower's close() leaves it open. */
class Lent implements SymbolModule {
  readonly #module: SymbolModule
  constructor(module: SymbolModule) {
    this.#module = module
  }
  get path() {
    return this.#module.path
  }
  get debugPath() {
    return this.#module.debugPath
  }
  get buildId() {
    return this.#module.buildId
  }
  get hasLines() {
    return this.#module.hasLines
  }
  get warnings() {
    return this.#module.warnings
  }
  get loopStatistics() {
    return this.#module.loopStatistics
  }
  lookup(addresses: Float64Array) {
    return this.#module.lookup(addresses)
  }
  lookupAs(address: number, linkageName: string) {
    return this.#module.lookupAs(address, linkageName)
  }
  calledFunction(returnAddress: number) {
    return this.#module.calledFunction(returnAddress)
  }
  functionEntries(addresses: Float64Array) {
    return this.#module.functionEntries(addresses)
  }
  callTargets(returnAddresses: Float64Array) {
    return this.#module.callTargets(returnAddresses)
  }
  tailJumps(entry: number) {
    return this.#module.tailJumps(entry)
  }
  indirectCalls(returnAddresses: Float64Array) {
    return this.#module.indirectCalls(returnAddresses)
  }
  mayBePointedTo(entry: number) {
    return this.#module.mayBePointedTo(entry)
  }
  jumpedToFrom(entry: number) {
    return this.#module.jumpedToFrom(entry)
  }
  exportedCode(linkageName: string) {
    return this.#module.exportedCode(linkageName)
  }
  loops(addresses: Float64Array) {
    return this.#module.loops(addresses)
  }
  functionAt(address: number) {
    return this.#module.functionAt(address)
  }
  entryPlace(address: number) {
    return this.#module.entryPlace(address)
  }
  dataSymbols(low: number, high: number) {
    return this.#module.dataSymbols(low, high)
  }
  parameters(address: number) {
    return this.#module.parameters(address)
  }
  variables(address: number) {
    return this.#module.variables(address)
  }
  staticVariable(code: number, data: number) {
    return this.#module.staticVariable(code, data)
  }
  typedPlace(type: number, offset: number) {
    return this.#module.typedPlace(type, offset)
  }
  pointee(type: number) {
    return this.#module.pointee(type)
  }
  registerFlow(low: number, high: number) {
    return this.#module.registerFlow(low, high)
  }
  disassemble(low: number, high: number, syntax: 'intel' | 'att') {
    return this.#module.disassemble(low, high, syntax)
  }
  fileSums() {
    return this.#module.fileSums()
  }
  close(): void {}
}
