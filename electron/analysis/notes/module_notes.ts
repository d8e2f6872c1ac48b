/** Gaps in the knowledge of modules' code: programs may load a hundred libraries with the same gap. */
import { basename } from 'node:path'
import { OWN, ownerOfModule } from '../../../shared/findings/own_code.ts'
import { counted } from '../../../shared/names/counted.ts'
import type { ProfileModule } from '../../../shared/profile/profile.ts'

/** Named one by one up to these. */
const MOST_NAMED = 3

/** One sentence for all modules with the same gap, with the program's own first. */
export function moduleNotes(modules: ReadonlyArray<Pick<ProfileModule, 'path' | 'note'>>): string[] {
  const ownFirst = modules.toSorted((a, b) => Number(ownerOfModule(a.path) !== OWN) - Number(ownerOfModule(b.path) !== OWN))
  const remarks = ownFirst.flatMap(({ path, note }) => {
    const name = basename(path)
    if (!note) return []
    return note.startsWith(`${name}: `) ? { name, remark: note.slice(name.length) } : { name: null, remark: note }
  })
  return Array.from(
    Map.groupBy(remarks, ({ remark }) => remark),
    ([remark, of]) => `${listed(of.flatMap(({ name }) => name ?? []))}${remark}`,
  )
}

function listed(names: readonly string[]): string {
  if (names.length <= MOST_NAMED + 1) return names.join(', ')
  return `${names.slice(0, MOST_NAMED).join(', ')}, and ${counted(names.length - MOST_NAMED, 'more module')}`
}
