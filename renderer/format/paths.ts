/** Last part of a path; the whole text if it has no slash. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** What files made of a profile begin with: its name without its ending. */
export function profileStem(path: string): string {
  return baseName(path).replace(/\.hagstone$/, '')
}

export function directoryName(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash <= 0 ? '/' : path.slice(0, slash)
}

/** "solver.c:118", "solver.c" or "" as far as the place is known. */
export function placeText(file: string | null, line: number | null): string {
  if (file === null) return ''
  return line === null ? baseName(file) : `${baseName(file)}:${line}`
}
