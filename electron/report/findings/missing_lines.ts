/** Modules whose findings name addresses, because no debug information was found for them. */
import type { ChargedPlaces } from '../../../shared/findings/charged_places.ts'
import type { PairGroup } from '../../../shared/findings/group_pairs.ts'
import { baseName } from '../../../shared/profile/frames.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'

/** @param groups of the findings that are listed @returns names of modules in the order of the findings */
export function modulesWithoutLines(
  groups: ReadonlyArray<Pick<PairGroup, 'source' | 'target'>>,
  { functions, modules }: Pick<ProfileTables, 'functions' | 'modules'>,
  { places }: Pick<ChargedPlaces, 'places'>,
): string[] {
  const withLines = new Set(functions.filter(({ file }) => file >= 0).map(({ module }) => module))
  const without = new Set<number>()
  for (const number of groups.flatMap(({ source, target }) => [source, target])) {
    const place = places[number]
    const module = place === undefined || place.file >= 0 ? -1 : functions[place.functionIndex]!.module
    if (module >= 0 && !withLines.has(module)) without.add(module)
  }
  return [...new Set([...without].map((module) => baseName(modules[module]!.path)))]
}
