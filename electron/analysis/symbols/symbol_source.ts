/** The part of the symbols addon that analysis uses; tests give a fake of it. */
import type { ModuleSymbols, SymbolsAddon } from '../../symbols/symbols_addon.ts'

export type SymbolModule = Pick<
  ModuleSymbols,
  | 'buildId'
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
  /** As the addon's: throws an Error of one line for what is no readable ELF object. */
  openModule(path: string, options: Parameters<SymbolsAddon['openModule']>[1]): SymbolModule
}
