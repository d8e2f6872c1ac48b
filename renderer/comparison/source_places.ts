import type { ComparedPair } from '../../shared/comparison.ts'
import type { Side as Version } from '../../shared/compare/compared_number.ts'
import type { PairDetails } from '../../shared/rpc/pairs.ts'
import type { Frame } from '../../shared/profile/frame.ts'
import { chainOf, innermostWithSource } from '../pair/chain.ts'
import type { TreeRow } from '../../shared/rpc/trees.ts'
import type { Side } from '../application/pair_side.ts'

/** The shown place in each version's source. */
export type VersionedPlaces = Record<Version, VersionPlace>
interface VersionPlace {
  /** Name in the version's profile; null: not known. */
  file: string | null
  /** Path of the module that the code is of; null: not known. */
  module: string | null
  /** Lines to highlight, the most important one first; `side` null: no access of a pair. */
  lines: Array<{ side: Side | null; line: number }>
  /** The shown code is missing in this version: its file is shown for comparison. */
  absent: boolean
  /** The run has no observation of the pair, perhaps by chance. */
  unseen?: boolean
}

/** Places of one access of a pair; the other access is lit too where it is in the same file. Either run may lack the pair. */
export function placesOfPair(pair: ComparedPair, details: Record<Version, PairDetails | null>, look: Side): VersionedPlaces {
  const of = (version: Version): VersionPlace => {
    const present = details[version]
    if (present === null) return { file: pair[look].files[version], module: null, lines: [], absent: true, unseen: pair.status === 'unchanged' }
    const shownOf = (side: Side): Frame => {
      const chain = chainOf(present[side])
      return chain[innermostWithSource(chain)] ?? present[side].leaf
    }
    const { file, module } = shownOf(look)
    const sides: Side[] = look === 'source' ? ['source', 'target'] : ['target', 'source']
    const lines = sides.flatMap((side) => {
      const frame = shownOf(side)
      return frame.file === file && frame.line !== null ? [{ side, line: frame.line }] : []
    })
    return { file, module, lines, absent: false }
  }
  return { old: of('old'), new: of('new') }
}

/** Places of a row of a tree; null where no file is known of either run. */
export function placesOfRow({ compared, module }: TreeRow): VersionedPlaces | null {
  const { places, only = null } = compared ?? {}
  if (places === undefined || (places.old === null && places.new === null)) return null
  const of = (version: Version): VersionPlace => {
    const line = places[version]?.line ?? null
    return { file: places[version]?.file ?? null, module, lines: line === null ? [] : [{ side: null, line }], absent: only !== null && only !== version }
  }
  return { old: of('old'), new: of('new') }
}
