/** Identifies the same cause in another run: by functions and lines within them, not by numbers of the run. */
import { parallelKey } from '../names/runtimes/parallel_code.ts'
import { baseName } from '../profile/frames.ts'

interface IdentifiedPlace {
  function: string
  file: string | null
  /** Lines after the function's declaration; null: not known. */ offset: number | null
}

/** @param kind of the tools' accesses @returns 16 hexadecimal digits */
export function findingId(kind: string, places: readonly IdentifiedPlace[]): string {
  const parts = places.map((place) => `${parallelKey(place.function)}\0${place.file === null ? '' : baseName(place.file)}\0${place.offset ?? ''}`)
  return hashed([kind, ...parts.sort()].join('\0\0'))
}

/** FNV-1a of 64 bits (Fowler, Noll & Vo), over UTF-16 code units. */
function hashed(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let at = 0; at < text.length; at++) hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}
