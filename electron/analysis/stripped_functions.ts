/** Symbols that also know the functions without a name: those of stripped programs, by call frame information. */
import { basename } from 'node:path'
import type { SymbolModule, SymbolSource } from './symbol_source.ts'
import { UnwindRanges } from './unwind_ranges.ts'

/** `functionAt` of the modules names a function without a symbol by its module and first address. */
export function withStrippedFunctions(source: SymbolSource): SymbolSource {
  return {
    openModule(path, options) {
      const module = source.openModule(path, options)
      const ranges = UnwindRanges.open(path)
      return ranges ? decorated(module, basename(path), ranges) : module
    },
  }
}

function decorated(module: SymbolModule, name: string, ranges: UnwindRanges): SymbolModule {
  return {
    buildId: module.buildId,
    hasLines: module.hasLines,
    get warnings() {
      return module.warnings
    },
    lookup: (addresses) => module.lookup(addresses),
    loops: (addresses) => module.loops(addresses),
    get loopStatistics() {
      return module.loopStatistics
    },
    dataSymbols: (low, high) => module.dataSymbols(low, high),
    functionAt(address) {
      const known = module.functionAt(address)
      const range = known ? null : ranges.at(address)
      return range ? { name: `${name}+0x${range.low.toString(16)}`, linkageName: '', ...range } : known
    },
    disassemble: (low, high, syntax) => module.disassemble(low, high, syntax),
    close() {
      module.close()
      ranges.close()
    },
  }
}
