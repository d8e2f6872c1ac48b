/** Regions that the program named (resources/include/hagstone.h): rows of kind FUNCTION above its outermost function. */
import type { ProfileTables } from './profile.ts'
import { FUNCTION } from './tables.ts'

const PREFIX = 'region '

/** Name of the function of a region's rows. */
export function regionFunction(region: string): string {
  return `${PREFIX}${region}`
}

/** Rows of the tree that are regions, by name, in the order of the tree. */
export function regionRows({ nodes, functions }: Pick<ProfileTables, 'nodes' | 'functions'>): Map<string, number[]> {
  const rows = new Map<string, number[]>()
  for (let row = 0; row < nodes.length; row++) {
    if (nodes.kind[row] !== FUNCTION) continue
    const { name, module, line } = functions[nodes.functionIndex[row]!]!
    if (module !== -1 || line !== -1 || !name.startsWith(PREFIX)) continue
    const region = name.slice(PREFIX.length)
    const own = rows.get(region)
    if (own) own.push(row)
    else rows.set(region, [row])
  }
  return rows
}
