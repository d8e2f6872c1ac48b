/** Functions whose names do not tell them apart: two `_start`, or two static functions of one name. */
import { shortPath } from '../names/short_paths.ts'
import { baseName } from './frames.ts'
import type { ProfileFunction, ProfileTables } from './profile.ts'

type Named = Pick<ProfileTables, 'functions' | 'files' | 'modules'>

const known = new WeakMap<ProfileTables['functions'], Map<number, string>>()

/** Returns the text that distinguishes a function from others of its name: its module, else its file, else the line of its declaration; null where the name is enough, or nothing more is known. */
export function apartText(tables: Named, index: number): string | null {
  let texts = known.get(tables.functions)
  if (texts === undefined) known.set(tables.functions, (texts = apartTexts(tables)))
  return texts.get(index) ?? null
}

function apartTexts({ functions, files, modules }: Named): Map<number, string> {
  const named = new Map<string, number[]>()
  functions.forEach(({ name }, index) => {
    const alike = named.get(name)
    if (alike === undefined) named.set(name, [index])
    else alike.push(index)
  })
  const ways: Array<(described: ProfileFunction) => string> = [
    ({ module }) => baseName(modules[module]?.path ?? ''),
    ({ file }) => shortPath(files, files[file] ?? ''),
    ({ file, line }) => (line > 0 ? `${shortPath(files, files[file] ?? '')}:${line}` : ''),
  ]
  const texts = new Map<number, string>()
  const tell = (alike: number[], [way, ...further]: typeof ways): void => {
    if (alike.length < 2 || way === undefined) return
    const groups = Map.groupBy(alike, (index) => way(functions[index]!))
    for (const [text, same] of groups) {
      if (groups.size > 1 && text !== '') for (const index of same) texts.set(index, text)
      tell(same, further)
    }
  }
  for (const alike of named.values()) tell(alike, ways)
  return texts
}
