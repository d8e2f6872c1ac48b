/** The part of the symbols addon that analysis uses; tests replace it with a fake. */
import type { ModuleSymbols, SymbolsAddon } from '../../symbols/symbols_addon.ts'

export type SymbolModule = Pick<
  ModuleSymbols,
  | 'path'
  | 'buildId'
  | 'debugPath'
  | 'hasLines'
  | 'warnings'
  | 'lookup'
  | 'lookupAs'
  | 'calledFunction'
  | 'functionEntries'
  | 'callTargets'
  | 'tailJumps'
  | 'indirectCalls'
  | 'mayBePointedTo'
  | 'jumpedToFrom'
  | 'exportedCode'
  | 'loops'
  | 'loopStatistics'
  | 'loopsOfFunction'
  | 'functionAt'
  | 'entryPlace'
  | 'dataSymbols'
  | 'parameters'
  | 'variables'
  | 'staticVariable'
  | 'typedPlace'
  | 'pointee'
  | 'registerFlow'
  | 'disassemble'
  | 'fileSums'
  | 'close'
>

export interface SymbolSource {
  /** Like the addon: throws an Error of one line if the file is not a readable ELF object. */
  openModule(path: string, options: Parameters<SymbolsAddon['openModule']>[1]): SymbolModule
}
