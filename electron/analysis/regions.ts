/** Names of the program's regions, as rows of the tree show them. */
import { regionFunction } from '../../shared/profile/regions.ts'
import { isRegion } from './merge/merge_contexts.ts'
import type { Merged } from './merged.ts'

/** By location: `region NAME`. */
export function nameRegions({ locations, regions }: Pick<Merged, 'locations' | 'regions'>): Map<number, string> {
  const names = new Map<number, string>()
  for (let location = 0; location < locations.length; location++) {
    if (isRegion(locations, location)) names.set(location, regionFunction(regions[locations.offset[location]!]!))
  }
  return names
}
