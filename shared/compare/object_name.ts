/** What a data object is called in every version: the line where a heap block was allocated moves with the lines before it. */
export function nameWithoutLine(name: string): string {
  return name.replace(/:\d+$/, '')
}
