/** Source files as people name them: by the file's name, with as many directories in front as tell it from others. */

/**
 * @param paths of all files that are named together
 * @returns a function that gives each of them its shortest end that no other has, and any other path its last part
 */
export function shortPaths(paths: readonly string[]): (path: string) => string {
  const byName = new Map<string, Set<string>>()
  for (const path of paths) {
    const parts = partsOf(path)
    const name = parts.at(-1) ?? path
    const group = byName.get(name)
    if (group === undefined) byName.set(name, new Set([parts.join('/')]))
    else group.add(parts.join('/'))
  }
  const named = new Map<string, Map<string, string>>()
  return (path) => {
    const parts = partsOf(path)
    const name = parts.at(-1) ?? path
    const group = byName.get(name)
    if (group === undefined || group.size < 2) return name
    let ends = named.get(name)
    if (ends === undefined) named.set(name, (ends = uniqueEnds([...group])))
    return ends.get(parts.join('/')) ?? name
  }
}

const known = new WeakMap<readonly string[], (path: string) => string>()

/** The same, made once for each list of paths. */
export function shortPath(paths: readonly string[], path: string): string {
  let name = known.get(paths)
  if (name === undefined) known.set(paths, (name = shortPaths(paths)))
  return name(path)
}

/** "file:line" with the shortest path, or the path alone. @param paths of all files that are named together @param line 1-based; null: not known */
export function filePlace(paths: readonly string[], path: string, line: number | null): string {
  return `${shortPath(paths, path)}${line === null ? '' : `:${line}`}`
}

/** The names of those files that have more than their last part, by path. */
export function longerNames(paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, shortPath(paths, path)]).filter(([, name]) => name!.includes('/')))
}

/** Unique ends of paths with the same last part. A path that is the end of another stays whole. */
function uniqueEnds(paths: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  let open = paths.map((path) => ({ path, parts: path.split('/') }))
  for (let length = 2; open.length > 0; length++) {
    const end = (parts: readonly string[]): string => parts.slice(-length).join('/')
    const count = new Map<string, number>()
    for (const { parts } of open) count.set(end(parts), (count.get(end(parts)) ?? 0) + 1)
    for (const { path, parts } of open) if (count.get(end(parts)) === 1 || parts.length <= length) found.set(path, end(parts))
    open = open.filter(({ path }) => !found.has(path))
  }
  return found
}

/** Without "." and "..", which compilers leave in paths. */
function partsOf(path: string): string[] {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else parts.push(part)
  }
  return parts
}
