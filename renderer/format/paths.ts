/** Last part of a path; the whole text if it has no slash. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Whether a file is named so, with as many of its directories as tell it from others. */
export function isEndOf(name: string, path: string): boolean {
  return path === name || path.endsWith(`/${name}`)
}

/** The start of the names of files made from a profile: its name without its ending. */
export function profileStem(path: string): string {
  return baseName(path).replace(/\.hagstone$/, '')
}

export function directoryName(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash <= 0 ? '/' : path.slice(0, slash)
}

/** Names of source files, by path, whose last part occurs more than once in the opened profiles. */
let longer: Readonly<Record<string, string>> = {}

/** Before anything of a profile is shown. */
export function nameFiles(names: Readonly<Record<string, string>>): void {
  longer = { ...longer, ...names }
}

/** A source file's name, with as many directories as tell it from the profile's others. */
export function fileName(path: string): string {
  return longer[path] ?? baseName(path)
}

/** "solver.c:118", "solver.c" or "" as far as the place is known. */
export function placeText(file: string | null, line: number | null): string {
  if (file === null) return ''
  return line === null ? fileName(file) : `${fileName(file)}:${line}`
}
