import { fittingName } from '../../shared/names/fitting_name.ts'
import { isEndOf } from '../format/paths.ts'

/** Where a scope begins: "loop at solver.c:90" or "step solver.c:71". Null where only a name or an address is known. */
export interface ScopePlace {
  /** With as many directories as tell it from others. */
  file: string
  /** 1-based. */
  line: number
}

export function scopePlace(scope: string | null | undefined): ScopePlace | null {
  const words = /^(?:loop at (.+)|.* ([^ ]+)):(\d+)$/.exec(scope ?? '')
  const file = words?.[1] ?? words?.[2]
  return file === undefined ? null : { file, line: Number(words?.[3]) }
}

/** Line of the scope in a file of that name; null if it begins elsewhere. */
export function scopeLineIn(scope: string | null | undefined, path: string): number | null {
  const place = scopePlace(scope)
  return place !== null && isEndOf(place.file, path) ? place.line : null
}

/** The same with its function's name cut from the inside: names of C++ can take more lines than the source below them. */
export function shortScope(scope: string): string {
  const named = /^(?!loop at )(.+)( [^ ]+:\d+)$/.exec(scope)
  return named === null ? (scope.startsWith('loop at ') ? scope : fittingName(scope, mostCharacters)) : `${fittingName(named[1]!, mostCharacters)}${named[2]}`
}

const mostCharacters = 48
