import { baseName } from '../format/paths.ts'

/** Where a scope begins: "loop at solver.c:90" or "step solver.c:71". Null where only a name or an address is known. */
export interface ScopePlace {
  /** Without its directory. */
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
  return place !== null && place.file === baseName(path) ? place.line : null
}
