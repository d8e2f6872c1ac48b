/** Names of the functions that compilers make of parallel regions and tasks of OpenMP. */
import { basename } from 'node:path'
import { hasKindlessName, isOutlinedName, isTaskName, isUnpackedName, parallelName } from '../../../shared/names/runtimes/parallel_code.ts'
import type { ProfileFunction } from '../../../shared/profile/profile.ts'
import type { LookupResult } from '../../symbols/symbols_addon.ts'
import { RUN_AS_TASK } from '../merge/context_merger.ts'
import type { Locations } from '../merged.ts'
import type { SymbolModule } from '../symbols/symbol_source.ts'

export interface FoundFunction {
  name: string
  linkageName: string
  /** Path; empty: not known. */ file: string
  /** Line of its declaration; 0: not known. */ functionLine: number
}

/** Whether a call only unpacks the arguments of a region or task, as Clang's wrappers do. */
export function isSameParallelCode(
  caller: Pick<ProfileFunction, 'linkageName' | 'module'>,
  called: Pick<ProfileFunction, 'linkageName' | 'name' | 'module'>,
): boolean {
  if (!isOutlinedName(caller.linkageName) || isUnpackedName(caller.linkageName) || caller.module !== called.module) return false
  return isTaskName(caller.linkageName) ? isOutlinedName(called.linkageName || called.name) : isUnpackedName(called.linkageName || called.name)
}

/** Outlined functions of one module. */
export class OutlinedFunctions {
  readonly #symbols: SymbolModule
  /** Names of functions that the runtime ran as tasks. */
  readonly #tasks = new Set<string>()

  /** @param used locations in the module @param found their frames */
  constructor(symbols: SymbolModule, locations: Pick<Locations, 'flags'>, used: number[], found: LookupResult) {
    this.#symbols = symbols
    used.forEach((location, i) => {
      if ((locations.flags[location]! & RUN_AS_TASK) === 0) return
      this.#tasks.add(found.strings[found.functionName[found.frameStart[i]!]!] ?? '')
    })
  }

  /** @param address within the function @returns null: a function of the source, or its line is unknown */
  nameOf({ name, linkageName, file, functionLine }: FoundFunction, address: number): { name: string; linkageName: string; line: number } | null {
    if (!isOutlinedName(name) && !isOutlinedName(linkageName)) return null
    // GCC's debug information declares the function with the one around it.
    const place = this.#symbols.entryPlace(address) ?? { file, line: functionLine }
    if (place.file === '' || place.line <= 0) return null
    const isTask = isTaskName(name) || (hasKindlessName(name) && this.#tasks.has(name))
    return { name: parallelName(isTask ? 'task' : 'parallel region', basename(place.file), place.line), linkageName: linkageName || name, line: place.line }
  }
}
