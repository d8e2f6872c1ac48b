/** Returns a data object's name without the line of its allocation, which moves when lines before it change. */
export function nameWithoutLine(name: string): string {
  return name.replace(/:\d+$/, '')
}
