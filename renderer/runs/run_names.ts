import { baseName } from '../format/paths.ts'

/** A command line with the program's folder left out. */
export function commandName(title: string): string {
  const space = title.indexOf(' ')
  return space === -1 ? baseName(title) : baseName(title.slice(0, space)) + title.slice(space)
}
